import { panicReason } from '../lib/errors.ts'
import { bytesToBigInt, bytesToHex, quantity } from '../lib/hex.ts'
import type { CallRules } from '../types/execution.ts'
import type { RunAgain } from './trace/tracer.ts'

/** Selector of `Error(string)`: what `require` and `revert` with a text give. */
const errorSelector = '0x08c379a0'

/** Selector of `Panic(uint256)`: what failed checks of the compiler give. */
const panicSelector = '0x4e487b71'

/** What revert data say in words: a text or a panic. None for custom errors and other bytes. */
export function revertReason(data: Uint8Array): string | undefined {
  const selector = bytesToHex(data.subarray(0, 4))
  if (selector === errorSelector) return text(data.subarray(4))
  if (selector === panicSelector) return panic(data)
  return undefined
}

/** The code of a panic; none when the revert data are something else. */
export function panicCode(data: Uint8Array): bigint | undefined {
  const isPanic = bytesToHex(data.subarray(0, 4)) === panicSelector
  return isPanic ? word(data.subarray(4), 0n) : undefined
}

/** An ABI-encoded string. Padding after it may be missing. */
function text(encoded: Uint8Array): string | undefined {
  const offset = word(encoded, 0n)
  const length = offset === undefined ? undefined : word(encoded, offset)
  if (offset === undefined || length === undefined) return undefined
  const start = offset + 32n
  if (start + length > BigInt(encoded.length)) return undefined
  return new TextDecoder().decode(encoded.subarray(Number(start), Number(start + length)))
}

function panic(data: Uint8Array): string | undefined {
  const code = panicCode(data)
  if (code === undefined) return undefined
  return panicReason(code) ?? `unknown panic code: ${quantity(code)}`
}

/** The number in the 32 bytes at `offset`; none when the data end before. */
function word(encoded: Uint8Array, offset: bigint): bigint | undefined {
  if (offset + 32n > BigInt(encoded.length)) return undefined
  return bytesToBigInt(encoded.subarray(Number(offset), Number(offset) + 32))
}

/** A call reverted with `data`. The message includes the reason when the data are a string or a panic. */
export class ExecutionReverted extends Error {
  override readonly name = 'ExecutionReverted'
  readonly code = 3
  readonly data: Uint8Array
  /** To find out where. */
  runAgain: RunAgain | undefined

  constructor(data: Uint8Array) {
    super(revertMessage(data))
    this.data = data
  }
}

/** A call ended otherwise than by returning or reverting (out of gas, bad opcode), or needs more gas than there is. geth's words. */
export class ExecutionFailed extends Error {
  override readonly name = 'ExecutionFailed'
  readonly code = -32000
  /** What ended it, in geth's words. */
  readonly failure: string
  /** The most gas that it could have, where that is not enough. */
  readonly allowance: bigint | undefined
  /** What can be done about it. */
  readonly advice: string | undefined
  /** To find out where. */
  runAgain: RunAgain | undefined

  constructor(
    failure: string,
    { allowance, advice }: { allowance?: bigint; advice?: string | undefined } = {},
  ) {
    const words = allowance === undefined ? failure : `${failure} (${allowance})`
    super(advice === undefined ? words : `${words}: ${advice}`)
    this.failure = failure
    this.allowance = allowance
    this.advice = advice
  }
}

/** How to let a call have more gas than any can have. */
export function adviceAtGasCap({ gasCap }: CallRules): string {
  return `a call can have ${gasCap} gas; raise it with the option callGasLimit (--call-gas-limit)`
}

/** `execution reverted`, with the reason when the revert data contain one. */
export function revertMessage(data: Uint8Array): string {
  const reason = revertReason(data)
  return reason === undefined ? 'execution reverted' : `execution reverted: ${reason}`
}
