import type { FrameKind } from '../../types/solidity/callTrace.ts'

/** A log, with its topics. */
export interface RawLog {
  readonly address: Uint8Array
  readonly topics: readonly Uint8Array[]
  readonly data: Uint8Array
}

/** A slot as the first write found it and the last one left it. */
export interface RawChange {
  readonly slot: bigint
  readonly before: bigint
  after: bigint
}

/** A function that was jumped into, with all that happened in it in order. */
export interface RawInternal {
  readonly function: string
  readonly source: string
  readonly steps: RawStep[]
}

export type RawStep = RawFrame | RawInternal | RawLog

/** A call or a creation that has run, with all that it did in order. */
export interface RawFrame {
  readonly kind: FrameKind
  readonly from: Uint8Array
  readonly to: Uint8Array
  /** Whose storage it writes. */
  readonly account: Uint8Array
  readonly value: bigint
  gas: bigint
  gasUsed: bigint
  readonly input: Uint8Array
  /** What has run; of a creation nothing. */
  readonly code: Uint8Array
  readonly isPrecompile: boolean
  /** How many instructions had run before it. */
  readonly firstInstruction: number
  /** How many ran in it and in its inner frames. */
  instructions: number
  output: Uint8Array
  error: string | undefined
  readonly steps: RawStep[]
  readonly changes: Map<bigint, RawChange>
}

/** All that a transaction or a call did. */
export interface RawTrace {
  readonly root: RawFrame
  /** What was hashed, by its hash: the keys of mappings and the slots of arrays are among it. */
  readonly preimages: ReadonlyMap<bigint, Uint8Array>
}

export function isFrame(step: RawStep): step is RawFrame {
  return 'kind' in step
}

export function isInternal(step: RawStep): step is RawInternal {
  return 'function' in step
}
