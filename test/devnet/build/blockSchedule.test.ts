import { describe, expect, it } from 'vitest'
import { Devnet } from '../../../src/devnet/devnet.ts'
import { resolveOptions } from '../../../src/devnet/options/options.ts'
import type { DevnetOptions } from '../../../src/types/options/options.ts'

function fail(error: unknown): never {
  throw error
}

async function started(options: DevnetOptions) {
  const devnet = await Devnet.create(resolveOptions({ clock: 'manual', ...options }), fail)
  return Object.assign(devnet, { [Symbol.asyncDispose]: () => devnet.close() })
}

/** Number and age in seconds of the head, and the age of the open block, negative before its time. */
async function ages({ chain, clock, reader }: Devnet): Promise<readonly number[]> {
  const age = ({ header }: { readonly header: { readonly timestamp: bigint } }): number =>
    Math.floor(clock.now() / 1000) - Number(header.timestamp)
  return [Number(chain.head.number), age(chain.head), age(await reader.view({ tag: 'pending' }))]
}

describe('sleep', () => {
  it('has no blocks made, and wake makes the head as young as it would be', async () => {
    await using devnet = await started({ mining: 'flashblocks' })
    await devnet.clock.advance(3000)
    devnet.schedule.sleep()
    devnet.schedule.sleep()
    await devnet.clock.advance(3_600_000)
    expect(await ages(devnet)).toEqual([1, 3601, 3599])
    await devnet.schedule.wake()
    expect(await ages(devnet)).toEqual([2, 0, -2])
    await devnet.clock.advance(4000)
    expect(devnet.chain.head.number).toBe(4n)
  })

  it('of less than a block time only moves the blocks to come', async () => {
    await using devnet = await started({ mining: 'flashblocks' })
    devnet.schedule.sleep()
    await devnet.clock.advance(1500)
    await devnet.schedule.wake()
    await devnet.clock.advance(1999)
    expect(devnet.chain.head.number).toBe(0n)
    await devnet.clock.advance(1)
    expect(devnet.chain.head.number).toBe(1n)
  })

  it('without flashblocks ends with one block too', async () => {
    await using devnet = await started({ mining: 'interval' })
    devnet.schedule.sleep()
    await devnet.clock.advance(60_000)
    expect(devnet.chain.head.number).toBe(0n)
    await devnet.schedule.wake()
    expect(await ages(devnet)).toEqual([1, 0, -1])
    await devnet.clock.advance(2000)
    expect(devnet.chain.head.number).toBe(2n)
  })

  it('makes no block where none comes by itself', async () => {
    await using devnet = await started({ mining: 'auto' })
    devnet.schedule.sleep()
    await devnet.clock.advance(60_000)
    await devnet.schedule.wake()
    expect(devnet.chain.head.number).toBe(0n)
  })

  it('keeps what is pre-confirmed, and seals it', async () => {
    await using devnet = await started({ mining: 'flashblocks' })
    const [from, to] = devnet.accounts.map(({ address }) => address)
    await devnet.send({ from, to, value: 1n })
    await devnet.blocks.flashblock()
    devnet.schedule.sleep()
    await devnet.clock.advance(60_000)
    await devnet.schedule.wake()
    expect(devnet.chain.head.transactions).toHaveLength(1)
  })

  it('leaves alone what somebody has paused', async () => {
    await using devnet = await started({ mining: 'flashblocks' })
    devnet.schedule.pause()
    devnet.schedule.sleep()
    await devnet.clock.advance(60_000)
    await devnet.schedule.wake()
    expect([devnet.schedule.isPaused, devnet.chain.head.number]).toEqual([true, 0n])
  })

  it('is not what a fork has from its origin', async () => {
    await using devnet = await started({ mining: 'flashblocks' })
    devnet.schedule.sleep()
    await devnet.clock.advance(60_000)
    const fork = await devnet.fork(fail)
    expect(fork.schedule.isPaused).toBe(false)
    expect(await ages(fork)).toEqual([0, 60, 58])
    await fork.schedule.renew()
    expect(await ages(fork)).toEqual([0, 60, -2])
    await fork.clock.advance(2000)
    expect(fork.chain.head.number).toBe(1n)
    await fork.close()
  })
})
