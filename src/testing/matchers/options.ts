import type { ChainLike } from './requester.ts'

/** Options for finding the transaction of an assertion. */
export interface LookupOptions {
  /** The chain that it is on. Default: that of its client, that of the test, or the chain in use that has it. */
  readonly chain?: ChainLike | undefined
  /**
   * How long to wait for it when blocks are made automatically, in milliseconds of real time.
   * @default one and a half block times and half a second
   */
  readonly timeout?: number | undefined
}
