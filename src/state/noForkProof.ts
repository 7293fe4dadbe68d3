/** A proof is asked for of a state whose other accounts are on a live chain. */
export class NoForkProofError extends Error {
  override readonly name = 'NoForkProofError'
  readonly code = -32000

  constructor() {
    super(
      'no proof of what was changed on a fork: have it be verified (proofs: "auto", --fork-proofs auto) where the live chain\'s node gives proofs, or ask at the fork block or before',
    )
  }
}
