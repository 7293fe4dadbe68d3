import { bytesToHex, type Hex, numberToBytes } from '../../lib/hex.ts'
import { addresses, depositor } from './addresses.ts'

/** What opening a block and paying for a transaction reads of the state. */
export const systemState: {
  readonly accounts: readonly Hex[]
  readonly slots: readonly { readonly address: Hex; readonly slots: readonly Hex[] }[]
} = {
  accounts: [
    depositor,
    addresses.l1Block,
    addresses.gasPriceOracle,
    addresses.messagePasser,
    addresses.sequencerFeeVault,
    addresses.baseFeeVault,
    addresses.l1FeeVault,
    addresses.operatorFeeVault,
    addresses.baseTime,
  ].map(bytesToHex),
  slots: [
    { address: bytesToHex(addresses.l1Block), slots: slots(9) },
    { address: bytesToHex(addresses.gasPriceOracle), slots: slots(1) },
    { address: bytesToHex(addresses.baseTime), slots: slots(1) },
  ],
}

function slots(count: number): readonly Hex[] {
  return Array.from({ length: count }, (_, slot) => bytesToHex(numberToBytes(slot, 32)))
}
