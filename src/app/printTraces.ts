import type { Hex } from '../lib/hex.ts'
import type { PreconfDevnet } from '../types/devnet.ts'
import type { SolidityOptions } from '../types/options/solidityOptions.ts'
import type { DecodedTrace } from '../types/solidity/callTrace.ts'

/** As `preconf_trace` answers. */
type Traced = DecodedTrace & { readonly text: string }

/** Tells what the transactions of each block did, in the order of the blocks. */
export function printTraces(
  devnet: PreconfDevnet,
  how: SolidityOptions['printTraces'],
  print: (hash: Hex, traced: Traced) => void,
): void {
  let printed = Promise.resolve()
  devnet.on('blocks', (sealed) => {
    for (const hash of 'transactions' in sealed ? sealed.transactions : []) {
      const traced = trace(devnet, hash, how === 'internal')
      printed = printed.then(async () => {
        const told = await traced
        if (told !== undefined) print(hash, told)
      })
    }
  })
}

/** Nothing when the block is gone again, as after a reorg, or the chain is closed. */
async function trace(
  { provider }: PreconfDevnet,
  hash: Hex,
  internal: boolean,
): Promise<Traced | undefined> {
  const params = [hash, 'latest', { internal }]
  return provider.request({ method: 'preconf_trace', params }).catch(() => undefined)
}
