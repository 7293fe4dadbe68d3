import type { Devnet } from '../../devnet/devnet.ts'
import type { Extension } from '../../rpc/registry.ts'
import { scenarioMethods } from './methods.ts'

/** Plays scenarios. */
export const scenariosExtension: Extension = {
  name: 'scenarios',
  methods: () => scenarioMethods,
  begin: async (devnet) => {
    const { scenario } = devnet.settings
    if (scenario !== undefined) await playScenario(devnet, scenario)
  },
}

/** Plays the scenario at a path, or in an object. See `startPlay`. */
export async function playScenario(devnet: Devnet, given: unknown) {
  // Few devnets play one.
  const { startPlay } = await import('./start.ts')
  return startPlay(devnet, given)
}
