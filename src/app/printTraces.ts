import type { Hex } from '../lib/hex.ts'
import type { DecodedTrace } from '../types/callTrace.ts'
import type { PreconfDevnet } from '../types/devnet.ts'

/** As `preconf_trace` answers. */
type Traced = DecodedTrace & { readonly text: string }

/** Tells what the transactions of each block did, in the order of the blocks. */
export function printTraces(
  devnet: PreconfDevnet,
  print: (hash: Hex, traced: Traced) => void,
): void {
  let printed = Promise.resolve()
  devnet.on('blocks', (sealed) => {
    for (const hash of 'transactions' in sealed ? sealed.transactions : []) {
      const traced = trace(devnet, hash)
      printed = printed.then(async () => {
        const told = await traced
        if (told !== undefined) print(hash, told)
      })
    }
  })
}

/** Nothing when the block is gone again, as after a reorg, or the chain is closed. */
async function trace({ provider }: PreconfDevnet, hash: Hex): Promise<Traced | undefined> {
  return provider.request({ method: 'preconf_trace', params: [hash] }).catch(() => undefined)
}
