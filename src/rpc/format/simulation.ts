import type { BundledResult } from '../../execution/simulate/callBundle.ts'
import type { SimulatedLog } from '../../execution/simulate/logTrace.ts'
import type { SimulatedBlock } from '../../execution/simulate/simulate.ts'
import type { SimulatedCall, SimulatedFailure } from '../../execution/simulate/simulateCall.ts'
import { bytesToHex, hexToBytes, quantity } from '../../lib/hex.ts'
import { remembered } from '../../lib/memo.ts'
import { keccak256 } from '../../wasm/keccak/keccak256.ts'
import { formatHeaderFields } from './block.ts'
import { zeroHash } from './quantities.ts'
import { formatTransaction } from './transaction.ts'

/** The service's answer, or exactly the specification's. */
export type SimulateFormat = 'service' | 'execution-apis'

/** What is written between two looks at the clock: some ten microseconds. */
const charactersAtOnce = 2 ** 13

/** Mostly the same bytes again and again. */
const knownHex = remembered(bytesToHex)

/** A log as `formatLog` gives it: there are many of them, and by objects their text takes twice as long. */
function logText(
  { log: { address, topics, data }, logIndex }: SimulatedLog,
  place: string,
): string {
  let topicTexts = ''
  for (const topic of topics) topicTexts += `${topicTexts && ','}"${knownHex(topic)}"`
  return (
    `{"address":"${knownHex(address)}","topics":[${topicTexts}],"data":"${bytesToHex(data)}",` +
    `${place},"logIndex":"${quantity(logIndex)}","removed":false}`
  )
}

function formatFailure({ code, message, data }: SimulatedFailure) {
  return { message, code, ...(data !== undefined && { data: bytesToHex(data) }) }
}

/**
 * Call result: execution-apis `CallResults`. The service has a text for `error` and no `maxUsedGas`; the
 * structured error stands in `errorDetails`, and its data in `returnData`, where viem looks for them.
 */
function callText(call: SimulatedCall, place: string, format: SimulateFormat): string {
  const { returnData, logs, gasUsed, maxUsedGas, status, failure } = call
  let logTexts = ''
  for (const log of logs) logTexts += `${logTexts && ','}${logText(log, place)}`
  const isService = format === 'service'
  const most = isService ? '' : `"maxUsedGas":"${quantity(maxUsedGas)}",`
  const shownData = isService ? (failure?.data ?? returnData) : returnData
  const text =
    `{"returnData":"${bytesToHex(shownData)}","logs":[${logTexts}],` +
    `"gasUsed":"${quantity(gasUsed)}",${most}"status":"${quantity(status)}"`
  if (failure === undefined) return `${text}}`
  const details = JSON.stringify(formatFailure(failure))
  if (!isService) return `${text},"error":${details}}`
  return `${text},"error":${JSON.stringify(failure.message)},"errorDetails":${details}}`
}

/** What is said of a block before its calls. */
function headText({ header, hash, size }: SimulatedBlock, format: SimulateFormat): string {
  const fields = formatHeaderFields(header, hash)
  // The service keeps nothing of a simulation, so it names no state.
  if (format === 'service') fields.stateRoot = zeroHash
  // All are hex: three times as fast as `JSON.stringify`, which looks at each character.
  let text = ''
  for (const name in fields) text += `"${name}":"${fields[name as keyof typeof fields]}",`
  return `{${text}"size":"${quantity(size)}"`
}

function tailText(block: SimulatedBlock, full: boolean): string {
  const { header, withdrawals } = block
  const list = full ? fullTexts(block) : block.transactions.map(({ hash }) => `"${hash}"`)
  const text = `"transactions":[${list.join()}],"uncles":[]`
  if (header.withdrawalsRoot === undefined) return `${text}}`
  const withdrawn = withdrawals.map((withdrawal) => withdrawal.toJSON())
  return `${text},"withdrawals":${JSON.stringify(withdrawn)}}`
}

function fullTexts({ hash, header, transactions }: SimulatedBlock): readonly string[] {
  return transactions.map((transaction, index) =>
    JSON.stringify(formatTransaction(transaction, { blockHash: hash, header, index })),
  )
}

/**
 * Answer of `eth_simulateV1`: execution-apis `EthSimulateResult`, with whole transactions when
 * `full`. The service leaves out the blocks that only fill a gap in the numbers.
 */
export function* simulationTexts(
  blocks: readonly SimulatedBlock[],
  { format, full }: { format: SimulateFormat; full: boolean },
): Generator<string> {
  let separator = '['
  for (const block of blocks) {
    if (format === 'service' && block.isFilling) continue
    const { hash, header, transactions } = block
    let text = `${separator}${headText(block, format)},"calls":[`
    const number = `"blockNumber":"${quantity(header.number)}","transactionHash":"`
    const time = `","blockHash":"${hash}","blockTimestamp":"${quantity(header.timestamp)}"`
    let index = 0
    for (const { hash } of transactions) {
      const call = block.calls[index]
      if (call === undefined) throw new Error(`transaction ${index} of a simulation has no call`)
      const place = `${number}${hash}","transactionIndex":"${quantity(index)}${time}`
      text += `${index++ === 0 ? '' : ','}${callText(call, place, format)}`
      if (text.length < charactersAtOnce) continue
      yield text
      text = ''
    }
    yield `${text}],${tailText(block, full)}`
    separator = ','
  }
  yield separator === '[' ? '[]' : ']'
}

/** The answer of mev-geth's `eth_callBundle`: amounts are decimal texts. `parent`: the block whose state it ran on. */
export function formatBundle(results: readonly BundledResult[], parent: bigint) {
  const hashes = results.map(({ transaction }) => transaction.hash.slice(2)).join('')
  const sum = (read: (result: BundledResult) => bigint) =>
    results.reduce((total, result) => total + read(result), 0n)
  const gasUsed = sum((result) => result.gasUsed)
  const gasFees = sum((result) => result.gasFees)
  const coinbaseDiff = sum((result) => result.coinbaseDiff)
  return {
    bundleGasPrice: `${gasUsed === 0n ? 0n : coinbaseDiff / gasUsed}`,
    bundleHash: bytesToHex(keccak256(hexToBytes(hashes))),
    coinbaseDiff: `${coinbaseDiff}`,
    ethSentToCoinbase: `${coinbaseDiff - gasFees}`,
    gasFees: `${gasFees}`,
    results: results.map(formatBundled),
    stateBlockNumber: Number(parent),
    totalGasUsed: Number(gasUsed),
  }
}

function formatBundled(result: BundledResult) {
  const { transaction, gasUsed, gasFees, coinbaseDiff, output, failure } = result
  const { hash, sender, envelope } = transaction
  const returned = bytesToHex(output)
  return {
    coinbaseDiff: `${coinbaseDiff}`,
    ethSentToCoinbase: `${coinbaseDiff - gasFees}`,
    fromAddress: bytesToHex(sender.bytes),
    gasFees: `${gasFees}`,
    gasPrice: `${coinbaseDiff / gasUsed}`,
    gasUsed: Number(gasUsed),
    toAddress: envelope.to === undefined ? '0x' : bytesToHex(envelope.to.bytes),
    txHash: hash,
    ...(failure === undefined ? { value: returned } : { error: failure, revert: returned }),
  }
}
