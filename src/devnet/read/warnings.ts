import { draftHardfork } from '../../ethereumjs/protocol/hardforks.ts'
import type { ChainRules } from '../../types/genesis.ts'

const draft =
  'amsterdam is a draft (EIP-7773), whose rules still change: it is run as EthereumJS 10.1.3 has it ' +
  '(glamsterdam-devnet-8), which takes longer than other hardforks, and without requests of builders (EIP-8282). ' +
  'See docs/networks.md#amsterdam'

/** What of a chain with these rules must not be relied upon. */
export function warningsOf({ forks }: ChainRules): readonly string[] {
  return forks.some(({ name }) => name === draftHardfork) ? [draft] : []
}
