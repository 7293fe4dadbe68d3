import type { SolidityStackEntry } from '../types/stackTrace.ts'
import { RpcError } from './rpcError.ts'

/** A failure of a contract, with the lines that it comes from; they are in `stack` too. */
export class SolidityError extends RpcError {
  /** From the outermost call to the error. */
  readonly stackTrace: readonly SolidityStackEntry[]
  /** A line for each entry, the error first: `Token.transfer (contracts/Token.sol:12)`. */
  readonly solidityStack: string

  constructor(
    { code, message, data }: Pick<RpcError, 'code' | 'message' | 'data'>,
    stackTrace: readonly SolidityStackEntry[],
    solidityStack: string,
  ) {
    super(code, message, data)
    this.name = 'SolidityError'
    this.stackTrace = stackTrace
    this.solidityStack = solidityStack
    const frames = (this.stack ?? '').split('\n').filter((line) => line.startsWith('    at '))
    const lines = solidityStack.split('\n').map((line) => `    at ${line}`)
    this.stack = [`${this.name}: ${message}`, ...lines, ...frames].join('\n')
  }
}
