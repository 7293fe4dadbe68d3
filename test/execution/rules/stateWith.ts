import { EvmPool } from '../../../src/ethereumjs/machine.ts'
import { createProtocol } from '../../../src/ethereumjs/protocol/protocol.ts'
import { systemContracts } from '../../../src/execution/rules/systemContracts.ts'
import { buildState } from '../../../src/files/genesis/genesisWriter.ts'
import { emptyState } from '../../../src/state/persistentState.ts'
import type { HardforkName } from '../../../src/types/options/options.ts'
import type { GenesisAccount, StateTree } from '../../../src/types/state.ts'

/** Rules of chain 1 at a hardfork. */
export function rules(hardfork: HardforkName) {
  return createProtocol({ chainId: 1, hardfork, transactionGasCap: true }).commonAt(0n, 0n)
}

/** The state that has the contracts of a hardfork, and further accounts. */
export function stateWith(
  hardfork: HardforkName,
  accounts: readonly GenesisAccount[] = [],
): StateTree {
  return buildState([...systemContracts(rules(hardfork)), ...accounts])
}

export function machines(): EvmPool {
  return new EvmPool(emptyState(), { realMs: () => 0, yield: async () => {} })
}

export const noBlockHashes = () => undefined
