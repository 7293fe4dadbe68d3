import { compatExtension } from '../extensions/compat/extension.ts'
import { crossChainExtension } from '../extensions/crossChain/extension.ts'
import { forkExtension } from '../extensions/fork/extension.ts'
import { networksExtension } from '../extensions/networks/extension.ts'
import { pricesExtension } from '../extensions/prices/extension.ts'
import { replayExtension } from '../extensions/replay/extension.ts'
import { scenariosExtension } from '../extensions/scenarios/extension.ts'
import { searchersExtension } from '../extensions/searchers/extension.ts'
import { solidityExtension } from '../extensions/solidity/extension.ts'
import { trafficExtension } from '../extensions/traffic/extension.ts'
import type { Extension } from '../rpc/registry.ts'

/** All that is added to the core. */
export const extensions: readonly Extension[] = [
  compatExtension,
  crossChainExtension,
  forkExtension,
  networksExtension,
  pricesExtension,
  replayExtension,
  scenariosExtension,
  searchersExtension,
  solidityExtension,
  trafficExtension,
]
