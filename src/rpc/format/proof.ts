import { bytesToHex, type Hex, quantity } from '../../lib/hex.ts'
import type { AccountProof } from '../../types/state.ts'

/** Account proof: EIP-1186, execution-apis `AccountProof`. `keys` are the slots as they were asked for. */
export function formatProof(
  address: Uint8Array,
  keys: readonly Hex[],
  { account, accountProof, slots }: AccountProof,
) {
  return {
    address: bytesToHex(address),
    accountProof: accountProof.map(bytesToHex),
    balance: quantity(account.balance),
    codeHash: bytesToHex(account.codeHash),
    nonce: quantity(account.nonce),
    storageHash: bytesToHex(account.storageRoot),
    storageProof: slots.map(({ slot, value, proof }, position) => ({
      key: keys[position] ?? bytesToHex(slot),
      value: quantity(value),
      proof: proof.map(bytesToHex),
    })),
  }
}
