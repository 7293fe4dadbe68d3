import type { PreconfDevnet } from '../types/devnet.ts'
import type { CommandOptions } from './flag.ts'
import type { Output } from './output.ts'
import {
  consoleLine,
  createRefusalReport,
  reportBlock,
  reportFlashblock,
  reportRequest,
} from './reporter.ts'

/** Prints what happens on the chain, as far as it is asked for, from when this resolves. */
export async function report(
  output: Output,
  devnet: PreconfDevnet,
  options: CommandOptions,
): Promise<void> {
  const { verbose = false, printLogs = true, printTraces = false } = options
  // Who wants none need not wait for the code; who does misses nothing while it is loaded.
  const { reportTraces } = printTraces ? await import('./traces.ts') : {}
  devnet.on('flashblock', (flashblock) => {
    const { fixture, cadence } = devnet
    const withoutTitle = cadence.mining === 'auto' || cadence.mining === 'mixed'
    reportFlashblock(output, flashblock, { printLogs, withEmpty: verbose, withoutTitle, fixture })
  })
  devnet.on('block', (block) => reportBlock(output, block))
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
  reportTraces?.(output, devnet)
}
