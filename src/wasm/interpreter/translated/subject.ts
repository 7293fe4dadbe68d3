import type { OpcodeTable } from './opcodes.ts'

/** Code, and what is known of it. */
export interface Subject {
  readonly code: Uint8Array
  readonly opcodes: OpcodeTable
  /** Places that have been jumped to. */
  readonly seen: ReadonlySet<number>
}
