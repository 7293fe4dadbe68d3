import { beforeAll, expect, test } from 'vitest'
import { initCrypto } from '../../../src/ethereumjs/crypto.ts'
import { seedOf, times } from '../../support/runs.ts'
import { compareCase } from './randomCase.ts'

beforeAll(initCrypto)

test('random code does by the fast interpreter what it does by EthereumJS', async () => {
  const first = seedOf(1)
  for (let seed = first; seed < first + times(400, 20_000); seed++) {
    expect(await compareCase(seed)).toBeUndefined()
  }
})
