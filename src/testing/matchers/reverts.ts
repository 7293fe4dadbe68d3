import { panicReason } from '../../lib/errors.ts'
import type { Hex } from '../../lib/hex.ts'
import type { Abi } from '../../types/solidity/contract.ts'
import { type Decoded, decodeError } from '../../wallet/abi.ts'
import { showDecoded } from './args.ts'
import { type Executed, hasFailed, type Where, whereRun } from './executed.ts'

/** How a call or a transaction failed in the EVM. */
export interface Revert {
  /** Its revert data; `undefined` when it halted, for example out of gas. */
  readonly data: Hex | undefined
  /** The EVM's error message. */
  readonly words: string
  /** ABIs that may have the error, from the client's error and from fixtures. */
  readonly abi: Abi
  /** The lines where it failed. */
  readonly where: Where
}

/** What revert data means. */
export type Reason =
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'panic'; readonly code: bigint }
  | { readonly kind: 'error'; readonly decoded: Decoded }
  | { readonly kind: 'unknown'; readonly data: Hex }
  | { readonly kind: 'silent' }
  | { readonly kind: 'halt'; readonly words: string }

/** Decodes the data by the known ABIs, by the given one, and by Solidity's built-in errors. */
export function reasonOf({ data, words, abi }: Omit<Revert, 'where'>, given: Abi = []): Reason {
  if (data === undefined) return { kind: 'halt', words }
  if (data === '0x') return { kind: 'silent' }
  const decoded = decodeError([...abi, ...given], data)
  if (decoded === undefined) return { kind: 'unknown', data }
  const [first] = decoded.args
  if (decoded.name === 'Error' && typeof first === 'string') return { kind: 'text', text: first }
  if (decoded.name === 'Panic' && typeof first === 'bigint') return { kind: 'panic', code: first }
  return { kind: 'error', decoded }
}

/** The end of a sentence that begins with "it". */
export function showReason(reason: Reason): string {
  switch (reason.kind) {
    case 'text':
      return `reverted with ${JSON.stringify(reason.text)}`
    case 'panic':
      return `panicked with ${showPanic(reason.code)}`
    case 'error':
      return `reverted with ${showDecoded(reason.decoded)}`
    case 'unknown':
      return `reverted with ${reason.data}, which none of the given ABIs can decode: give the contract that declares the error`
    case 'silent':
      return 'reverted without data'
    case 'halt':
      return `failed: ${reason.words}`
  }
}

/** `0x11 (arithmetic underflow or overflow)` */
export function showPanic(code: bigint): string {
  const words = panicReason(code)
  return `0x${code.toString(16).padStart(2, '0')}${words === undefined ? '' : ` (${words})`}`
}

/** Returns a further line of a message: that one of them failed, why, and in which lines; empty where none has. */
export async function revertLine(executed: readonly Executed[], abi: Abi): Promise<string> {
  const failed = executed.find(hasFailed)
  if (failed === undefined) return ''
  const revert = await revertOf(failed)
  const it = executed.length === 1 ? 'it' : failed.hash
  return `\n${it} ${showReason(reasonOf(revert, abi))}${await revert.where()}`
}

/** Why a transaction failed, by running it again. */
export async function revertOf(executed: Executed): Promise<Revert> {
  const { chain, hash } = executed
  const tracerConfig = { onlyTopCall: true }
  const frame: Frame = await chain.request({
    method: 'debug_traceTransaction',
    params: [hash, { tracer: 'callTracer', tracerConfig }],
  })
  const { error: words = '', output = '0x' } = frame
  const data = words === 'execution reverted' ? output : undefined
  return { data, words, abi: [], where: whereRun(executed) }
}

interface Frame {
  readonly error?: string
  readonly output?: Hex
}
