import type { OwnRulesName } from '../../types/network.ts'
import type { NetworkBehaviour } from './behaviour.ts'

interface Loaded {
  readonly behaviour: NetworkBehaviour
}

/**
 * Loads the behaviours of networks outside of the OP stack, each alone. `preconf/browser` has another file in its
 * place, which loads them together.
 */
export const ownBehaviours: Readonly<Record<OwnRulesName, () => Loaded | Promise<Loaded>>> = {
  arbitrum: () => import('./arbitrum/behaviour.ts'),
  avalanche: () => import('./avalanche/behaviour.ts'),
  bnb: () => import('./bnb/behaviour.ts'),
  etherlink: () => import('./etherlink/behaviour.ts'),
  hyperevm: () => import('./hyperevm/behaviour.ts'),
  mantle: () => import('./mantle/behaviour.ts'),
  megaeth: () => import('./megaeth/behaviour.ts'),
  'mev-commit': () => import('./mevCommit/behaviour.ts'),
  monad: () => import('./monad/behaviour.ts'),
  polygon: () => import('./polygon/behaviour.ts'),
  rise: () => import('./rise/behaviour.ts'),
}
