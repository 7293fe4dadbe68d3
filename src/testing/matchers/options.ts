import type { ChainLike } from './requester.ts'

/** How the transaction of an assertion is found. */
export interface LookupOptions {
  /** The chain that it is on. Default: that of its own client, of the test, or the one in use that knows it. */
  readonly chain?: ChainLike | undefined
  /**
   * How long to wait for it where blocks are made by themselves, in milliseconds of real time.
   * @default one and a half block times and half a second
   */
  readonly timeout?: number | undefined
}
