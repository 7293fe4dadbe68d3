import { defineChain } from 'viem'
import { chainConfig } from 'viem/op-stack'
import { expect, test } from 'vitest'
import { recordNames } from '../../../src/extensions/networks/records.ts'
import * as viem from '../../../src/testing/viem.ts'
import { testDevnet } from '../../support/testDevnet.ts'

const { preconfBase, preconfBaseFlashblocks } = viem

/** The chains by the names that networks have on the command line: `preconfBaseFlashblocks` is `base-flashblocks`. */
const chains = Object.entries(viem).flatMap(([name, chain]) =>
  name.startsWith('preconf') ? [[name.slice('preconf'.length).toLowerCase(), chain]] : [],
) as [string, typeof preconfBase][]

test.each(recordNames)(
  'the chain object of %s is that of a devnet at the usual port',
  async (network) => {
    await using devnet = await testDevnet({ network })
    const [, chain] = chains.find(([name]) => name === network.replaceAll('-', '')) ?? []
    const { name, rpcUrls, contracts, ...rest } = chain as typeof preconfBase
    expect(devnet.viemChain).toMatchObject(rest)
    expect(rpcUrls.default.http).toEqual(['http://127.0.0.1:8545'])
    expect(name).toMatch(/^preconf \(/)
    expect(contracts).toMatchObject({ multicall3: {} })
    const defined = defineChain({ ...chainConfig, ...(chain as typeof preconfBase) })
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
