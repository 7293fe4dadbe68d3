import * as v from 'valibot'
import { address, bytes32, data } from './data.ts'
import { field, list, object } from './object.ts'
import { looseInteger, looseQuantity64, quantity64 } from './quantity.ts'
import { transactionRequest } from './transactionRequest.ts'

/** EIP-4895; `amount` in gwei. */
export const withdrawal = object({
  index: quantity64,
  validatorIndex: quantity64,
  address,
  amount: quantity64,
})

/** What the consensus layer asks a block to be: engine API `PayloadAttributesV3`. */
export const payloadAttributes = object({
  timestamp: quantity64,
  prevRandao: bytes32,
  suggestedFeeRecipient: address,
  withdrawals: field(list(withdrawal)),
  parentBeaconBlockRoot: field(bytes32),
})

/** The maximum number of transactions, which take a few seconds. */
const maxTransactions = 10_000

const transaction = v.lazy((input) => (typeof input === 'string' ? data : transactionRequest))

/** anvil's pairs of a transaction, signed or to be signed, and the new block that it is for. */
export const reorgTransactions = v.pipe(
  list(
    v.pipe(
      v.strictTuple([transaction, looseInteger], 'expected a pair of transaction and block index'),
      v.transform(([made, block]) => ({ transaction: made, block })),
    ),
  ),
  v.maxLength(maxTransactions, `more than ${maxTransactions} transactions`),
)

const onlyTimestamp = v.pipe(
  looseQuantity64,
  v.transform((timestamp) => ({ timestamp, blocks: undefined })),
)

const request = object({ timestamp: field(looseQuantity64), blocks: field(looseInteger) })

/** What `evm_mine` takes: nothing, the time of the block in seconds, or that and the number of blocks. */
export const mineRequest = v.optional(
  v.lazy((input) => (typeof input === 'object' ? request : onlyTimestamp)),
  {},
)

/** Besu's way to ask for whole transactions. */
const besuOption = v.pipe(
  object({ includeTransactions: field(v.boolean('expected a boolean')) }),
  v.transform(({ includeTransactions = false }) => includeTransactions),
)

const flag = v.boolean('expected a boolean or an object')

/** Whether whole transactions are wanted instead of hashes. */
export const fullTransactions = v.lazy((input) => (typeof input === 'object' ? besuOption : flag))
