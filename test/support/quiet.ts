import { setImmediate } from 'node:timers/promises'
import type { PreconfDevnet } from '../../src/types/devnet.ts'

/** Turns of the event loop. A request in process is answered within one or two. */
const quietTurns = 10

/** Resolves when clients in this process wait for what happens: some turns go by without a request. */
export async function quiet(devnet: PreconfDevnet): Promise<void> {
  let turns = 0
  const stop = devnet.on('request', () => {
    turns = 0
  })
  while (turns++ < quietTurns) await setImmediate()
  stop()
}
