import type { Hex } from '../lib/hex.ts'
import type { SolidityOptions } from '../types/options/solidityOptions.ts'
import type { Provider } from '../types/provider.ts'
import type { DecodedTrace } from '../types/solidity/callTrace.ts'
import type { ObservedDevnet } from './startDevnet.ts'

/** The answer of `preconf_trace`. */
type Traced = DecodedTrace & { readonly text: string }

/** Tells what the transactions of each block did, in the order of the blocks. */
export function printTraces(
  { devnet, observer }: ObservedDevnet,
  how: SolidityOptions['printTraces'],
  print: (hash: Hex, traced: Traced) => void,
): void {
  let printed = Promise.resolve()
  devnet.on('blocks', (sealed) => {
    for (const hash of 'transactions' in sealed ? sealed.transactions : []) {
      const traced = trace(observer, hash, how === 'internal')
      printed = printed.then(async () => {
        const found = await traced
        if (found !== undefined) print(hash, found)
      })
    }
  })
}

/** Nothing when the block is gone again, as after a reorg, or the chain is closed. */
async function trace(
  observer: Provider,
  hash: Hex,
  internal: boolean,
): Promise<Traced | undefined> {
  const params = [hash, 'latest', { internal }]
  return observer.request({ method: 'preconf_trace', params }).catch(() => undefined)
}
