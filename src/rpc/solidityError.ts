import type { SolidityStackEntry } from '../types/solidity/stackTrace.ts'
import { RpcError } from './rpcError.ts'

/** A failure of a contract, with the lines that it comes from; with columns they are in `stack` too. */
export class SolidityError extends RpcError {
  /** From the outermost call to the error. */
  readonly stackTrace: readonly SolidityStackEntry[]
  /** A line for each entry, the error first: `Token.transfer (contracts/Token.sol:12)`. */
  readonly solidityStack: string

  constructor(
    { code, message, data }: Pick<RpcError, 'code' | 'message' | 'data'>,
    stackTrace: readonly SolidityStackEntry[],
    { solidityStack, frames }: { solidityStack: string; frames: readonly string[] },
  ) {
    super(code, message, data)
    this.name = 'SolidityError'
    this.stackTrace = stackTrace
    this.solidityStack = solidityStack
    const callers = (this.stack ?? '').split('\n').filter((line) => line.startsWith('    at '))
    const own = frames.map((frame) => `    at ${frame}`)
    this.stack = [`${this.name}: ${message}`, ...own, ...callers].join('\n')
  }
}
