import { callInWords, errorInWords } from '../../extensions/solidity/contract/dataWords.ts'
import { labelOf } from '../../files/declared/declaredFixture.ts'
import type { Hex } from '../../lib/hex.ts'
import { printable, thousands } from '../../lib/text.ts'
import type { LoadedFixture } from '../../types/fixture.ts'
import type { NamedCall } from '../../types/solidity/contract.ts'
import type {
  BlockSummary,
  DroppedSummary,
  EmptyRange,
  FlashblockSummary,
  QueuedSummary,
  RefusalSummary,
  ReorgSummary,
  RequestSummary,
  RevertSummary,
  TransactionSummary,
} from '../../types/summary.ts'
import type { Output } from './output.ts'
import { counted, dateOf, ether, feePerGas } from './text.ts'

interface FlashblockReport {
  readonly printLogs?: boolean | undefined
  /** Whether each transaction is sealed at once, so that the block's line says where it is. */
  readonly isSealed?: boolean | undefined
  /** Makes a line fit the terminal. There is none for the flashblock then: those of its transactions say where they are. */
  readonly compact?: ((line: string) => string) | undefined
  /** Names of addresses, and ABIs. */
  readonly fixture?: LoadedFixture | undefined
  /** What is known of transactions, by hash. */
  readonly known?: ReadonlyMap<Hex, KnownTransaction> | undefined
}

/** What artifacts say of a transaction. */
export interface KnownTransaction {
  readonly call?: NamedCall | undefined
  /** The failure of a failed request. */
  readonly failure?: Pick<RequestSummary, 'solidityError' | 'solidityStack'> | undefined
}

const noFixture: LoadedFixture = { accounts: {}, contracts: {}, labels: {} }

/** Returns the lines of a flashblock: each transaction with what it printed and where it failed. */
export function flashblockLines(
  style: Output['style'],
  { blockNumber, index, transactions }: FlashblockSummary,
  {
    printLogs = true,
    isSealed = false,
    compact,
    fixture = noFixture,
    known = new Map(),
  }: FlashblockReport = {},
): readonly string[] {
  const title = style('cyan', `flashblock ${blockNumber}.${index}`)
  const hasTitle = !isSealed && compact === undefined
  const lines = hasTitle ? [`${title}  ${counted(transactions.length, 'transaction')}`] : []
  const place = isSealed ? `block ${blockNumber}` : `flashblock ${blockNumber}.${index}`
  for (const transaction of transactions) {
    const { call, failure = {} } = known.get(transaction.hash) ?? {}
    const { solidityError, solidityStack } = failure
    const parts = partsOf(style, transaction, { fixture, call, solidityError })
    const { hash, outcome, gas, parties, value, why } = parts
    const shown = compact
      ? [hash, outcome, parties, value, why, gas, style('cyan', place)]
      : [hash, outcome, gas, parties, value, why]
    const line = `  ${shown.filter((part) => part !== '').join('  ')}`
    lines.push(compact?.(line) ?? line)
    lines.push(...explanationLines(style, { solidityStack }))
    if (!printLogs) continue
    for (const line of transaction.consoleLogs) lines.push(`    ${consoleLine(style, line)}`)
  }
  return lines
}

interface KnownNames {
  readonly fixture: LoadedFixture
  readonly call: NamedCall | undefined
  /** The custom error that it failed with. */
  readonly solidityError: string | undefined
}

/** The parts of a transaction's line; empty where there is nothing to say. */
function partsOf(style: Output['style'], transaction: TransactionSummary, names: KnownNames) {
  const { hash, status, gasUsed, value } = transaction
  const why = reason(transaction, names)
  return {
    hash,
    outcome: style(status === 'success' ? 'green' : 'red', status),
    gas: style('dim', `gas ${thousands(gasUsed)}`),
    parties: parties(transaction, names),
    value: value === 0n ? '' : `value ${ether(value)} ETH`,
    why: why === undefined ? '' : style('red', printable(why)),
  }
}

/** Returns who calls whom with what, or which contract was created, by name where there is one. */
function parties(
  { from, to, contractAddress, data = '0x' }: TransactionSummary,
  { fixture, call }: KnownNames,
): string {
  const { labels } = fixture
  if (to !== undefined) {
    const label = labelOf(labels, to)
    // A contract that the fixture names is named once.
    const named = label === to ? call : call && { ...call, contract: '' }
    return `${labelOf(labels, from)} → ${label} ${printable(callInWords(fixture, data, named))}`.trimEnd()
  }
  const name = call === undefined ? 'contract' : printable(call.contract)
  const created = contractAddress === undefined ? '' : ` ${labelOf(labels, contractAddress)}`
  return `${labelOf(labels, from)} → new ${name}${created}`
}

/** A text or what the EVM says, or the error of a contract that reverts without a text. */
function reason(
  { reason: why, revertData }: TransactionSummary,
  { fixture, call, solidityError }: KnownNames,
): string | undefined {
  if (why !== 'revert' || !revertData) return why
  return solidityError ?? errorInWords(fixture, revertData, call)
}

/** What a contract has printed, in a line. */
export function consoleLine(style: Output['style'], line: string): string {
  return `${style('magenta', 'console.log')}  ${printable(line)}`
}

/** Prints what was asked and whether it was answered. */
export function reportRequest(output: Output, request: RequestSummary): void {
  const { method, durationMs, error } = request
  const why = error === undefined ? '' : `  ${output.style('red', printable(error))}`
  output.line(`${output.style('dim', `${method}  ${durationMs.toFixed(1)} ms`)}${why}`)
  for (const line of explanationLines(output.style, request)) output.line(line)
}

/** Returns a custom error by name and the lines of a Solidity stack trace, as they stand below what has failed. */
function explanationLines(
  style: Output['style'],
  { solidityError, solidityStack }: Pick<RequestSummary, 'solidityError' | 'solidityStack'>,
): readonly string[] {
  const named = solidityError === undefined ? [] : [`    ${printable(solidityError)}`]
  const lines = solidityStack?.split('\n') ?? []
  return [...named, ...lines.map((line) => `    ${style('dim', `at ${printable(line)}`)}`)]
}

/** The maximum number of different refusals that are printed. */
const maxRefusals = 100

/** Prints who is refused for where they come from: each once. */
export function createRefusalReport(output: Output): (refusal: RefusalSummary) => void {
  const reported = new Set<string>()
  return ({ header, value, reason }) => {
    const key = `${header} ${value}`
    if (reported.has(key) || reported.size === maxRefusals) return
    reported.add(key)
    output.line(`${output.style('yellow', 'refused')}  ${printable(reason)}`)
  }
}

/** Prints where many empty blocks are that one request has mined. */
export function reportEmptyBlocks(output: Output, { from, to, timestamp }: EmptyRange): void {
  const title = output.style('dim', `blocks ${from} to ${to}`)
  const parts = [`${thousands(to - from + 1n)} empty`, dateOf(timestamp)]
  output.line(`${title}  ${output.style('dim', parts.join('  '))}`)
}

/** Prints a sealed block in a line. */
export function reportBlock(output: Output, block: BlockSummary): void {
  const { number, hash, timestamp, transactions, gasUsed, baseFeePerGas } = block
  const isEmpty = transactions.length === 0
  const title = output.style(isEmpty ? 'dim' : ['bold', 'green'], `block ${number}`)
  const parts = [hash, counted(transactions.length, 'transaction')]
  if (!isEmpty) parts.push(`gas ${thousands(gasUsed)}`)
  if (baseFeePerGas !== undefined) parts.push(`base fee ${feePerGas(baseFeePerGas)}`)
  parts.push(dateOf(timestamp))
  output.line(`${title}  ${output.style('dim', parts.join('  '))}`)
}

/** Prints that blocks are gone, so that a number which is printed again is no surprise. */
export function reportRevert(output: Output, { blockNumber, removed }: RevertSummary): void {
  if (removed === 0) return
  const title = output.style('yellow', `back at block ${blockNumber}`)
  output.line(`${title}  ${output.style('dim', `${counted(removed, 'block')} reverted`)}`)
}

/** Prints which blocks were replaced. */
export function reportReorg(output: Output, { removed, added }: ReorgSummary): void {
  const title = output.style('yellow', 'reorg')
  const parts = [`${counted(removed.length, 'block')} removed`, `${added.length} added`]
  const [first] = removed
  if (first !== undefined) parts.push(`from block ${first.number} on`)
  output.line(`${title}  ${output.style('dim', parts.join('  '))}`)
}

/** Prints that a transaction waits for another one: a wallet that was not reset after a restart is the usual cause. */
export function reportQueued(
  output: Output,
  { hash, from, nonce, expectedNonce }: QueuedSummary,
  { labels }: LoadedFixture = noFixture,
): void {
  const title = output.style('yellow', 'waits')
  const why = `has nonce ${nonce}, and ${expectedNonce} is the next of ${labelOf(labels, from)}`
  output.line(
    `${title}  ${hash}  ${why}: reset the account in the wallet if the chain was restarted`,
  )
}

/** Prints why a transaction is gone. */
export function reportDropped(output: Output, dropped: DroppedSummary): void {
  output.line(
    `${output.style('yellow', 'dropped')}  ${dropped.hash}  ${printable(dropReason(dropped))}`,
  )
}

function dropReason(dropped: DroppedSummary): string {
  switch (dropped.reason) {
    case 'replaced':
      return `replaced by ${dropped.replacedBy}`
    case 'nonceUsed':
      return 'its nonce was used'
    case 'invalid':
      return dropped.message
    case 'reorged':
      return `its block ${dropped.blockNumber} left the chain`
    case 'removed':
      return 'removed from the pool on request'
    case 'fault':
      return `by the fault ${dropped.fault.kind}`
  }
}
