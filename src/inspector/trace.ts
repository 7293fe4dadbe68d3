import type { Hex } from './wire.ts'

/** An argument or a result by the ABI. */
export interface AbiArgument {
  readonly name: string
  readonly type: string
  readonly value: unknown
}

/** A call in words, without what happened within it. */
export interface Call {
  readonly kind: string
  readonly firstInstruction: number
  readonly instructions: number
  readonly from: Hex
  readonly to: Hex
  readonly contract?: string
  readonly function?: string
  readonly args?: readonly AbiArgument[]
  readonly results?: readonly AbiArgument[]
  readonly value: Hex
  readonly gasUsed: Hex
  readonly input: Hex
  readonly output: Hex
  readonly error?: string
}

/** A variable or a slot that has changed. */
export interface StorageChange {
  readonly step: 'storage'
  readonly address: Hex
  readonly slot: Hex
  readonly variable?: string
  readonly before: string
  readonly after: string
}

export type Step =
  | CallFrame
  | StorageChange
  | { readonly step: 'console'; readonly line: string }
  | {
      readonly step: 'event'
      readonly address: Hex
      readonly topics: readonly Hex[]
      readonly data: Hex
      readonly event?: string
      readonly args?: readonly AbiArgument[]
    }

/** A call as `preconf_trace` returns it. */
export interface CallFrame extends Call {
  readonly step: 'call'
  readonly steps: readonly Step[]
}
