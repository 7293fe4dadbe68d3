import { BrowserProvider, Contract, ContractFactory } from 'ethers'
import { getContract } from 'viem'
import { describe, expect, it } from 'vitest'
import { type FixtureUse, fixture } from '../../src/index.ts'
import type { PreconfDevnet } from '../../src/types/devnet.ts'
import { viemClient } from '../support/clients.ts'
import { testDevnet } from '../support/testDevnet.ts'
import { tokenAbi, tokenBytecode } from '../support/token.ts'
import { bob, bobAt, sendTransfer } from '../support/transfers.ts'

/** How many blocks it has sealed itself. */
function seals(devnet: PreconfDevnet): number {
  return devnet.metrics().seals.count
}

const carol = '0x00000000000000000000000000000000000000ca'

function ask(devnet: PreconfDevnet, method: string, ...params: unknown[]) {
  return devnet.provider.request({ method, params })
}

function number(devnet: PreconfDevnet): Promise<number> {
  return ask(devnet, 'eth_blockNumber').then(Number)
}

/** A fixture that pays Bob, and how often it has run. */
function paying(value = 1n) {
  const run = { count: 0 }
  const paid = fixture(async ({ devnet }) => {
    run.count++
    await sendTransfer(devnet, { value })
    const { number, hash } = await devnet.seal()
    return { number, hash }
  })
  return { paid, run }
}

describe('a fixture', () => {
  it('runs once on a fork of the start, and gives every fork what it left', async () => {
    await using devnet = await testDevnet()
    const { paid, run } = paying()
    await sendTransfer(devnet, { value: 7n })
    await devnet.seal()
    await using fork = await devnet.fork()
    const value = await fork.loadFixture(paid)
    expect(value.number).toBe(1n)
    expect([await bobAt(fork, 'latest'), await bobAt(devnet, 'latest')]).toEqual([1n, 7n])
    expect(await devnet.loadFixture(paid)).toBe(value)
    expect(await bobAt(devnet, 'latest')).toBe(1n)
    await sendTransfer(devnet, { nonce: 1 })
    await devnet.seal()
    expect(await devnet.loadFixture(paid)).toBe(value)
    expect([await number(devnet), await bobAt(devnet, 'latest')]).toEqual([1, 1n])
    expect([run.count, seals(fork)]).toEqual([1, 0])
  })

  it('is run once for all who load it at the same time', async () => {
    await using devnet = await testDevnet()
    const { paid, run } = paying()
    const values = await Promise.all(
      Array.from({ length: 20 }, async () => {
        await using fork = await devnet.fork()
        const { hash } = await fork.loadFixture(paid)
        await sendTransfer(fork, { nonce: 1, value: 2n })
        await fork.seal()
        expect(await bobAt(fork, 'latest')).toBe(3n)
        return hash
      }),
    )
    expect([run.count, new Set(values).size]).toEqual([1, 1])
  })

  it('that fails does so for all who wait, and runs again at its next use', async () => {
    await using devnet = await testDevnet()
    let runs = 0
    const broken = fixture(async ({ devnet }) => {
      await devnet.seal()
      if (++runs === 1) throw new Error('not yet')
      return runs
    })
    const uses = await Promise.allSettled([devnet.loadFixture(broken), devnet.loadFixture(broken)])
    expect(uses.map(({ status }) => status)).toEqual(['rejected', 'rejected'])
    expect(await number(devnet)).toBe(0)
    expect(await devnet.loadFixture(broken)).toBe(2)
    expect(await number(devnet)).toBe(1)
  })

  it('goes on from what it needs, and gets the values of it by their names', async () => {
    await using devnet = await testDevnet()
    const { paid, run } = paying()
    const more = fixture({ needs: { paid } }, async ({ devnet, paid: { number } }) => {
      await sendTransfer(devnet, { nonce: 1, value: 10n })
      return { before: number, now: (await devnet.seal()).number }
    })
    const other = fixture({ needs: { first: paid } }, async ({ devnet, first }) => {
      await sendTransfer(devnet, { nonce: 1, value: 100n })
      await devnet.seal()
      return first
    })
    expect(await devnet.loadFixture(more)).toEqual({ before: 1n, now: 2n })
    expect(await bobAt(devnet, 'latest')).toBe(11n)
    expect(await devnet.loadFixture(other)).toEqual(await devnet.loadFixture(paid))
    expect(await bobAt(devnet, 'latest')).toBe(1n)
    await devnet.loadFixture(other)
    expect(await bobAt(devnet, 'latest')).toBe(101n)
    expect(run.count).toBe(1)
  })

  it('goes on from several, one on top of the other, each once', async () => {
    await using devnet = await testDevnet()
    const ran: string[] = []
    const step = (name: string, value: bigint) => async (use: FixtureUse) => {
      ran.push(name)
      const nonce = Number(
        await ask(use.devnet, 'eth_getTransactionCount', use.devnet.accounts[0]?.address, 'latest'),
      )
      await sendTransfer(use.devnet, { nonce, value })
      await use.devnet.seal()
      return value
    }
    const base = fixture(step('base', 1n))
    const left = fixture({ needs: { base } }, step('left', 10n))
    const right = fixture({ needs: { base } }, step('right', 100n))
    const both = fixture({ needs: { right, left } }, async (use) => {
      ran.push('both')
      return use.left + use.right
    })
    expect(await devnet.loadFixture(left)).toBe(10n)
    expect(await devnet.loadFixture(both)).toBe(110n)
    expect(await bobAt(devnet, 'latest')).toBe(111n)
    expect(ran).toEqual(['base', 'left', 'right', 'left', 'both'])
    await devnet.loadFixture(right)
    expect([ran.length, await bobAt(devnet, 'latest')]).toEqual([5, 101n])
  })

  it('may load others, and not itself', async () => {
    await using devnet = await testDevnet()
    const { paid, run } = paying()
    const nested = fixture(async ({ devnet }) => {
      await devnet.seal()
      await devnet.seal()
      await devnet.loadFixture(paid)
      return (await devnet.seal()).number
    })
    expect(await devnet.loadFixture(nested)).toBe(2n)
    expect([run.count, await bobAt(devnet, 'latest')]).toEqual([1, 1n])
    const circle: ReturnType<typeof fixture> = fixture({ name: 'circle' }, ({ devnet }) =>
      devnet.loadFixture(fixture({ name: 'back' }, (use) => use.devnet.loadFixture(circle))),
    )
    await expect(devnet.loadFixture(circle)).rejects.toThrow(
      'the fixture back loads circle, which in turn waits for this fixture',
    )
  })

  it('stays what it was after reset, revert and restore, and leaves snapshots good', async () => {
    await using devnet = await testDevnet()
    const { paid, run } = paying()
    const snapshot = await devnet.snapshot()
    const checkpoint = await devnet.checkpoint()
    await devnet.loadFixture(paid)
    expect(await devnet.revert(snapshot)).toBe(true)
    expect(await number(devnet)).toBe(0)
    await devnet.loadFixture(paid)
    await devnet.seal()
    expect(await devnet.restore(checkpoint)).toBe(true)
    expect(await number(devnet)).toBe(0)
    await devnet.loadFixture(paid)
    await devnet.reset()
    expect(await number(devnet)).toBe(0)
    expect((await devnet.loadFixture(paid)).number).toBe(1n)
    expect([run.count, await bobAt(devnet, 'latest')]).toEqual([1, 1n])
  })

  it('leaves subscriptions alive; filters keep the blocks that are gone', async () => {
    await using devnet = await testDevnet()
    const { paid } = paying()
    const heads: unknown[] = []
    devnet.provider.on('message', ({ data }) => heads.push(data.result))
    await ask(devnet, 'eth_subscribe', 'newHeads')
    const filter = await ask(devnet, 'eth_newBlockFilter')
    const { hash: gone } = await devnet.seal()
    await devnet.loadFixture(paid)
    const { hash } = await devnet.seal()
    expect(heads).toMatchObject([{ number: '0x1' }, { number: '0x2', hash }])
    expect(await ask(devnet, 'eth_getFilterChanges', filter)).toEqual([gone, hash])
  })

  it('leaves the cadence, whose times count from then on', async () => {
    await using devnet = await testDevnet({ mining: 'flashblocks', blockTime: '2s' })
    const { paid } = paying()
    await devnet.clock.advance(1900)
    await devnet.loadFixture(paid)
    await devnet.clock.advance(1900)
    expect(await number(devnet)).toBe(1)
    await devnet.clock.advance(100)
    expect(await number(devnet)).toBe(2)
  })

  it('runs under the cadence of the start', async () => {
    await using devnet = await testDevnet({ mining: 'auto' })
    const sent = fixture(async ({ devnet }) => sendTransfer(devnet))
    await devnet.setCadence({ mining: 'manual' })
    await devnet.loadFixture(sent)
    expect([await number(devnet), await bobAt(devnet, 'latest')]).toEqual([1, 1n])
    expect(devnet.cadence.mining).toBe('manual')
  })

  it('keeps what is pre-confirmed, pooled and impersonated, and the time', async () => {
    await using devnet = await testDevnet()
    const busy = fixture(async ({ devnet }) => {
      const first = await sendTransfer(devnet)
      await devnet.flashblock()
      const second = await sendTransfer(devnet, { nonce: 1 })
      await ask(devnet, 'anvil_impersonateAccount', carol)
      await ask(devnet, 'anvil_setBalance', carol, '0xde0b6b3a7640000')
      await devnet.clock.advance(1234)
      return [first, second]
    })
    const start = devnet.clock.now()
    await devnet.clock.advance(60_000)
    const [first, second] = await devnet.loadFixture(busy)
    expect(await bobAt(devnet, 'pending')).toBe(1n)
    const { transactions } = await devnet.seal()
    expect(transactions).toEqual([first, second])
    await ask(devnet, 'eth_sendTransaction', { from: carol, to: bob, gas: '0x5208' })
    expect(devnet.clock.now()).toBe(start + 1234)
  })

  it('cannot return what acts, as that belongs to the fork on which it was made', async () => {
    await using devnet = await testDevnet()
    const returning = (value: unknown) => fixture({ name: 'token' }, () => value)
    await expect(devnet.loadFixture(returning({ a: [1, () => 2] }))).rejects.toThrow(
      'the fixture token returns a function at a[1]: return plain data',
    )
    await expect(devnet.loadFixture(returning(new Date()))).rejects.toThrow('returns a Date: ')
    await expect(devnet.loadFixture(returning({ soon: sendTransfer(devnet) }))).rejects.toThrow(
      'returns a Promise at soon: ',
    )
  })

  it('serves viem with a compiled contract', async () => {
    await using devnet = await testDevnet({ mining: 'auto' })
    const deployed = fixture(async ({ devnet }) => {
      const client = await viemClient(devnet)
      const hash = await client.deployContract({
        abi: tokenAbi,
        bytecode: tokenBytecode,
        args: ['Token', 'TOK', 1000n],
      })
      const { contractAddress } = await client.waitForTransactionReceipt({ hash })
      return { address: contractAddress as `0x${string}`, abi: tokenAbi }
    })
    for (const amount of [1n, 2n]) {
      await using fork = await devnet.fork()
      const client = await viemClient(fork)
      const token = getContract({ ...(await fork.loadFixture(deployed)), client })
      await token.write.transfer([bob, amount])
      expect(await token.read.balanceOf([bob])).toBe(amount)
    }
  })

  it('serves ethers with a compiled contract', async () => {
    await using devnet = await testDevnet({ mining: 'auto' })
    const deployed = fixture({ name: 'deployed' }, async ({ devnet }) => {
      const signer = await new BrowserProvider(devnet.provider).getSigner(0)
      const factory = new ContractFactory(tokenAbi, tokenBytecode, signer)
      const contract = await factory.deploy('Token', 'TOK', 1000n)
      return await contract.getAddress()
    })
    for (const amount of [1n, 2n]) {
      await using fork = await devnet.fork()
      const signer = await new BrowserProvider(fork.provider).getSigner(0)
      const token = new Contract(await fork.loadFixture(deployed), tokenAbi, signer)
      await (await token.getFunction('transfer')(bob, amount)).wait()
      expect(await token.getFunction('balanceOf')(bob)).toBe(amount)
    }
  })
})

describe('a function', () => {
  it('runs at its first use on the chain as it is, which later uses bring back', async () => {
    await using devnet = await testDevnet()
    await sendTransfer(devnet)
    let runs = 0
    const deployed = async (chain: PreconfDevnet) => {
      runs++
      expect(chain).toBe(devnet)
      await chain.seal()
      return { owner: bob }
    }
    const value = await devnet.loadFixture(deployed)
    expect(await bobAt(devnet, 'latest')).toBe(1n)
    await sendTransfer(devnet, { nonce: 1 })
    await devnet.seal()
    expect(await devnet.loadFixture(deployed)).toBe(value)
    expect([runs, await number(devnet), await bobAt(devnet, 'latest')]).toEqual([1, 1, 1n])
  })

  it('without a name is known by the one that it is used with', async () => {
    await using devnet = await testDevnet()
    let runs = 0
    const load = () => devnet.loadFixture('sealed', async (chain) => [++runs, await chain.seal()])
    expect(await load()).toBe(await load())
    expect([runs, await number(devnet)]).toEqual([1, 1])
    await devnet.loadFixture('other', (chain) => chain.seal())
    expect(await number(devnet)).toBe(2)
  })

  it('may load others, in any order', async () => {
    await using devnet = await testDevnet()
    const ran: string[] = []
    const inner = async (chain: PreconfDevnet) => {
      ran.push('inner')
      await sendTransfer(chain)
      await chain.seal()
    }
    const outer = async (chain: PreconfDevnet) => {
      await chain.loadFixture(inner)
      ran.push('outer')
      await sendTransfer(chain, { nonce: 1 })
      await chain.seal()
    }
    const sibling = async (chain: PreconfDevnet) => {
      await chain.loadFixture(inner)
      ran.push('sibling')
      await sendTransfer(chain, { nonce: 1, value: 5n })
      await chain.seal()
    }
    const balances: bigint[] = []
    for (const each of [outer, inner, sibling, outer, inner, sibling]) {
      await devnet.loadFixture(each)
      balances.push(await bobAt(devnet, 'latest'))
    }
    expect(balances).toEqual([2n, 1n, 6n, 2n, 1n, 6n])
    expect(ran).toEqual(['inner', 'outer', 'sibling'])
    await devnet.reset()
    await devnet.loadFixture(sibling)
    expect([await bobAt(devnet, 'latest'), ran.length]).toEqual([6n, 3])
  })

  it('that fails leaves all as before, and runs again at its next use', async () => {
    await using devnet = await testDevnet()
    let runs = 0
    const broken = async (chain: PreconfDevnet) => {
      await sendTransfer(chain)
      await chain.seal()
      if (++runs === 1) throw new Error('not yet')
    }
    await expect(devnet.loadFixture(broken)).rejects.toThrow('not yet')
    expect([await number(devnet), await bobAt(devnet, 'latest')]).toEqual([0, 0n])
    await devnet.loadFixture(broken)
    expect(await bobAt(devnet, 'latest')).toBe(1n)
  })
})
