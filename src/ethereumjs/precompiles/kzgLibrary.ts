import type { KZG } from '@ethereumjs/util'
import { KZG as MicroKzg } from 'micro-eth-signer/kzg.js'
import { unpackTable } from './cellTable.ts'
import { unpackSetup } from './trustedSetup.ts'

/** Creates the blob cryptography with the trusted setup of Ethereum's mainnet; megabytes, so only ever imported when needed. */
export async function createKzg(): Promise<KZG> {
  const { packedSetup } = await import('./packedSetup.ts')
  return new MicroKzg(unpackSetup(packedSetup))
}

/** Creates the same with what proves cells, which takes about a second more. */
export async function createProver(): Promise<KZG> {
  const [{ packedSetup }, { packedTable }, { createMcl }] = await Promise.all([
    import('./packedSetup.ts'),
    import('./packedTable.ts'),
    import('./curveLibrary.ts'),
  ])
  const { bls12 } = await createMcl()
  return new MicroKzg({
    ...unpackSetup(packedSetup),
    fk20: unpackTable(packedTable, bls12),
  })
}
