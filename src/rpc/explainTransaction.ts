import type { Devnet } from '../devnet/devnet.ts'
import { labelsOf } from '../devnet/fixtures/fixtureNames.ts'
import type { TransactionWords } from '../devnet/hooks/extension.ts'
import type { Located } from '../devnet/read/reader.ts'
import { revertReason } from '../execution/executionErrors.ts'
import { labelOf } from '../files/declared/declaredFixture.ts'
import { bytesToHex, type Hex, hexToBytes } from '../lib/hex.ts'
import { amountWords, cutText } from '../lib/text.ts'
import type {
  TransactionContent,
  TransactionExplanation,
  TransactionFate,
  TransactionReason,
} from '../types/transactionFate.ts'
import { watchAgain } from './trace/tracing.ts'

/** Explains a transaction: where it is and why, as data, and in a sentence with names. */
export async function explainTransaction(
  devnet: Devnet,
  hash: Hex,
): Promise<TransactionExplanation> {
  const { statuses } = devnet
  const reason = await statuses.explain(hash)
  const memory = statuses.memoryOf(hash)
  const located = devnet.reader.transaction(hash)
  const content = located === undefined ? memory.content : contentOf(located)
  if (content === undefined) return { ...reason, ...memory, summary: reason.message }
  const words = await wordsOf(devnet, content, located)
  const subject = subjectOf(devnet, content, words)
  const fate = statuses.find(hash)
  const summary = `${subject} ${courseOf(devnet, fate, reason)}${outcomeOf(located, words)}`
  return { ...reason, ...memory, summary }
}

function contentOf({ transaction: { sender, envelope } }: Located): TransactionContent {
  const { to, value, nonce, data } = envelope
  return {
    from: bytesToHex(sender.bytes),
    to: to && bytesToHex(to.bytes),
    value,
    nonce,
    data: bytesToHex(data),
  }
}

async function wordsOf(
  devnet: Devnet,
  { to, data }: TransactionContent,
  located: Located | undefined,
): Promise<TransactionWords> {
  const { reader, hooks, names } = devnet
  const { receipt, block } = located ?? {}
  const { state } = block ?? reader.pending ?? reader.head
  const failed =
    receipt?.status === 0
      ? {
          receipt,
          runAgain: (again: Parameters<typeof watchAgain>[2]) =>
            watchAgain(devnet, receipt.transaction.hash, again),
        }
      : undefined
  const fixture = { ...names.known, labels: namesOf(devnet) }
  const described = { to: to && hexToBytes(to), data: hexToBytes(data), state, failed }
  const plain = { call: data.slice(0, selectorLength) }
  return (await hooks.describe?.({ ...described, fixture })) ?? plain
}

/** Hex digits of a selector with its `0x`. */
const selectorLength = 10

/** `alice's Vault.withdraw(5)`, `(0)'s transfer of 1 ETH to bob` */
function subjectOf(
  devnet: Devnet,
  { from, to, value, data }: TransactionContent,
  { call }: TransactionWords,
): string {
  const labels = namesOf(devnet)
  const nameOf = (address: Hex) => labelOf(labels, address)
  const amount = value === 0n ? '' : ` ${amountWords(value)}`
  const who = `${nameOf(from)}'s`
  if (to === undefined)
    return `${who} creation of ${call || 'a contract'}${amount && ` with${amount}`}`
  if (data === '0x' && call === '')
    return `${who} transfer of${amount || ' 0 ETH'} to ${nameOf(to)}`
  const hasContract = /^[^(]*[. ]/.test(call)
  const target = hasContract ? '' : ` to ${nameOf(to)}`
  const what = /^(0x|$)/.test(call) ? `call ${call}`.trimEnd() : call
  return `${who} ${cutText(what)}${target}${amount && ` with${amount}`}`
}

/** Names of addresses, as the inspector has them. */
function namesOf({ accounts, names }: Devnet): Readonly<Record<Hex, string>> {
  const own = accounts.map(({ address }) => bytesToHex(address))
  return labelsOf(own, names.known.labels)
}

/** Where it is, after which times. */
function courseOf(devnet: Devnet, fate: TransactionFate, reason: TransactionReason): string {
  const { status } = fate
  if (reason.reason === 'fault' && status !== 'dropped') return `is at risk: ${reason.message}`
  if (status === 'dropped') return `was dropped: ${reason.message}`
  if (status === 'pooled') return `waits: ${reason.message}`
  if (status === 'unknown') return reason.message
  const { blockNumber, transactionIndex, times } = fate
  const { pooledMs, preconfirmedMs, sealedMs } = times
  const flashblock =
    status === 'preconfirmed'
      ? fate.flashblockIndex
      : flashblockOf(devnet, blockNumber, transactionIndex)
  const early =
    flashblock === undefined
      ? ''
      : `was pre-confirmed in flashblock ${flashblock} of block ${blockNumber}${laterBy(pooledMs, preconfirmedMs, 'after it was sent')}`
  if (status === 'preconfirmed') return `${early}; the block is not sealed yet`
  if (early === '')
    return `was sealed in block ${blockNumber}${laterBy(pooledMs, sealedMs, 'after it was sent')}`
  return `${early}, and sealed${laterBy(preconfirmedMs, sealedMs, 'later')}`
}

function laterBy(from: number | undefined, to: number | undefined, after: string): string {
  return from === undefined || to === undefined ? '' : `, ${to - from} ms ${after}`
}

/** The flashblock that a transaction of a sealed block was in, of the newest 256 blocks. */
function flashblockOf(
  { publisher, reader }: Devnet,
  blockNumber: bigint,
  transactionIndex: number,
): number | undefined {
  const [block] = reader.blocks(blockNumber, blockNumber)
  const hash = block?.receipts[transactionIndex]?.transaction.hash
  if (block === undefined || hash === undefined) return undefined
  return publisher.published
    .on(bytesToHex(block.header.parentHash))
    .find(({ transactions }) => transactions.includes(hash))?.index
}

/** What came of it, once it has run. */
function outcomeOf(located: Located | undefined, { error, place }: TransactionWords): string {
  const receipt = located?.receipt
  if (receipt === undefined || receipt.status === 1) return ''
  const why = error ?? revertReason(receipt.output) ?? receipt.failure ?? ''
  const where = place === undefined ? '' : ` at ${place}`
  return `; it failed${why && `: ${cutText(why)}`}${where}`
}
