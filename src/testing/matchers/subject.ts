import type { Hex } from '../../lib/hex.ts'
import { type MatcherContext, MatcherProblem } from './matcher.ts'
import { type ChainLike, has } from './requester.ts'

/** A transaction that was sent. */
export interface Sent {
  readonly hash: Hex
  /** The chain of the client that sent it. */
  readonly chain: ChainLike | undefined
}

/** A settled subject: transactions, an error, or a value that is neither. */
export type Settled =
  | { readonly kind: 'sent'; readonly transactions: readonly Sent[] }
  | { readonly kind: 'refused'; readonly error: unknown }
  | { readonly kind: 'value'; readonly value: unknown }

/**
 * Settles the subject of an assertion: a hash, a response or receipt of any client, an array of these,
 * a promise of any of them, or a function that sends and returns one.
 */
export async function settle(subject: unknown, context: MatcherContext): Promise<Settled> {
  if (context.isRejection || isError(subject)) return settleError(subject)
  let value: unknown
  try {
    value = await (typeof subject === 'function' ? subject() : subject)
  } catch (error) {
    return settleError(error)
  }
  const transactions = Array.isArray(value) ? value.map(sentOf) : [sentOf(value)]
  return transactions.every((sent) => sent !== undefined) && transactions.length > 0
    ? { kind: 'sent', transactions }
    : { kind: 'value', value }
}

/** The transactions of a subject. Throws a `MatcherProblem` when there are none, or one was not sent. */
export async function sentTransactions(
  subject: unknown,
  context: MatcherContext,
): Promise<readonly Sent[]> {
  const settled = await settle(subject, context)
  if (settled.kind === 'sent') return settled.transactions
  if (settled.kind === 'refused') {
    throw new MatcherProblem(`no transaction was sent: ${messageOf(settled.error)}`, {
      cause: settled.error,
    })
  }
  const { value } = settled
  const shown = typeof value === 'string' ? JSON.stringify(value) : String(value)
  throw new MatcherProblem(
    `expected a transaction, got ${shown}: give a transaction hash, a response or receipt, or a function that returns one of these`,
  )
}

/** The one transaction of a subject. Throws a `MatcherProblem` when there is none or several. */
export async function sentTransaction(subject: unknown, context: MatcherContext): Promise<Sent> {
  return oneOf(await sentTransactions(subject, context))
}

/** The only one. Throws a `MatcherProblem` when there are several. */
export function oneOf([transaction, ...more]: readonly Sent[]): Sent {
  if (transaction !== undefined && more.length === 0) return transaction
  throw new MatcherProblem(`expected one transaction, got ${more.length + 1}`)
}

/** First line of an error's message; those of viem continue with arguments and links. */
export function messageOf(error: unknown): string {
  const { shortMessage, message } = (error ?? {}) as { shortMessage?: unknown; message?: unknown }
  const [first] = String(shortMessage ?? message ?? error).split('\n')
  return first ?? ''
}

/** Errors of another realm have another class. */
function isError(value: unknown): boolean {
  return Object.prototype.toString.call(value) === '[object Error]'
}

/** ethers' `wait` throws when the transaction failed: it has the receipt then. */
function settleError(error: unknown): Settled {
  const failed = sentOf((error as { readonly receipt?: unknown } | undefined)?.receipt)
  return failed === undefined
    ? { kind: 'refused', error }
    : { kind: 'sent', transactions: [failed] }
}

const hashPattern = /^0x[0-9a-f]{64}$/i

function sentOf(value: unknown): Sent | undefined {
  if (typeof value === 'string') return isHash(value) ? sent(value) : undefined
  if (typeof value !== 'object' || value === null) return undefined
  const { hash, transactionHash, provider } = value as Readonly<Record<string, unknown>>
  // viem's and web3's receipts have the one, all others the other.
  const found = transactionHash ?? hash
  if (typeof found !== 'string' || !isHash(found)) return undefined
  const isClient = typeof provider === 'object' && provider !== null && has(provider, 'send')
  return sent(found, isClient ? (provider as ChainLike) : undefined)
}

function sent(hash: string, chain?: ChainLike): Sent {
  return { hash: hash.toLowerCase() as Hex, chain }
}

function isHash(text: string): boolean {
  return hashPattern.test(text)
}
