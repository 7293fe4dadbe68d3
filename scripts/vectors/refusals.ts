/** Of a part that cannot be read: the encoding of a transaction or a block, or one of its fields. */
const malformed =
  /RLP|decod|not a block|fields, but must have|must be array|cannot be an array|leading zero|Only expecting|length should|should have|exceed|invalid|unknown|too (?:short|long|large)|overflow|values/i
const uncles = /uncle/i
const gasLimit = /gas ?limit/i
const blobGas = /blob gas/i
const creation = /create contract/
const signature = /signature|recover|\bv\b|y-?parity|invalid y|chain ?id/i
const format =
  /fields, but must have|withdrawals: there are|not a block|header: |base fee|blob gas|requests hash|difficulty|nonce/i

/** What our refusals say, by the name that the official tests have for the reason of a block. */
const ofBlocks: Readonly<Record<string, RegExp>> = {
  TOO_MANY_UNCLES: uncles,
  UNCLE_IN_CHAIN: uncles,
  UNCLE_IS_ANCESTOR: uncles,
  UNCLE_IS_BROTHER: uncles,
  UNCLE_PARENT_INCORRECT: uncles,
  UNCLE_UNKNOWN_PARENT: uncles,
  INVALID_UNCLES_HASH: uncles,
  IMPORT_IMPOSSIBLE_UNCLES_OVER_PARIS: uncles,
  EXTRA_DATA_TOO_BIG: /extra ?data/i,
  EXTRA_DATA_INVALID_DAO: /extra ?data/i,
  // The block is given after the one before it in the file, whose number may be another.
  UNKNOWN_PARENT: /parent hash|number/,
  UNKNOWN_PARENT_ZERO: /parent hash|number/,
  INVALID_BLOCK_NUMBER: /number/,
  INVALID_BLOCK_TIMESTAMP_OLDER_THAN_PARENT: /timestamp/,
  GASLIMIT_TOO_BIG: gasLimit,
  INVALID_GASLIMIT: gasLimit,
  INVALID_DIFFICULTY: /difficulty/,
  IMPORT_IMPOSSIBLE_DIFFICULTY_OVER_PARIS: /difficulty/,
  INVALID_LOG_BLOOM: /logs bloom/,
  INVALID_STATE_ROOT: /state root/,
  INVALID_RECEIPTS_ROOT: /receipts root/,
  INVALID_TRANSACTIONS_ROOT: /transactions root/,
  INVALID_WITHDRAWALS_ROOT: /withdrawals root/,
  INVALID_BASEFEE_PER_GAS: /base ?fee/i,
  INVALID_GAS_USED: /gas used/,
  INVALID_GAS_USED_ABOVE_LIMIT: /gas used|gas limit/,
  GAS_USED_OVERFLOW: /gas used|gas limit/,
  BLOB_GAS_USED_ABOVE_LIMIT: blobGas,
  INCORRECT_BLOB_GAS_USED: blobGas,
  INCORRECT_EXCESS_BLOB_GAS: /excess blob gas/,
  INVALID_REQUESTS: /requests/,
  INVALID_DEPOSIT_EVENT_LAYOUT: /deposit/,
  SYSTEM_CONTRACT_EMPTY: /contract|system call/,
  SYSTEM_CONTRACT_CALL_FAILED: /contract|system call/,
  RLP_BLOCK_LIMIT_EXCEEDED: /size|bytes/,
  RLP_WITHDRAWALS_NOT_READ: /withdrawal|not a block/,
  RLP_INVALID_ADDRESS: /withdrawal|address|not a block/i,
  RLP_INVALID_FIELD_OVERFLOW_64: malformed,
  RLP_STRUCTURES_ENCODING: malformed,
  INCORRECT_BLOCK_FORMAT: format,
  IMPORT_IMPOSSIBLE_LEGACY: format,
  IMPORT_IMPOSSIBLE_LEGACY_WRONG_PARENT: format,
  IMPORT_IMPOSSIBLE_LONDON_WRONG_PARENT: format,
  IMPORT_IMPOSSIBLE_LONDON_OVER_PARIS: format,
  IMPORT_IMPOSSIBLE_PARIS_WRONG_POW: format,
  IMPORT_IMPOSSIBLE_PARIS_WRONG_POS: format,
  IMPORT_IMPOSSIBLE_PARIS_OVER_SHANGHAI: format,
  IMPORT_IMPOSSIBLE_SHANGHAI: format,
}

/** As `ofBlocks`, of transactions. All others that begin with `RLP_` cannot be read. */
const ofTransactions: Readonly<Record<string, RegExp>> = {
  INSUFFICIENT_ACCOUNT_FUNDS: /insufficient funds/,
  NONCE_MISMATCH_TOO_LOW: /nonce too low/,
  NONCE_MISMATCH_TOO_HIGH: /nonce too high/,
  NONCE_IS_MAX: /nonce/,
  NONCE_TOO_BIG: /nonce/,
  NONCE_OVERFLOW: /nonce/,
  SENDER_NOT_EOA: /sender not an eoa/,
  GAS_ALLOWANCE_EXCEEDED: /exceeds the gas left in the block/,
  GAS_LIMIT_EXCEEDS_MAXIMUM: /gas limit/,
  GASLIMIT_OVERFLOW: gasLimit,
  GASLIMIT_PRICE_PRODUCT_OVERFLOW: /gas ?limit|insufficient funds/i,
  GASPRICE_OVERFLOW: /gasPrice|maxFeePerGas/,
  PRIORITY_OVERFLOW: /maxPriorityFeePerGas|maxFeePerGas/,
  VALUE_OVERFLOW: /value/,
  INTRINSIC_GAS_TOO_LOW: /intrinsic gas|floor|gas limit/,
  INTRINSIC_GAS_BELOW_FLOOR_GAS_COST: /floor|intrinsic gas|lower than the minimum gas limit/,
  INITCODE_SIZE_EXCEEDED: /init ?code/i,
  INSUFFICIENT_MAX_FEE_PER_GAS: /max fee per gas/,
  INSUFFICIENT_MAX_FEE_PER_BLOB_GAS: /max fee per blob gas/,
  PRIORITY_GREATER_THAN_MAX_FEE_PER_GAS: /maxPriorityFeePerGas|max priority fee/,
  PRIORITY_GREATER_THAN_MAX_FEE_PER_GAS_2: /maxPriorityFeePerGas|max priority fee/,
  INVALID_SIGNATURE_VRS: signature,
  EC_RECOVERY_FAIL: signature,
  INVALID_CHAINID: signature,
  ADDRESS_TOO_SHORT: malformed,
  ADDRESS_TOO_LONG: malformed,
  TYPE_NOT_SUPPORTED: /type|not enabled/,
  TYPE_3_TX_PRE_FORK: /type|not enabled/,
  TYPE_3_TX_ZERO_BLOBS_PRE_FORK: /type|not enabled/,
  TYPE_4_TX_PRE_FORK: /type|not enabled/,
  TYPE_3_TX_CONTRACT_CREATION: creation,
  TYPE_3_TX_ZERO_BLOBS: /blob/,
  TYPE_3_TX_BLOB_COUNT_EXCEEDED: /blob/,
  TYPE_3_TX_MAX_BLOB_GAS_ALLOWANCE_EXCEEDED: /blob gas|too many blobs/,
  TYPE_3_TX_INVALID_BLOB_VERSIONED_HASH: /versioned hash|hash version/,
  TYPE_3_TX_WITH_FULL_BLOBS: malformed,
  TYPE_4_EMPTY_AUTHORIZATION_LIST: /authorization list is empty|at least one authorization/,
  TYPE_4_TX_CONTRACT_CREATION: creation,
  TYPE_4_INVALID_AUTHORIZATION_FORMAT: /7702|authorization|authority/,
  TYPE_4_INVALID_AUTHORITY_SIGNATURE: /7702|authorization|authority/,
  TYPE_4_INVALID_AUTHORITY_SIGNATURE_S_TOO_HIGH: /7702|authorization|authority/,
}

/** The words that a refusal for this reason has; none for one that is not known here. */
function wordsOf(reason: string): RegExp | undefined {
  const [kind, name = ''] = reason.split('.')
  if (kind === 'BlockException') return ofBlocks[name]
  if (kind !== 'TransactionException') return undefined
  return ofTransactions[name] ?? (name.startsWith('RLP_') ? malformed : undefined)
}

/** Whether a refusal has one of the reasons, joined by `|`. A test that names none is content with any. */
export function isExpected(said: string, reasons: string | undefined): boolean {
  if (reasons === undefined || reasons === '') return true
  return reasons.split('|').some((reason) => wordsOf(reason.trim())?.test(said) === true)
}

/** Whether one of the reasons is about a transaction. */
export function isOfTransaction(reasons: string | undefined): boolean {
  return reasons?.includes('TransactionException.') === true
}
