import type { TypedTransaction } from '@ethereumjs/tx'

/** Lowest `v` of a legacy transaction that names its chain (EIP-155). */
const firstProtectedV = 35n

/** The chain that a transaction is for; none when it is good on any. */
export function chainIdOf(envelope: TypedTransaction): bigint | undefined {
  if ('chainId' in envelope) return envelope.chainId
  return protectedChainId(envelope.v)
}

/** The chain that the `v` of a legacy transaction names (EIP-155). */
export function protectedChainId(v = 0n): bigint | undefined {
  return v < firstProtectedV ? undefined : (v - firstProtectedV) / 2n
}
