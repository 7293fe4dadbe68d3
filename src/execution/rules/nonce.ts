/** Highest nonce that an account may have: nothing can be sent with it (EIP-2681). */
export const mostNonce = 2n ** 64n - 1n

/** What keeps a nonce from being the next one of its account. */
export type NonceProblem = 'tooLow' | 'tooHigh' | 'atMaximum'

/** Asked by the pool, which lets `tooHigh` wait, by the builder of a block and before execution. */
export function nonceProblem(nonce: bigint, current: bigint): NonceProblem | undefined {
  if (nonce < current) return 'tooLow'
  if (nonce > current) return 'tooHigh'
  return nonce >= mostNonce ? 'atMaximum' : undefined
}
