import { describe } from 'vitest'
import { defineFixture } from '../../../src/index.ts'
import { devnetTest, fixture, test } from '../../../src/testing/vitest.ts'
import { tokenAbi, tokenBytecode } from '../../support/token.ts'
import { bob } from '../../support/transfers.ts'

const deployed = fixture(async ({ devnet }) => {
  const { walletClient, publicClient } = await devnet.clients()
  const hash = await walletClient.deployContract({
    abi: tokenAbi,
    bytecode: tokenBytecode,
    args: ['Test', 'TST', 100n],
  })
  const { contractAddress } = await publicClient.waitForTransactionReceipt({ hash })
  if (!contractAddress) throw new Error('no contract')
  return { token: { address: contractAddress, abi: tokenAbi } }
})

describe('test', () => {
  test('has a transaction sealed when it is sent', async ({
    publicClient,
    walletClient,
    expect,
  }) => {
    const hash = await walletClient.sendTransaction({ to: bob, value: 1n })
    expect(await publicClient.getTransactionReceipt({ hash })).toMatchObject({ blockNumber: 1n })
  })

  test.concurrent.for(Array.from({ length: 8 }, (_, index) => index))(
    'has a chain of its own: %i',
    async (index, { chain, publicClient, walletClient, expect }) => {
      for (let sent = 0; sent < index; sent++) {
        await walletClient.sendTransaction({ to: bob, value: 1n })
      }
      expect(await publicClient.getBalance({ address: bob })).toBe(BigInt(index))
      expect((await chain.seal()).number).toBe(BigInt(index + 1))
    },
  )

  test('gives ethers the chain too', async ({ provider, signer, publicClient, expect }) => {
    await (await signer.sendTransaction({ to: bob, value: 1n })).wait()
    expect(await provider.getBalance(bob)).toBe(1n)
    expect(await publicClient.getBalance({ address: bob })).toBe(1n)
  })

  test('knows the chain of a transaction in matchers', async ({ walletClient, expect }) => {
    await expect(walletClient.sendTransaction({ to: bob, value: 1n })).toBeSealed()
  })
})

describe('a scenario', () => {
  const played = devnetTest({
    scenario: {
      actors: { bob: { mnemonicIndex: 1 } },
      steps: [
        { state: { bob: { balance: '5 ether' } } },
        { name: 'later', after: '10s', send: { to: 'bob', value: '1 ether' } },
      ],
    },
  })

  for (const elapsedMs of [0, 10_000]) {
    played.concurrent(
      `is played by the chain of each test: ${elapsedMs} ms`,
      async ({ chain, publicClient, expect }) => {
        await chain.clock.advance(elapsedMs)
        const balance = await publicClient.getBalance({
          address: chain.accounts[1]?.address ?? '0x',
        })
        expect(balance).toBe(elapsedMs === 0 ? 5n * 10n ** 18n : 6n * 10n ** 18n)
        expect(chain.scenario?.status).toBe(elapsedMs === 0 ? 'playing' : 'ended')
      },
    )
  }
})

describe('devnetTest', () => {
  const manual = devnetTest({ mining: 'manual', chainId: 8453, use: deployed })

  manual('takes options', async ({ chain, walletClient, publicClient, expect }) => {
    expect(chain.chainId).toBe(8453)
    const hash = await walletClient.sendTransaction({ to: bob, value: 1n })
    await chain.flashblock()
    expect(await publicClient.getBalance({ address: bob })).toBe(1n)
    await expect(hash).toBePreconfirmed()
    await expect(hash).not.toBeSealed()
  })

  manual.concurrent.for([1n, 2n, 3n])(
    'has what a fixture gives: %i',
    async (amount, { token, chain, walletClient, publicClient, expect }) => {
      await walletClient.writeContract({ ...token, functionName: 'transfer', args: [bob, amount] })
      await chain.seal()
      const balance = { ...token, functionName: 'balanceOf', args: [bob] } as const
      expect(await publicClient.readContract(balance)).toBe(amount)
    },
  )

  manual('keeps its cadence when the chain is reset', async ({ chain, expect }) => {
    await chain.reset()
    expect(chain.cadence).toMatchObject({ mining: 'manual', isPaused: false })
  })

  const declared = defineFixture({
    accounts: { alice: {} },
    contracts: {
      token: { artifact: 'fixtures/Token.json', from: 'alice', args: ['Test', 'TST', 100] },
    },
  })
  const begun = devnetTest({ fixture: declared })

  begun('begins with a declarative fixture', async ({ chain, publicClient, expect }) => {
    const { accounts, contracts } = chain.fixture
    const supply = await publicClient.readContract({
      address: contracts.token.address,
      abi: tokenAbi,
      functionName: 'balanceOf',
      args: [accounts.alice.address],
    })
    expect(supply).toBe(100n)
  })

  const timed = devnetTest({ mining: 'flashblocks', use: deployed })

  timed('lets time be moved', async ({ chain, walletClient, publicClient, token, expect }) => {
    const head = await publicClient.getBlockNumber()
    const hash = await walletClient.writeContract({
      ...token,
      functionName: 'transfer',
      args: [bob, 1n],
    })
    await chain.clock.advance(200)
    await expect(hash).toBePreconfirmed({ index: 1 })
    await chain.clock.advance(1800)
    expect(await publicClient.getBlockNumber()).toBe(head + 1n)
  })

  const real = devnetTest({
    clock: 'real',
    mining: 'flashblocks',
    blockTime: '40ms',
    flashblockTime: '10ms',
  })

  real('lets time pass by itself', async ({ walletClient, publicClient, expect }) => {
    const hash = await walletClient.sendTransaction({ to: bob, value: 1n })
    expect(await publicClient.waitForTransactionReceipt({ hash })).toMatchObject({
      status: 'success',
    })
    await expect(hash).toBeSealed({ timeout: 60_000 })
  })
})

describe("Vitest's own", () => {
  const richer = test.extend('paid', async ({ walletClient }) => {
    await walletClient.sendTransaction({ to: bob, value: 5n })
    return 5n
  })
  richer.beforeEach(({ chain }) => chain.seal())

  richer('fixtures and hooks have the chain', async ({ paid, publicClient, expect }) => {
    expect(await publicClient.getBalance({ address: bob })).toBe(paid)
    expect(await publicClient.getBlockNumber()).toBe(2n)
  })

  let attempts = 0
  richer('attempts begin anew', { retry: 1 }, async ({ publicClient, expect }) => {
    expect(await publicClient.getBlockNumber()).toBe(1n)
    attempts++
    expect(attempts).toBe(2)
  })
})
