import type { Common } from '@ethereumjs/common'
import { type CustomPrecompile, getActivePrecompiles } from '@ethereumjs/evm'
import { loadCurves } from './curves.ts'
import { loadKzg } from './kzg.ts'

/** Precompiles whose cryptography is heavy, by the last bytes of their addresses. */
const loads: readonly (readonly [load: () => Promise<void>, addresses: readonly number[]])[] = [
  [loadCurves, [0x06, 0x07, 0x08, 0x0b, 0x0c, 0x0d, 0x0e, 0x0f, 0x10, 0x11]],
  [loadKzg, [0x0a]],
]

/** Those of the hardfork, each loading its cryptography when it is first called. */
export function lazyPrecompiles(common: Common): CustomPrecompile[] {
  const active = getActivePrecompiles(common)
  return loads.flatMap(([load, addresses]) =>
    addresses.flatMap((number) => {
      const address = number.toString(16).padStart(40, '0')
      const run = active.get(address)
      if (run === undefined) return []
      return {
        address: `0x${address}` as const,
        function: async (input: Parameters<typeof run>[0]) => {
          await load()
          return run(input)
        },
      }
    }),
  )
}
