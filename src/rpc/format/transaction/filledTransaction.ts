import type { TypedTransaction } from '@ethereumjs/tx'
import { Address } from '@ethereumjs/util'
import { bytesToHex } from '../../../lib/hex.ts'
import { keccak256 } from '../../../wasm/keccak/keccak256.ts'
import { formatTransaction } from './transaction.ts'
import { formatUnsignedTransaction } from './unsignedTransaction.ts'

/** `v` of a legacy transaction that names its chain and has the parity 0 (EIP-155). */
const protectedV = 35n

const zeroAddress = new Uint8Array(20)

/** What `eth_fillTransaction` answers: the fields that are to be signed. */
export function formatFilled(envelope: TypedTransaction) {
  return { raw: bytesToHex(envelope.serialize()), tx: formatUnsignedTransaction(envelope) }
}

/** As Anvil answers it: a whole transaction, whose signature is zeros. `from`: 20 bytes. */
export function formatFilledAsSent(envelope: TypedTransaction, from: Uint8Array = zeroAddress) {
  const v = envelope.type === 0 ? 2n * envelope.common.chainId() + protectedV : 0n
  const zeros = { v: { value: v }, r: { value: 0n }, s: { value: 0n } }
  const signed: TypedTransaction = Object.create(envelope, zeros)
  const raw = signed.serialize()
  const hash = bytesToHex(keccak256(raw))
  const shown = formatTransaction({ hash, sender: new Address(from), envelope: signed })
  const { blockTimestamp, ...tx } = shown
  return { raw: bytesToHex(raw), tx }
}
