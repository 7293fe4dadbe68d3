import { describe, expect, it } from 'vitest'
import { Devnet } from '../../src/devnet/devnet.ts'
import { resolveOptions } from '../../src/devnet/options/options.ts'
import type { DevnetOptions } from '../../src/types/options/options.ts'

function fail(error: unknown): never {
  throw error
}

async function started(options: DevnetOptions = {}) {
  const settings = resolveOptions({ clock: 'manual', mining: 'manual', ...options })
  const devnet = await Devnet.create(settings, fail)
  return Object.assign(devnet, { [Symbol.asyncDispose]: () => devnet.close() })
}

const [from, to] = [0, 1] as const

async function send(devnet: Devnet, value = 1n): Promise<void> {
  const [sender, receiver] = [devnet.accounts[from], devnet.accounts[to]]
  await devnet.send({ from: sender?.address, to: receiver?.address, value })
}

async function balance(devnet: Devnet): Promise<bigint | undefined> {
  const address = devnet.accounts[to]?.address as Uint8Array
  const { state } = await devnet.reader.view({ tag: 'pending' })
  return state.account(address)?.balance
}

describe('a fork', () => {
  it('goes on from the block that is open, and neither sees what the other does', async () => {
    await using devnet = await started()
    await send(devnet)
    await devnet.blocks.flashblock()
    await send(devnet)
    const fork = await devnet.fork(fail)
    const before = await balance(devnet)
    expect(await balance(fork)).toBe(before)
    const sealed = await fork.blocks.seal()
    expect(sealed.transactions).toHaveLength(2)
    expect(devnet.chain.head.number).toBe(0n)
    expect(await balance(devnet)).toBe(before)
    // The same steps make the same block.
    expect((await devnet.blocks.seal()).hash).toBe(sealed.hash)
    await fork.close()
  })

  it('has the cadence of the moment, on a clock of its own', async () => {
    await using devnet = await started()
    await devnet.setCadence({ mining: 'flashblocks', blockTime: '1s' })
    const fork = await devnet.fork(fail)
    await fork.clock.advance(3000)
    expect(fork.chain.head.number).toBe(3n)
    expect(devnet.chain.head.number).toBe(0n)
    await fork.close()
  })

  it('goes back to where it was forked, with all that there was', async () => {
    await using devnet = await started()
    await send(devnet)
    await devnet.blocks.flashblock()
    const fork = await devnet.fork(fail)
    await fork.blocks.seal()
    await fork.history.reset()
    expect(fork.chain.head.number).toBe(0n)
    expect((await fork.blocks.seal()).hash).toBe((await devnet.blocks.seal()).hash)
    await fork.close()
  })

  it('of an earlier moment has the state of then and the cadence of the start', async () => {
    await using devnet = await started()
    await send(devnet)
    await devnet.blocks.seal()
    const saved = await devnet.history.save()
    await devnet.blocks.seal()
    await devnet.setCadence({ mining: 'auto' })
    const fork = await devnet.forkAt(saved, fail)
    expect(fork.chain.head.number).toBe(1n)
    await send(fork)
    expect(fork.chain.head.number).toBe(1n)
    expect((await fork.blocks.seal()).transactions).toHaveLength(1)
    await fork.close()
  })

  it('becomes what another of the same start was, and tells which blocks are gone', async () => {
    await using devnet = await started()
    const fork = await devnet.fork(fail)
    await send(devnet)
    const sealed = await devnet.blocks.seal()
    await devnet.blocks.flashblock()
    const gone = [await fork.blocks.seal(), await fork.blocks.seal()]
    const received: unknown[] = []
    fork.hub.on('revert', ({ removed }) => received.push(removed))
    await fork.history.become(await devnet.history.save())
    expect(fork.chain.head).toBe(sealed)
    expect(received).toEqual([gone])
    expect((await fork.blocks.seal()).hash).toBe((await devnet.blocks.seal()).hash)
    await fork.close()
  })

  it('can be forked again, and outlives what it was forked from', async () => {
    const devnet = await started()
    await devnet.blocks.seal()
    const first = await devnet.fork(fail)
    await devnet.close()
    await first.blocks.seal()
    const second = await first.fork(fail)
    await second.blocks.seal()
    expect([first.chain.head.number, second.chain.head.number]).toEqual([2n, 3n])
    await Promise.all([first.close(), second.close()])
  })
})
