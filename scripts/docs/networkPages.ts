import { tagsOf } from '../../src/devnet/options/chainStates.ts'
import { loadBehaviour } from '../../src/extensions/networks/extension.ts'
import { recordNames, records } from '../../src/extensions/networks/records.ts'
import type { Withdrawal } from '../../src/types/chainStates.ts'
import type { NetworkFacts, NetworkRecord, SyncSend } from '../../src/types/network.ts'

type Row = readonly string[]

const all = recordNames.map((name) => records[name])

/** Facts of each network that are not in its record. */
const facts: ReadonlyMap<string, NetworkFacts> = new Map(
  await Promise.all(
    all.map(async (record) => [record.name, (await loadBehaviour(record)).facts] as const),
  ),
)

const head: Row = ['network', 'ids', 'block', 'sub-block', 'gas of a block', 'base fee', 'paid in']

/** The records' figures, one row a network, the head first. */
export function recordRows(): readonly Row[] {
  return [
    head,
    ...all.map((record) => [
      `\`${record.name}\``,
      String(record.chainId),
      blocks(record),
      subBlock(record),
      gas(record),
      baseFee(record),
      record.currency?.symbol ?? 'ETH',
    ]),
  ]
}

function blocks({ blockMs, largeBlocks }: NetworkRecord): string {
  if (largeBlocks === undefined) return duration(blockMs)
  return `${duration(blockMs)}, large: ${duration(largeBlocks.everyMs)}`
}

function gas({ gasLimit, largeBlocks }: NetworkRecord): string {
  const limits = [gasLimit, ...(largeBlocks === undefined ? [] : [largeBlocks.gasLimit])]
  return limits.map((limit) => Number(limit).toLocaleString('en')).join('; ')
}

function subBlock({ flashblockMs, subBlocks }: NetworkRecord): string {
  if (flashblockMs === undefined) return 'none'
  const { transactions, least } = subBlocks ?? {}
  if (least !== undefined) return `after ${least.transactions} transactions`
  return transactions === 1 ? 'one a transaction' : duration(flashblockMs)
}

function baseFee({ constantBaseFee, minBaseFee, denominator, elasticity }: NetworkRecord): string {
  if (constantBaseFee !== undefined) return `${constantBaseFee} wei, constant`
  return `from ${minBaseFee} wei; ${denominator}, ${elasticity}`
}

const stateHead: Row = [
  'network',
  'first sign',
  'told again',
  'withdrawn by',
  'latest',
  'pending',
  'safe',
  'finalized',
]

/** What clients see of a transaction, one row a network, the head first. */
export function stateRows(): readonly Row[] {
  return [
    stateHead,
    ...all.map((record) => {
      const first = record.states.find(({ reached, shows, tags }) => {
        return reached !== 'arrival' && (shows.includes('receipt') || tags.length > 0)
      })
      const named = (['latest', 'pending', 'safe', 'finalized'] as const).map((tag) =>
        stateOf(record, tag),
      )
      return [
        `\`${record.name}\``,
        first === undefined ? '' : `${first.name}: ${first.shows.join(', ')}`,
        repeats(record),
        first === undefined ? '' : withdrawals[first.withdrawal],
        ...named,
      ]
    }),
  ]
}

/** The kinds of subscription that push the same thing in several states. */
function repeats({ states }: NetworkRecord): string {
  const kinds = states.flatMap(({ subscriptions }) => subscriptions)
  const often = [...new Set(kinds)].flatMap((kind) => {
    const count = kinds.filter((other) => other === kind).length
    return count > 1 ? [`\`${kind}\` ${count} times`] : []
  })
  return often.length === 0 ? 'nothing' : often.join(', ')
}

const withdrawals: Readonly<Record<Withdrawal, string>> = {
  never: 'nothing',
  newIndex0: 'a new index 0',
  removedLogs: '`removed: true`',
  event: 'a message',
  silent: 'silence',
}

/** The name of the state of a tag; of two where blocks are read by another one than accounts. */
function stateOf(record: NetworkRecord, tag: 'latest' | 'pending' | 'safe' | 'finalized'): string {
  const { accounts, blocks } = tagsOf(record)
  const nameOf = (wanted: string) =>
    record.states.find(({ reached }) => reached === wanted)?.name ?? wanted
  const [account, block] = [nameOf(accounts[tag]), nameOf(blocks[tag])]
  return account === block ? account : `${account} (blocks: ${block})`
}

const syncHead: Row = ['network', 'waits', 'at most', 'longer', 'timeout', '`data` of the error']

/** How `eth_sendRawTransactionSync` waits, one row for networks that are alike, the head first. */
export function syncRows(): readonly Row[] {
  const alike = new Map<string, { readonly names: string[]; readonly sync: SyncSend }>()
  for (const { name, sync } of all) {
    const key = JSON.stringify(sync)
    const known = alike.get(key)
    if (known === undefined) alike.set(key, { names: [`\`${name}\``], sync })
    else known.names.push(`\`${name}\``)
  }
  const overs = { cut: 'shortened', default: 'the default', refuse: 'refused, -32602' } as const
  return [
    syncHead,
    ...[...alike.values()].map(({ names, sync }) => [
      names.join(', '),
      duration(sync.defaultMs),
      duration(sync.maxMs),
      overs[sync.over],
      sync.timeout === 'either' ? 'number or hex' : sync.timeout,
      sync.data,
    ]),
  ]
}

/** What is not modelled and where the facts come from, one section for networks that are alike. */
export function factSections(): string {
  const alike = new Map<NetworkFacts, string[]>()
  for (const { name } of all) {
    const own = facts.get(name)
    if (own !== undefined) alike.set(own, [...(alike.get(own) ?? []), `\`${name}\``])
  }
  return [...alike]
    .map(([{ notModelled, sources }, names]) => {
      const missing = notModelled.map((sentence) => `- ${sentence}`)
      const read = sources.map(({ from, date, sure }) => `${from} (${date}, ${'★'.repeat(sure)})`)
      return [`### ${names.join(', ')}`, missing.join('\n'), `Read: ${read.join('; ')}.`].join(
        '\n\n',
      )
    })
    .join('\n\n')
}

function duration(ms: number): string {
  return ms < 1000 ? `${ms} ms` : `${ms / 1000} s`
}
