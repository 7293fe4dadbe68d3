import * as mcl from 'mcl-wasm'
import createModule from 'mcl-wasm/dist/mcl_c.js'
import type { MclModule } from './bn254.ts'

/**
 * mcl twice, as each is on one curve at a time: bare, and with its API on BLS12-381. Half a megabyte,
 * so only ever imported when needed.
 */
export async function createMcl(): Promise<{ module: MclModule; bls12: typeof mcl }> {
  const [module] = await Promise.all([createModule({}), mcl.init(mcl.BLS12_381)])
  return { module, bls12: mcl }
}
