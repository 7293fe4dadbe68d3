import { beforeAll, expect, test } from 'vitest'
import { initCrypto } from '../../../src/ethereumjs/crypto.ts'
import { compareCase } from './randomCase.ts'

beforeAll(initCrypto)

test('random code does by the fast interpreter what it does by EthereumJS', async () => {
  for (let seed = 1; seed <= 2_000; seed++) {
    expect(await compareCase(seed)).toBeUndefined()
  }
}, 120_000)
