import { traceText } from '../solidity/trace/traceText.ts'
import type { DecodedTrace } from '../types/callTrace.ts'
import type { PreconfDevnet } from '../types/devnet.ts'
import type { Output } from './output.ts'

const colours = {
  good: 'green',
  bad: 'red',
  event: 'cyan',
  dim: 'dim',
  console: 'magenta',
} as const

/** Prints what the transactions of each block did, in the order of the blocks. */
export function reportTraces(output: Output, devnet: PreconfDevnet): void {
  let printed = Promise.resolve()
  devnet.on('blocks', (sealed) => {
    for (const hash of 'transactions' in sealed ? sealed.transactions : []) {
      const traced = trace(devnet, hash)
      printed = printed.then(async () => {
        const decoded = await traced
        if (decoded === undefined) return
        output.line(`trace ${hash}`)
        output.line(traceText(decoded, (part, text) => output.style(colours[part], text)))
      })
    }
  })
}

/** Nothing when the block is gone again, as after a reorg, or the chain is closed. */
async function trace({ provider }: PreconfDevnet, hash: string): Promise<DecodedTrace | undefined> {
  return provider.request({ method: 'preconf_trace', params: [hash] }).catch(() => undefined)
}
