import * as v from 'valibot'
import { hexToBytes } from '../../lib/hex.ts'
import type { AccountOverride, BlockOverrides, SlotOverride } from '../../types/request.ts'
import { withdrawal } from './blockRequests.ts'
import { address, addressKey, bytes32, data, hash32, storageSlot } from './data.ts'
import { entriesAs, field, list, object } from './object.ts'
import { quantity64, quantity256 } from './quantity.ts'

const slots = entriesAs(hash32, bytes32, (slot, value): SlotOverride => [hexToBytes(slot), value])

const accountOverride = object({
  balance: field(quantity256),
  nonce: field(quantity64),
  code: field(data),
  state: field(slots),
  stateDiff: field(slots),
  movePrecompileToAddress: field(address),
})

/** What accounts are during a call, by address: execution-apis `StateOverrides`. */
export const stateOverrides = entriesAs(
  addressKey,
  accountOverride,
  (key, override): AccountOverride => ({ address: hexToBytes(key), ...override }),
)

/** 32 bytes, or as a quantity: the specification says the one, geth the other. */
const word = v.pipe(
  storageSlot,
  v.transform(({ slot }) => slot),
)

/**
 * What a call or a simulated block sees instead of the real block: execution-apis `BlockOverrides`.
 * `time` is `timestamp` at the service; `coinbase`, `random` and `baseFee` are geth's older names.
 */
export const blockOverrides = v.pipe(
  object({
    number: field(quantity64),
    time: field(quantity64),
    timestamp: field(quantity64),
    gasLimit: field(quantity64),
    feeRecipient: field(address),
    coinbase: field(address),
    prevRandao: field(word),
    random: field(word),
    baseFeePerGas: field(quantity256),
    baseFee: field(quantity256),
    blobBaseFee: field(quantity256),
    beaconRoot: field(bytes32),
    withdrawals: field(list(withdrawal)),
  }),
  v.transform(
    ({ time, coinbase, random, baseFee, ...overrides }): BlockOverrides => ({
      ...overrides,
      timestamp: time ?? overrides.timestamp,
      feeRecipient: overrides.feeRecipient ?? coinbase,
      prevRandao: overrides.prevRandao ?? random,
      baseFeePerGas: overrides.baseFeePerGas ?? baseFee,
    }),
  ),
)
