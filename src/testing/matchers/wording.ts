import type { Executed } from './executed.ts'

/** The subject of a sentence about transactions: `the transaction 0x…`, `the transactions 0x…, 0x…`. */
export function nameOf(transactions: readonly Pick<Executed, 'hash'>[]): string {
  const hashes = transactions.map(({ hash }) => hash).join(', ')
  return `the transaction${transactions.length === 1 ? '' : 's'} ${hashes}`
}

/** The pronoun for the subject. */
export function pronounOf({ length }: readonly Executed[]): 'it' | 'they' {
  return length === 1 ? 'it' : 'they'
}
