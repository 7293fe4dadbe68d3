import type { OwnRulesName } from '../../types/network.ts'
import { behaviour as arbitrum } from './arbitrum/behaviour.ts'
import { behaviour as avalanche } from './avalanche/behaviour.ts'
import type { NetworkBehaviour } from './behaviour.ts'
import { behaviour as bnb } from './bnb/behaviour.ts'
import { behaviour as etherlink } from './etherlink/behaviour.ts'
import { behaviour as hyperevm } from './hyperevm/behaviour.ts'
import { behaviour as mantle } from './mantle/behaviour.ts'
import { behaviour as megaeth } from './megaeth/behaviour.ts'
import { behaviour as mevCommit } from './mevCommit/behaviour.ts'
import { behaviour as monad } from './monad/behaviour.ts'
import { behaviour as polygon } from './polygon/behaviour.ts'
import { behaviour as rise } from './rise/behaviour.ts'

/**
 * The behaviours of networks outside of the OP stack. They are one module to load: as one each, bundlers cut the core
 * into a hundred pieces by which of them imports what, and a page loads 10 kB more at its start.
 */
export const ownBehaviours: Readonly<Record<OwnRulesName, NetworkBehaviour>> = {
  arbitrum,
  avalanche,
  bnb,
  etherlink,
  hyperevm,
  mantle,
  megaeth,
  'mev-commit': mevCommit,
  monad,
  polygon,
  rise,
}
