import type { SoliditySettings } from '../../devnet/options/solidityOptions.ts'
import type { Hex } from '../../lib/hex.ts'
import type { PreconfDevnet } from '../../types/devnet.ts'
import type { SolidityStackEntry } from '../../types/solidity/reports.ts'
import type { CommandOptions } from '../flag.ts'
import type { Output } from './output.ts'
import {
  consoleLine,
  createRefusalReport,
  explanationLines,
  reportBlock,
  reportDropped,
  reportEmptyBlocks,
  reportFlashblock,
  reportQueued,
  reportReorg,
  reportRequest,
  reportRevert,
} from './reporter.ts'
import { inOrder } from './text.ts'

/** Prints what happens on the chain, as far as it is asked for, from when this resolves. */
export async function report(
  written: Output,
  devnet: PreconfDevnet,
  options: CommandOptions & Pick<SoliditySettings, 'printTraces'>,
): Promise<void> {
  const { verbose = false, printLogs = true, printTraces } = options
  // Who wants none need not wait for the code; who does misses nothing while it is loaded.
  const { reportTraces } = printTraces ? await import('./traces.ts') : {}
  const output = inOrder(written)
  const onFailed = (hash: Hex) => output.later(failedLines(output, devnet, hash))
  devnet.on(verbose ? 'flashblock' : 'filledFlashblock', (flashblock) => {
    const { fixture, cadence } = devnet
    const withoutTitle = cadence.mining === 'auto' || cadence.mining === 'mixed'
    const options = { printLogs, withEmpty: verbose, withoutTitle, fixture, onFailed }
    reportFlashblock(output, flashblock, options)
  })
  devnet.on('blocks', (sealed) => {
    if ('from' in sealed) reportEmptyBlocks(output, sealed)
    else reportBlock(output, sealed)
  })
  devnet.on('revert', (revert) => reportRevert(output, revert))
  devnet.on('reorg', (reorg) => reportReorg(output, reorg))
  devnet.on('queued', (queued) => reportQueued(output, queued))
  devnet.on('dropped', (dropped) => reportDropped(output, dropped))
  if (printLogs) {
    devnet.on('console', (lines) => {
      for (const line of lines) output.line(consoleLine(output, line))
    })
  }
  devnet.on('refused', createRefusalReport(output))
  devnet.on('request', (request) => {
    if (verbose || request.error !== undefined) reportRequest(output, request)
  })
  // Who wants none need not wait for the code.
  reportTraces?.(output, devnet, printTraces)
}

/** The lines of Solidity that a transaction failed in, where they are known, below a custom error by name. */
async function failedLines(
  output: Output,
  { provider }: PreconfDevnet,
  hash: Hex,
): Promise<readonly string[]> {
  const told = await provider.request({ method: 'preconf_stackTrace', params: [hash] })
  const entries: readonly SolidityStackEntry[] = told?.stackTrace ?? []
  const isKnown = entries.some(({ sourceReference }) => sourceReference !== undefined)
  return isKnown ? explanationLines(output, told) : []
}
