import * as arbitrum from '../../extensions/networks/arbitrum/behaviour.ts'
import * as avalanche from '../../extensions/networks/avalanche/behaviour.ts'
import * as bnb from '../../extensions/networks/bnb/behaviour.ts'
import * as etherlink from '../../extensions/networks/etherlink/behaviour.ts'
import * as hyperevm from '../../extensions/networks/hyperevm/behaviour.ts'
import * as mantle from '../../extensions/networks/mantle/behaviour.ts'
import * as megaeth from '../../extensions/networks/megaeth/behaviour.ts'
import * as mevCommit from '../../extensions/networks/mevCommit/behaviour.ts'
import * as monad from '../../extensions/networks/monad/behaviour.ts'
import type * as own from '../../extensions/networks/ownBehaviours.ts'
import * as polygon from '../../extensions/networks/polygon/behaviour.ts'
import * as rise from '../../extensions/networks/rise/behaviour.ts'

/** One module: as one each, they cut the core into a hundred pieces, and a page loads 10 kB more at its start. */
export const ownBehaviours: typeof own.ownBehaviours = {
  arbitrum: () => arbitrum,
  avalanche: () => avalanche,
  bnb: () => bnb,
  etherlink: () => etherlink,
  hyperevm: () => hyperevm,
  mantle: () => mantle,
  megaeth: () => megaeth,
  'mev-commit': () => mevCommit,
  monad: () => monad,
  polygon: () => polygon,
  rise: () => rise,
}
