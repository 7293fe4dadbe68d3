import type { SolidityStackEntry } from '../types/solidity/stackTrace.ts'
import { RpcError } from './rpcError.ts'

/** What errors of contracts that are known have beside code, message and data. */
export interface SolidityExplanation {
  /** A custom error by name: `TooLittle(5, 9)`. */
  readonly solidityError?: string | undefined
  /** A line for each function that it went through, the error first: `Token.transfer (contracts/Token.sol:12)`. */
  readonly solidityStack: string
}

/** A failure of a contract, with the lines that it comes from; with columns they are in `stack` too. */
export class SolidityError extends RpcError implements SolidityExplanation {
  /** From the outermost call to the error. */
  readonly stackTrace: readonly SolidityStackEntry[]
  declare readonly solidityError?: string | undefined
  readonly solidityStack: string

  constructor(
    { code, message, data }: Pick<RpcError, 'code' | 'message' | 'data'>,
    stackTrace: readonly SolidityStackEntry[],
    {
      solidityError,
      solidityStack,
      frames,
    }: SolidityExplanation & { readonly frames: readonly string[] },
  ) {
    super(code, message, data)
    this.name = 'SolidityError'
    this.stackTrace = stackTrace
    if (solidityError !== undefined) this.solidityError = solidityError
    this.solidityStack = solidityStack
    const callers = (this.stack ?? '').split('\n').filter((line) => line.startsWith('    at '))
    const own = frames.map((frame) => `    at ${frame}`)
    this.stack = [`${this.name}: ${message}`, ...own, ...callers].join('\n')
  }
}
