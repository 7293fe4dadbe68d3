import { createClock } from '../../../src/clock/clock.ts'
import { createProtocol, protocolOf } from '../../../src/ethereumjs/protocol/protocol.ts'
import { bytesSource } from '../../../src/files/fileSource.ts'
import { readStateFile } from '../../../src/files/state/stateFile.ts'
import { emptyState, type PersistentState } from '../../../src/state/persistentState.ts'
import type { StateTree } from '../../../src/types/state.ts'

/** The state that a file's text holds, over a base. */
export async function stateOf(
  text: string,
  base: StateTree = emptyState(),
): Promise<PersistentState> {
  const file = await readStateFile(bytesSource(new TextEncoder().encode(text)), {
    base,
    protocol: createProtocol({ chainId: 31337, hardfork: 'osaka', transactionGasCap: false }),
    protocolOf: (rules) => protocolOf(rules, { transactionGasCap: false }),
    clock: createClock({ mode: 'manual' }),
  })
  return file.state as PersistentState
}
