import * as v from 'valibot'
import { defineMethod } from '../../method.ts'

/** Hardhat's own tasks send what the compiler gave after every compilation. */
export const addCompilationResult = defineMethod({
  name: 'hardhat_addCompilationResult',
  aliases: ['anvil_addCompilationResult', 'evm_addCompilationResult'],
  summary: "Accepts a compiler's output without using it; answers true.",
  params: v.strictTuple([
    v.optional(v.unknown()),
    v.optional(v.unknown()),
    v.optional(v.unknown()),
  ]),
  handler: () => true,
})
