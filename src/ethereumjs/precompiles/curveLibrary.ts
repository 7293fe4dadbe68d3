import mcl from 'mcl-wasm'
import createModule from 'mcl-wasm/dist/mcl_c.js'
import type { MclBls12Module } from './bls12.ts'
import type { MclModule } from './bn254.ts'

/** mcl on one curve each, as functions on its memory; on BLS12-381 with its API too. */
interface Mcl {
  readonly bn254: MclModule
  readonly bls12: MclBls12Module
  readonly api: typeof mcl
}

let created: Promise<Mcl> | undefined

/**
 * mcl twice, as each is on one curve at a time; once per process, as its API is one. Half a megabyte, so only ever
 * imported when needed.
 */
export function createMcl(): Promise<Mcl> {
  created ??= create()
  return created
}

async function create(): Promise<Mcl> {
  const [bn254] = await Promise.all([createModule({}), mcl.init(mcl.BLS12_381)])
  // Its API stands on this, which its types leave out.
  const { mod } = mcl as typeof mcl & { readonly mod: MclBls12Module }
  return { bn254, bls12: mod, api: mcl }
}
