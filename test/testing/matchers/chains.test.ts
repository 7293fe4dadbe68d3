import { describe, expect, test } from 'vitest'
import { useChain } from '../../../src/testing/matchers/chains.ts'
import { failureOf, matcherChain } from '../../support/matcherChain.ts'
import { testDevnet } from '../../support/testDevnet.ts'

const bob = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8'

/** Sends from the first account and makes a flashblock; the hash. */
async function send(
  { provider, accounts, flashblock }: Awaited<ReturnType<typeof testDevnet>>,
  value: string,
): Promise<string> {
  const [from] = accounts.map(({ address }) => address)
  const hash = await provider.request({
    method: 'eth_sendTransaction',
    params: [{ from, to: bob, value }],
  })
  await flashblock()
  return hash
}

test('without a chain in use it says what is missing', async () => {
  await using devnet = await testDevnet()
  const hash = await send(devnet, '0x1')
  expect(await failureOf(() => expect(hash).toBePreconfirmed())).toBe(
    `no chain is known to look for the transaction ${hash}: give { chain }, or call useChain(devnet) first`,
  )
})

test('the only chain in use is asked, until it is not used any more', async () => {
  await using devnet = await testDevnet()
  const hash = await send(devnet, '0x1')
  const release = useChain(devnet)
  await expect(hash).toBePreconfirmed()
  release()
  release()
  expect(await failureOf(() => expect(hash).toBePreconfirmed())).toMatch(/^no chain is known/)
})

test('of several chains the one that knows the transaction is asked', async () => {
  await using one = await testDevnet()
  await using other = await testDevnet()
  const releases = [useChain(one), useChain(other)]
  const onOne = await send(one, '0x1')
  const onOther = await send(other, '0x2')
  await one.seal()
  await expect(onOne).toBeSealed()
  await expect(onOther).not.toBeSealed()
  const unknown = `0x${'12'.repeat(32)}`
  expect(await failureOf(() => expect(unknown).toBeSealed())).toBe(
    `none of the 2 chains in use has the transaction ${unknown}: give { chain }`,
  )
  // A chain that is closed too early knows nothing.
  await other.close()
  await expect(onOne).toBeSealed()
  for (const release of releases) release()
})

describe('an equal transaction on several chains', () => {
  test('is that of the test, where that is known', async ({ task, expect: ofTest }) => {
    await using one = await testDevnet()
    await using other = await testDevnet()
    const releases = [useChain(one, task), useChain(other, { another: 'test' })]
    const hash = await send(one, '0x1')
    expect(await send(other, '0x1')).toBe(hash)
    await other.seal()
    await ofTest(hash).not.toBeSealed()
    await one.seal()
    await ofTest(hash).toBeSealed()
    for (const release of releases) release()
  })

  test('is not certain otherwise', async () => {
    await using one = await testDevnet()
    await using other = await testDevnet()
    const releases = [useChain(one), useChain(other)]
    const hash = await send(one, '0x1')
    await send(other, '0x1')
    expect(await failureOf(() => expect(hash).toBePreconfirmed())).toBe(
      `2 of the chains in use have the transaction ${hash}: use \`expect\` of the test's context, or give { chain }`,
    )
    await expect(hash).toBePreconfirmed({ chain: one })
    for (const release of releases) release()
  })
})

describe.concurrent('tests that run at the same time', () => {
  test.for([0, 1, 2, 3])('%i', async (index, { task, expect: ofTest }) => {
    await using devnet = await testDevnet()
    const release = useChain(devnet, task)
    const hash = await send(devnet, '0x1')
    if (index % 2 === 0) await devnet.seal()
    await new Promise(setImmediate)
    if (index % 2 === 0) await ofTest(hash).toBeSealed()
    else await ofTest(hash).not.toBeSealed()
    release()
  })
})

test('a chain is given as any client has it', async () => {
  await using chain = await matcherChain()
  const { devnet, client, signer, deployment } = chain
  const { url } = await devnet.listen({ port: 0 })
  for (const given of [devnet, devnet.provider, client, signer, signer.provider, url]) {
    await expect(deployment).toBeSealed({ chain: given })
  }
  const options = { chain: url }
  await expect(deployment).toEmit(chain.token, 'Transfer', undefined, options)
  await expect(deployment).toChangeTokenBalance(chain.token, chain.alice, 1_000n, options)
  await expect(deployment).toChangeBalance(chain.alice, 0n, options)
  await expect(deployment).not.toRevert(options)
  expect(await failureOf(() => expect(deployment).toBeSealed({ chain: {} as never }))).toBe(
    'this is not a chain: give a devnet, an EIP-1193 provider, a client of viem, a provider of ethers or a URL',
  )
  const refused = failureOf(() => expect('0x12').toBeSealed({ chain: url }))
  expect(await refused).toContain('expected a transaction, got "0x12"')
})

test("a response of ethers is asked for on its own provider's chain", async () => {
  await using chain = await matcherChain()
  await using other = await testDevnet()
  const release = useChain(other, undefined)
  const response = await chain.signer.sendTransaction({ to: bob, value: 1n })
  await chain.devnet.seal()
  await expect(response).toBeSealed()
  release()
})
