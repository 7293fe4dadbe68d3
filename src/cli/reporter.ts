import type {
  BlockSummary,
  FlashblockSummary,
  RequestSummary,
  TransactionSummary,
} from '../types/devnet.ts'
import type { Output } from './output.ts'
import { counted, feePerGas, thousands } from './units.ts'

/** A reason can be any text that a contract chose; a page of it tells nobody more. */
const longestReason = 300

/** Prints a flashblock that has transactions, then each of them. */
export function reportFlashblock(
  output: Output,
  { blockNumber, index, transactions }: FlashblockSummary,
  { printLogs = true, withEmpty = false } = {},
): void {
  if (transactions.length === 0 && !withEmpty) return
  const title = output.style('cyan', `flashblock ${blockNumber}.${index}`)
  output.line(`${title}  ${counted(transactions.length, 'transaction')}`)
  for (const transaction of transactions) {
    output.line(`  ${transactionLine(output, transaction)}`)
    if (!printLogs) continue
    for (const line of transaction.consoleLogs) output.line(`    ${consoleLine(output, line)}`)
  }
}

function transactionLine(output: Output, transaction: TransactionSummary): string {
  const { hash, status, gasUsed, reason } = transaction
  const isSuccess = status === 'success'
  const gas = output.style('dim', `gas ${thousands(gasUsed)}`)
  const why = reason === undefined ? '' : `  ${output.style('red', printable(reason))}`
  return `${hash}  ${output.style(isSuccess ? 'green' : 'red', status)}  ${gas}${why}`
}

/** What a contract has printed, in a line. */
export function consoleLine(output: Output, line: string): string {
  return `${output.style('magenta', 'console.log')}  ${printable(line)}`
}

/** Prints what was asked and whether it was answered. */
export function reportRequest(output: Output, { method, durationMs, error }: RequestSummary): void {
  const why = error === undefined ? '' : `  ${output.style('red', printable(error))}`
  output.line(`${output.style('dim', `${method}  ${durationMs.toFixed(1)} ms`)}${why}`)
}

/** Prints a sealed block in a line. */
export function reportBlock(output: Output, block: BlockSummary): void {
  const { number, hash, transactions, gasUsed, baseFeePerGas } = block
  const isEmpty = transactions.length === 0
  const title = output.style(isEmpty ? 'dim' : ['bold', 'green'], `block ${number}`)
  const parts = [hash, counted(transactions.length, 'transaction')]
  if (!isEmpty) parts.push(`gas ${thousands(gasUsed)}`)
  if (baseFeePerGas !== undefined) parts.push(`base fee ${feePerGas(baseFeePerGas)}`)
  output.line(`${title}  ${output.style('dim', parts.join('  '))}`)
}

/** The text in one line, without what would command a terminal. */
export function printable(text: string): string {
  const short = text.length > longestReason ? `${text.slice(0, longestReason)}…` : text
  // Control characters and the marks that turn the direction of writing.
  return short.replace(
    /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu,
    (character) => `\\u{${(character.codePointAt(0) ?? 0).toString(16)}}`,
  )
}
