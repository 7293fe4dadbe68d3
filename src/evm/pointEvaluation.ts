import type { Common } from '@ethereumjs/common'
import { type CustomPrecompile, getActivePrecompiles } from '@ethereumjs/evm'
import { loadKzg } from './kzg.ts'

const address = '0x000000000000000000000000000000000000000a'

/** The point evaluation precompile (EIP-4844) that loads its cryptography when it is first called. */
export function pointEvaluation(common: Common): CustomPrecompile {
  const run = getActivePrecompiles(common).get(address.slice(2))
  if (run === undefined) throw new Error(`no point evaluation precompile in ${common.hardfork()}`)
  return {
    address,
    function: async (input) => {
      await loadKzg()
      return run(input)
    },
  }
}
