import { type BlockLevelAccessList, setLengthLeft } from '@ethereumjs/util'
import { bytesToHex, type Hex, hexToBytes, quantity } from '../../lib/hex.ts'

/** Execution-apis `BlockAccessList`. */
export function formatBlockAccessList(list: BlockLevelAccessList) {
  return list.raw().map(([address, changes, reads, balances, nonces, codes]) => ({
    address,
    storageChanges: changes.map(([slot, values]) => ({
      key: word(slot),
      changes: values.map(([index, value]) => ({ ...at(index), value: word(value) })),
    })),
    storageReads: reads.map(word),
    balanceChanges: balances.map(([index, value]) => ({ ...at(index), value: number(value) })),
    nonceChanges: nonces.map(([index, value]) => ({ ...at(index), value: number(value) })),
    codeChanges: codes.map(([index, code]) => ({ ...at(index), code: bytesToHex(code) })),
  }))
}

/** Which part of the block: 0 is what comes before the transactions, the first of which is 1. */
function at(index: number): { readonly index: Hex } {
  return { index: quantity(BigInt(index)) }
}

/** Without leading zeros, as it is encoded. */
function word(value: Hex | Uint8Array): Hex {
  return bytesToHex(setLengthLeft(typeof value === 'string' ? hexToBytes(value) : value, 32))
}

function number(value: Hex): Hex {
  return quantity(value === '0x' ? 0n : BigInt(value))
}
