import * as v from 'valibot'
import { defineMethod } from '../../method.ts'

const solcVersion = v.optional(v.string())
const compiled = v.optional(v.looseObject({}))

/** Hardhat's own tasks send what the compiler got and gave after every compilation. */
export const addCompilationResult = defineMethod({
  name: 'hardhat_addCompilationResult',
  aliases: ['anvil_addCompilationResult', 'evm_addCompilationResult'],
  summary:
    "Takes the compiler's version, input and output, so that failures are told by contract and line; answers true.",
  params: v.strictTuple([solcVersion, compiled, compiled]),
  handler: async ({ devnet }, [version, input, output]) => {
    if (output === undefined || devnet.settings.artifacts === false) return true
    const index = await devnet.solidity.artifacts.index()
    await index.addJson([{ solcVersion: version, input, output }])
    return true
  },
})
