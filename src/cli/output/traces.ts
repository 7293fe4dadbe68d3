import { printTraces } from '../../app/printTraces.ts'
import type { ObservedDevnet } from '../../app/startDevnet.ts'
import { traceText } from '../../extensions/solidity/trace/traceText.ts'
import type { SolidityOptions } from '../../types/options/solidityOptions.ts'
import type { Output } from './output.ts'

const colours = {
  good: 'green',
  bad: 'red',
  event: 'cyan',
  dim: 'dim',
  console: 'magenta',
} as const

/** Prints what the transactions of each block did. */
export function reportTraces(
  output: Output,
  observed: ObservedDevnet,
  how: SolidityOptions['printTraces'],
): void {
  printTraces(observed, how, (hash, traced) => {
    output.line(`trace ${hash}`)
    output.line(traceText(traced, (part, text) => output.style(colours[part], text)))
  })
}
