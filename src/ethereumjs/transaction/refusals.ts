/** EthereumJS's reasons for refusing a transaction that is well-formed, and geth's words for them, which clients match. */
const refusals: readonly (readonly [reason: RegExp, geth: string])[] = [
  [
    /^maxFeePerGas cannot be less than maxPriorityFeePerGas/,
    'max priority fee per gas higher than max fee per gas',
  ],
  [/^maxFeePerGas cannot exceed/, 'max fee per gas higher than 2^256-1'],
  [/^maxPriorityFeePerGas cannot exceed/, 'max priority fee per gas higher than 2^256-1'],
  [
    /^gasLimit \* (maxFeePerGas|gasPrice) cannot exceed/,
    'insufficient funds for gas * price + value',
  ],
  [/^nonce cannot equal or exceed/, 'nonce has max value'],
  [
    /^the initcode size of this transaction is too large: it is (\d+) while the max is (\d+)/,
    'max initcode size exceeded: code size $1, limit $2',
  ],
  [
    /^Transaction gas limit (\d+) exceeds the maximum allowed by EIP-7825 \((\d+)\)/,
    'transaction gas limit too high (cap: $2, tx: $1)',
  ],
  [/^tx should contain at least one blob/, 'blobless blob transaction'],
  [
    /^(\d+) blobs exceeds max (\d+) blobs per tx.*/,
    'too many blobs in transaction: have $1, permitted $2',
  ],
  [/^tx causes total blob gas of/, 'too many blobs in transaction'],
  [
    /^versioned hash (does not start with KZG commitment version|is invalid length)/,
    'blob has invalid hash version',
  ],
  [
    /^tx should have a "to" field and cannot be used to create contracts/,
    'blob or set code transaction cannot be used to create contract',
  ],
  [
    /^Invalid EIP-7702 transaction: authorization list is empty/,
    'set code tx must have at least one authorization tuple',
  ],
  [/^EIP-\d+ not enabled on Common/, 'transaction type not supported: transaction type not valid'],
  [
    /^Common chain ID .* not matching the derived chain ID (\d+)$/s,
    'invalid sender: invalid chain id for signer: have $1',
  ],
  [/^Incompatible EIP155-based V .*/s, 'invalid sender: invalid chain id for signer'],
  [/^(invalid sender: )?Invalid Signature.*/, 'invalid sender: invalid transaction v, r, s values'],
  [/^The y-parity of the transaction should/, 'invalid sender: invalid transaction v, r, s values'],
  [/^transaction is not signed/, 'invalid sender: invalid transaction v, r, s values'],
  [/^Legacy txs need either v/, 'invalid sender: invalid transaction v, r, s values'],
]

/** geth's words for EthereumJS's refusal of a transaction; `undefined` when its bytes are none at all. */
export function gethRefusal(reason: string): string | undefined {
  for (const [pattern, geth] of refusals) {
    const match = pattern.exec(reason)
    if (match !== null) return geth.replace(/\$(\d)/g, (_, group) => match[Number(group)] ?? '')
  }
  return undefined
}

/** Bytes that are no transaction. `code` is the one for invalid params. */
export class TransactionDecodeError extends Error {
  override readonly name = 'TransactionDecodeError'
  readonly code = -32602
}

/** A transaction that no state could make valid, such as one for another chain. In geth's words. */
export class InvalidTransactionError extends Error {
  override readonly name = 'InvalidTransactionError'
  readonly code = -32000
}
