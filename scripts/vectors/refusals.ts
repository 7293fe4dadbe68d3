/** What our refusals say, by the name that the official tests have for the reason. */
const words: Readonly<Record<string, RegExp>> = {
  'BlockException.IMPORT_IMPOSSIBLE_UNCLES_OVER_PARIS': /uncle|ommer/i,
  'BlockException.INVALID_BLOCK_TIMESTAMP_OLDER_THAN_PARENT': /timestamp/,
  'BlockException.GASLIMIT_TOO_BIG': /gas limit/i,
  'BlockException.INVALID_GASLIMIT': /gas limit/i,
  'TransactionException.INSUFFICIENT_ACCOUNT_FUNDS': /insufficient funds/,
  'TransactionException.GAS_ALLOWANCE_EXCEEDED': /gas/,
  'TransactionException.SENDER_NOT_EOA': /sender not an eoa|code/i,
  'TransactionException.GAS_LIMIT_EXCEEDS_MAXIMUM': /gas limit/,
  'TransactionException.TYPE_3_TX_BLOB_COUNT_EXCEEDED': /blob/,
  'TransactionException.TYPE_3_TX_MAX_BLOB_GAS_ALLOWANCE_EXCEEDED': /blob/,
}

/**
 * Blocks with a transaction that cannot be in them are often recorded with the root of those without it,
 * which is looked at first.
 */
const withoutIt = /transactions root/

/** Whether a refusal has one of the reasons, joined by `|`; one for which there are no words fits any. */
export function isExpected(said: string, reasons: string | undefined): boolean {
  if (reasons === undefined || reasons === '') return true
  return reasons
    .split('|')
    .some(
      (reason) =>
        (words[reason]?.test(said) ?? true) ||
        (reason.startsWith('TransactionException.') && withoutIt.test(said)),
    )
}
