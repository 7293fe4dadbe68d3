import fc from 'fast-check'
import { type Hex, toHex } from 'viem'
import { base, optimism } from 'viem/chains'
import { expect, test } from 'vitest'
import { runs } from '../../support/runs.ts'
import { alice, bob, fresh, mintTokens, token, tokenAbi, twoL2s } from './l2s.ts'

const messenger: Hex = '0x4200000000000000000000000000000000000023'
const tokenBridge: Hex = '0x4200000000000000000000000000000000000028'
const etherBridge: Hex = '0x4200000000000000000000000000000000000024'
const liquidity: Hex = '0x4200000000000000000000000000000000000025'

/** Counts the calls with each calldata of a word: sstore(word, sload(word) + 1). */
const counter = '0x5f3580546001019055'

const word = (id: number): Hex => toHex(id, { size: 32 })

const minted = 1_000_000n

/** Two L2s with tokens of Alice on one and a counter on each; they can go back to where they begin. */
async function world() {
  const chains = await twoL2s()
  const { devnet, op, base } = chains
  await mintTokens(op, minted)
  const sides = [
    { client: op, chain: devnet.l2s.op },
    { client: base, chain: devnet.l2s.base },
  ] as const
  for (const { client, chain } of sides) {
    await client.request({ method: 'anvil_setCode' as never, params: [fresh, counter] as never })
    await chain.seal()
  }
  const all = { chains, sides }
  const heights = await Promise.all(sides.map(({ client }) => client.getBlockNumber()))
  return { ...all, heights, start: await devnet.checkpoint() }
}

type Sides = Pick<Awaited<ReturnType<typeof world>>, 'chains' | 'sides'>
type World = Awaited<ReturnType<typeof world>>

/** The messages between the chains as they are, and whether each has been executed. */
async function messagesOf({ chains, sides }: Sides) {
  const found = await Promise.all(
    sides.map(async ({ client }, from) => {
      const logs = await client.getLogs({ address: messenger, fromBlock: 0n })
      const messages = await client.interop.getCrossDomainMessages({ logs })
      return messages.map((message) => ({ message, from }))
    }),
  )
  return Promise.all(
    found.flat().map(async ({ message, from }) => {
      const target = message.destination === BigInt(base.id) ? chains.base : chains.op
      const status = await target.interop.getCrossDomainMessageStatus({ message })
      const { sender, message: data } = message
      // Both bridges have the amount last.
      const amount = BigInt(`0x${data.slice(-64)}`)
      const of = (bridge: Hex) =>
        sender.toLowerCase() === bridge && status !== 'relayed' ? amount : 0n
      return { message, from, target, ether: of(etherBridge), tokens: of(tokenBridge) }
    }),
  )
}

/** Ether outside of what the protocol keeps for messages, with that on its way. */
async function etherOf({ chains, sides }: Sides): Promise<bigint> {
  const here = await Promise.all(
    sides.map(async ({ client, chain }) => {
      const params = ['latest']
      const { accounts } = await chain.provider.request({ method: 'debug_dumpBlock', params })
      const balances = Object.values(accounts as Record<string, { balance: string }>)
      const sum = balances.reduce((total, { balance }) => total + BigInt(balance), 0n)
      return sum - (await client.getBalance({ address: liquidity }))
    }),
  )
  const onTheWay = (await messagesOf({ chains, sides })).map(({ ether }) => ether)
  return [...here, ...onTheWay].reduce((total, part) => total + part, 0n)
}

async function portalsOf({ chains }: Sides): Promise<bigint> {
  const balances = await Promise.all(
    [optimism, base].map(({ contracts }) =>
      chains.devnet.l1.provider.request({
        method: 'eth_getBalance',
        params: [contracts.portal[1].address, 'latest'],
      }),
    ),
  )
  return balances.reduce((total: bigint, balance) => total + BigInt(balance), 0n)
}

async function check(all: World): Promise<void> {
  const { sides } = all
  const supplies = await Promise.all(
    sides.map(({ client }) =>
      client.readContract({ address: token, abi: tokenAbi, functionName: 'totalSupply' }),
    ),
  )
  const onTheWay = (await messagesOf(all)).map(({ tokens }) => tokens)
  expect([...supplies, ...onTheWay].reduce((total, part) => total + part, 0n)).toBe(minted)
  expect(await etherOf(all)).toBe(await portalsOf(all))
}

const amount = fc.bigInt(1n, 1000n)
const from = fc.nat(1)
const step = fc.record({
  kind: fc.constantFrom(
    ...(['tokens', 'ether', 'message', 'relay', 'relay', 'deposit'] as const),
    ...(['reorg', 'reorgL1', 'revert', 'wait'] as const),
  ),
  from,
  amount,
})

type Step = typeof step extends fc.Arbitrary<infer One> ? One : never

async function take(all: World, { kind, from, amount }: Step, id: number): Promise<unknown> {
  const { chains, sides, heights } = all
  const { devnet } = chains
  const { client, chain } = sides[from as 0 | 1]
  const chainId = from === 0 ? base.id : optimism.id
  const gas = 500_000n
  switch (kind) {
    case 'tokens': {
      const held = {
        address: token,
        abi: tokenAbi,
        functionName: 'balanceOf',
        args: [alice],
      } as const
      if ((await client.readContract(held)) < amount) return undefined
      return client.interop.sendSuperchainERC20({ tokenAddress: token, to: alice, amount, chainId })
    }
    case 'ether':
      return client.interop.sendETH({ to: bob, value: amount, chainId })
    case 'message':
      return client.interop.sendCrossDomainMessage({
        destinationChainId: chainId,
        target: fresh,
        message: word(id),
      })
    case 'relay': {
      const messages = await messagesOf(all)
      const one = messages[Number(amount) % Math.max(messages.length, 1)]
      // One that was relayed reverts.
      return one && relay(all, one)
    }
    case 'deposit': {
      const { contracts } = from === 0 ? optimism : base
      const call = { from: alice, to: contracts.portal[1].address, value: toHex(amount) }
      const params = [{ ...call, gas: toHex(gas) }]
      return devnet.l1.provider.request({ method: 'eth_sendTransaction', params })
    }
    case 'reorg': {
      const height = (await client.getBlockNumber({ cacheTime: 0 })) - (heights[from] as bigint)
      const depth = Math.min(Number(height), 1 + (Number(amount) % 3))
      if (depth > 0) await chain.reorg({ depth, requeue: amount % 2n === 0n })
      return chain.seal()
    }
    case 'reorgL1': {
      if (Number(await devnet.l1.provider.request({ method: 'eth_blockNumber' })) < 3) return
      await devnet.l1.reorg({ depth: 1, requeue: amount % 2n === 0n })
      await devnet.l1.seal()
      for (const { chain } of sides) await chain.seal()
      return undefined
    }
    case 'revert': {
      const snapshot = await devnet.snapshot()
      await take(all, { kind: 'ether', from, amount }, id)
      await take(all, { kind: 'relay', from, amount }, id)
      return devnet.revert(snapshot)
    }
    default:
      return devnet.clock.advance(`${Number(amount) * 10}s`)
  }
}

async function relay(
  { sides }: World,
  { message, from, target }: Awaited<ReturnType<typeof messagesOf>>[number],
): Promise<unknown> {
  const source = sides[from as 0 | 1].client
  const params = await source.interop.buildExecutingMessage({ log: message.log })
  return target.interop.relayCrossDomainMessage({ ...params, gas: 800_000n })
}

test('ether and tokens are conserved over two L2s and their L1, and each message runs at most once', async () => {
  const all = await world()
  const { chains, sides, start } = all
  await using _ = chains
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 3, maxLength: 14 }), async (steps) => {
      await chains.devnet.restore(start)
      for (const [index, each] of steps.entries()) {
        await take(all, each, index + 1)
        await check(all)
      }
      // Everything that is on its way arrives, once.
      for (const { chain } of sides) await chain.seal()
      for (const one of await messagesOf(all)) await relay(all, one)
      for (const one of await messagesOf(all)) await relay(all, one)
      const arrived = await messagesOf(all)
      expect(arrived.filter(({ ether, tokens }) => ether + tokens > 0n)).toEqual([])
      await check(all)
      for (const { client } of sides) {
        for (let id = 1; id <= steps.length; id++) {
          const count = await client.getStorageAt({ address: fresh, slot: word(id) })
          expect(BigInt(count ?? '0x0')).toBeLessThanOrEqual(1n)
        }
      }
    }),
    runs({ seed: 44, numRuns: 8 }),
  )
})
