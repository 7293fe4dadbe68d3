import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Abi, Hex } from 'viem'
import { expect, test } from 'vitest'
import { callTrace } from '../../../src/testing/matchers/callTrace.ts'
import { failureOf, matcherChain } from '../../support/matcherChain.ts'
import { tokenAbi, tokenBytecode } from '../../support/token.ts'

const exchangeFile = readFileSync(
  join(import.meta.dirname, '../../../fixtures/Exchange.json'),
  'utf8',
)
const exchangeArtifact: { readonly abi: Abi; readonly bytecode: Hex } = JSON.parse(exchangeFile)

test('calls, events and results are those of the snapshot', async () => {
  await using chain = await matcherChain()
  const { devnet, token, alice, bob } = chain
  const names = { token, alice, bob }
  const hash = await chain.transfer(bob, 5n)
  const failed = await chain.transfer(bob, 5_000n, 100_000n)
  await devnet.flashblock()
  await expect(hash).toMatchTrace({ names })
  await expect(failed).toMatchTrace({ names, hint: 'failed' })
})

test('it tells calls in calls, each by the ABI of its contract', async () => {
  await using chain = await matcherChain({ mining: 'auto' })
  const { client, token, alice, bob } = chain
  const created = async (hash: Hex) => {
    const { contractAddress } = await client.getTransactionReceipt({ hash })
    return contractAddress as Hex
  }
  const args = ['Other', 'OTH', 1_000n] as const
  const deployment = await client.deployContract({ abi: tokenAbi, bytecode: tokenBytecode, args })
  const other = { abi: tokenAbi, address: await created(deployment) }
  const creation = await client.deployContract({
    ...exchangeArtifact,
    args: [token.address, other.address],
  })
  const exchange = { abi: exchangeArtifact.abi, address: await created(creation) }
  for (const { address } of [token, other]) {
    const approval = { abi: tokenAbi, address, functionName: 'approve' } as const
    await client.writeContract({ ...approval, args: [exchange.address, 1_000n] })
  }
  const names = { exchange, token, other, alice, bob: { address: bob } }
  const added = await client.writeContract({
    ...exchange,
    functionName: 'addLiquidity',
    args: [100n, 100n],
  })
  await expect(added).toMatchTrace({ names, hint: 'liquidity' })
  const swapped = await client.writeContract({
    ...exchange,
    functionName: 'swap',
    args: [token.address, 10n, 1n, bob, 2n ** 64n],
  })
  await expect(swapped).toMatchTrace({ names, hint: 'swap' })
  await expect(creation).toMatchTrace({ names, hint: 'creation' })
})

test('without names it tells addresses and data', async () => {
  await using chain = await matcherChain()
  const hash = await chain.transfer(chain.bob, 5n)
  await chain.devnet.seal()
  const trace = await callTrace({ isNot: false }, hash, {})
  expect(trace).toBe(
    `call 0x5fbdb2315678afecb367f032d93f642f64180aa3(0xa9059cbb${chain.bob.slice(2).toLowerCase().padStart(64, '0')}${'5'.padStart(64, '0')}) by 0xf39fd6e51aad88f6f4ce6ab8827279cfffb92266
  emit [0xddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef, 0x000000000000000000000000f39fd6e51aad88f6f4ce6ab8827279cfffb92266, 0x00000000000000000000000070997970c51812dc3a010c7d01b50e0d17dc79c8] 0x0000000000000000000000000000000000000000000000000000000000000005
  return 0x0000000000000000000000000000000000000000000000000000000000000001
`,
  )
})

test('ether that is sent is reported', async () => {
  await using chain = await matcherChain()
  const hash = await chain.client.sendTransaction({ to: chain.bob, value: 5n })
  await chain.devnet.seal()
  const { alice, bob } = chain
  expect(await callTrace({ isNot: false }, hash, { names: { alice, bob } })).toBe(
    'call bob with 5 wei by alice\n',
  )
})

test('.not has no meaning', async () => {
  await using chain = await matcherChain()
  expect(await failureOf(() => expect(chain.deployment).not.toMatchTrace())).toBe(
    'toMatchTrace cannot be negated: remove .not',
  )
})
