import type { PreconfDevnet } from '../types/devnet.ts'
import type { CommandOptions } from './flag.ts'
import type { Output } from './output.ts'
import { consoleLine, reportBlock, reportFlashblock, reportRequest } from './reporter.ts'

/** Prints what happens on the chain, as far as it is asked for. */
export function report(output: Output, devnet: PreconfDevnet, options: CommandOptions): void {
  const { verbose = false, printLogs = true, printTraces = false } = options
  devnet.on('flashblock', (flashblock) => {
    reportFlashblock(output, flashblock, { printLogs, withEmpty: verbose })
  })
  devnet.on('block', (block) => reportBlock(output, block))
  if (printLogs) {
    devnet.on('console', (lines) => {
      for (const line of lines) output.line(consoleLine(output, line))
    })
  }
  if (verbose) devnet.on('request', (request) => reportRequest(output, request))
  // Who wants none need not wait for the code.
  if (printTraces)
    void import('./traces.ts').then(({ reportTraces }) => reportTraces(output, devnet))
}
