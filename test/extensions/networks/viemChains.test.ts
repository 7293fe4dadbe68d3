import { defineChain } from 'viem'
import { chainConfig } from 'viem/op-stack'
import { expect, test } from 'vitest'
import {
  preconfBase,
  preconfBaseFlashblocks,
  preconfOp,
  preconfUnichain,
} from '../../../src/testing/viem.ts'
import { testDevnet } from '../../support/testDevnet.ts'

test.each([
  ['op', preconfOp],
  ['unichain', preconfUnichain],
  ['base', preconfBase],
  ['base-flashblocks', preconfBaseFlashblocks],
] as const)(
  'the chain object of %s is that of a devnet at the usual port',
  async (network, chain) => {
    await using devnet = await testDevnet({ network })
    const { name, rpcUrls, ...rest } = chain
    expect(devnet.viemChain).toMatchObject(rest)
    expect(rpcUrls.default.http).toEqual(['http://127.0.0.1:8545'])
    expect(name).toMatch(/^preconf \(/)
    const defined = defineChain({ ...chainConfig, ...chain })
    expect(defined.formatters.transactionReceipt).toBeDefined()
  },
)

test('viem reads pending where there are flashblocks, and not on Base', () => {
  expect(preconfBaseFlashblocks).toMatchObject({
    blockTime: 2000,
    experimental_preconfirmationTime: 200,
  })
  expect(preconfBase).toMatchObject({ blockTime: 200 })
  expect(preconfBase).not.toHaveProperty('experimental_preconfirmationTime')
})
