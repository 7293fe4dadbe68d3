import type { ObservedDevnet } from '../../app/startDevnet.ts'
import type { SoliditySettings } from '../../devnet/options/solidityOptions.ts'
import { isOfTraffic } from '../../extensions/traffic/extension.ts'
import type { Hex } from '../../lib/hex.ts'
import type { Provider } from '../../types/provider.ts'
import type { ScenarioEvent } from '../../types/scenario.ts'
import type { NamedCall } from '../../types/solidity/contract.ts'
import type { SolidityStackEntry } from '../../types/solidity/reports.ts'
import type {
  BlockSummary,
  EmptyRange,
  FlashblockSummary,
  QueuedSummary,
  TransactionSummary,
} from '../../types/summary.ts'
import type { CommandOptions } from '../flag.ts'
import {
  blockReport,
  collapsing,
  cutToWidth,
  fitting,
  namedAccounts,
  oncePerNonce,
} from './compact.ts'
import type { Output } from './output.ts'
import {
  consoleLine,
  createRefusalReport,
  flashblockLines,
  type KnownTransaction,
  reportBlock,
  reportDropped,
  reportEmptyBlocks,
  reportQueued,
  reportReorg,
  reportRequest,
  reportRevert,
} from './reporter.ts'
import { eventsSoFar, scenarioLine } from './scenario.ts'
import { inOrder } from './text.ts'

interface Report {
  /** Prints the steps of a scenario, those so far first. To be called once. */
  tellScenario(): void
  /** Waits for the lines of what has happened: they may have to be looked up. */
  written(): Promise<void>
}

/** Prints what happens on the chain, as far as it is asked for, from when this resolves. */
export async function report(
  written: Output,
  observed: ObservedDevnet,
  options: CommandOptions & Pick<SoliditySettings, 'printTraces'>,
): Promise<Report> {
  const { verbose = false, printLogs = true, printTraces } = options
  // The code is loaded lazily; events that arrive meanwhile are kept.
  const { reportTraces } = printTraces ? await import('./traces.ts') : {}
  const { devnet, observer } = observed
  const output = collapsing(inOrder(written))
  const short = verbose ? output : fitting(output)
  const compact = (line: string) => cutToWidth(line, output.columns?.())
  const names = () => (verbose ? devnet.fixture : namedAccounts(devnet))
  const isStranger = (address: Hex) =>
    !verbose && isOfTraffic(devnet.fixture.labels[address.toLowerCase() as Hex])
  devnet.on(verbose ? 'flashblock' : 'filledFlashblock', (all) => {
    const flashblock = withoutThose(all, isStranger)
    if (flashblock.transactions.length === 0 && all.transactions.length > 0) return
    const { mining } = devnet.cadence
    const isSealed = mining === 'auto' || mining === 'mixed'
    const shown = { printLogs, isSealed, compact: verbose ? undefined : compact, fixture: names() }
    const linesWith = (known?: ReadonlyMap<Hex, KnownTransaction>) =>
      flashblockLines(output.style, flashblock, { ...shown, known })
    const asked = askedOf(flashblock)
    if (asked.length === 0) for (const line of linesWith()) output.line(line)
    else output.later(whatIsKnown(observer, asked).then(linesWith))
  })
  const reportSealed = verbose ? detailedBlocks(output) : blockReport(short, output.empty)
  devnet.on('blocks', (sealed) => {
    if (devnet.isLogging) reportSealed(sealed)
  })
  devnet.on('revert', (revert) => reportRevert(output, revert))
  devnet.on('reorg', (reorg) => reportReorg(short, reorg))
  const waits = (queued: QueuedSummary) => reportQueued(short, queued, names())
  devnet.on('queued', verbose ? waits : oncePerNonce(waits))
  devnet.on('dropped', async (dropped) => {
    const by =
      dropped.reason === 'replaced' ? await senderOf(observer, dropped.replacedBy) : undefined
    if (by === undefined || !isStranger(by)) reportDropped(short, dropped)
  })
  if (printLogs) {
    devnet.on('console', (lines) => {
      for (const line of lines) output.line(consoleLine(output.style, line))
    })
  }
  const tell = (event: ScenarioEvent) => output.line(scenarioLine(output.style, event))
  devnet.on('refused', createRefusalReport(output))
  devnet.on('request', (request) => {
    if (verbose || request.error !== undefined) reportRequest(output, request)
  })
  // The code is loaded lazily.
  reportTraces?.(output, observed, printTraces)
  return {
    tellScenario() {
      for (const event of eventsSoFar(devnet.scenario)) tell(event)
      devnet.on('scenario', tell)
    },
    written: output.written,
  }
}

/** The flashblock without the transactions of these senders. */
function withoutThose(
  flashblock: FlashblockSummary,
  isLeftOut: (sender: Hex) => boolean,
): FlashblockSummary {
  const transactions = flashblock.transactions.filter(({ from }) => !isLeftOut(from))
  return transactions.length === flashblock.transactions.length
    ? flashblock
    : { ...flashblock, transactions }
}

/** Returns who has sent a transaction that is known. Never rejects. */
async function senderOf(observer: Provider, hash: Hex): Promise<Hex | undefined> {
  const request = { method: 'eth_getTransactionByHash', params: [hash] }
  const found = await observer.request(request).catch(() => null)
  return found?.from
}

function detailedBlocks(output: Output) {
  return (sealed: BlockSummary | EmptyRange): void => {
    if ('from' in sealed) reportEmptyBlocks(output, sealed)
    else reportBlock(output, sealed)
  }
}

/** Upper bound on the transactions of a flashblock that artifacts are asked about. */
const maxNamed = 1_000

/** Transactions that artifacts can say more of: all but plain transfers. */
function askedOf({ transactions }: FlashblockSummary): readonly TransactionSummary[] {
  const sayMore = transactions.filter(({ data, status }) => data !== '0x' || status === 'failure')
  return sayMore.slice(0, maxNamed)
}

/** What artifacts say of transactions, by hash. Never rejects: what is not known is absent. */
async function whatIsKnown(
  observer: Provider,
  transactions: readonly TransactionSummary[],
): Promise<ReadonlyMap<Hex, KnownTransaction>> {
  const hashes = transactions.map(({ hash }) => hash)
  const calls: readonly (NamedCall | null)[] = await observer
    .request({ method: 'preconf_decodeTransactions', params: [hashes] })
    .catch(() => [])
  const known = new Map<Hex, KnownTransaction>()
  for (const [index, { hash, status }] of transactions.entries()) {
    const failure = status === 'failure' ? await failureOf(observer, hash) : undefined
    known.set(hash, { call: calls[index] ?? undefined, failure })
  }
  return known
}

/** The lines of Solidity that a transaction failed in and its custom error by name, where they are known. */
async function failureOf(observer: Provider, hash: Hex): Promise<KnownTransaction['failure']> {
  const trace = await observer
    .request({ method: 'preconf_stackTrace', params: [hash] })
    .catch(() => undefined)
  const entries: readonly SolidityStackEntry[] = trace?.stackTrace ?? []
  const isKnown = entries.some(({ sourceReference }) => sourceReference !== undefined)
  return isKnown ? trace : undefined
}
