import { describe, expect, it } from 'vitest'
import { follow } from '../../src/provider/inProcessConnection.ts'
import type { PreconfDevnet } from '../../src/types/devnet.ts'
import { testDevnet } from '../support/testDevnet.ts'

/** Breaks the connection in process, which is there again at once. */
async function breakConnection({ faults, provider }: PreconfDevnet): Promise<void> {
  faults.inject({ kind: 'disconnect', method: 'eth_gasPrice', times: 1 })
  await provider.request({ method: 'eth_gasPrice' }).catch(() => {})
}

/** What has been asked for in between has been answered. */
function answered(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve))
}

async function following(devnet: PreconfDevnet) {
  const seen: unknown[] = []
  const followed = await follow(devnet.provider, ['newHeads'], {
    onPush: (header) => seen.push((header as { number: string }).number),
    onLost: (error) => seen.push(error.message),
    onResumed: () => seen.push('resumed'),
  })
  return { seen, ...followed }
}

describe('follow', () => {
  it('hands on what is pushed, until it is ended', async () => {
    await using devnet = await testDevnet()
    const { seen, end } = await following(devnet)
    await devnet.seal()
    expect(await end()).toBe(true)
    expect(await end()).toBe(false)
    await devnet.seal()
    expect(seen).toEqual(['0x1'])
  })

  it('starts again when the connection broke', async () => {
    await using devnet = await testDevnet()
    const { seen } = await following(devnet)
    await breakConnection(devnet)
    await answered()
    await devnet.seal()
    expect(seen).toEqual(['disconnected by fault 0x1', 'resumed', '0x1'])
  })

  it('leaves nothing behind when it is ended while it starts again', async () => {
    await using devnet = await testDevnet()
    const { seen, end } = await following(devnet)
    // Called after the listener that asks for the subscription again, and before the answer.
    devnet.provider.on('connect', end)
    await breakConnection(devnet)
    await answered()
    await devnet.seal()
    expect(seen).not.toContain('resumed')
    expect(devnet.metrics().subscriptions).toBe(0)
  })

  it('rejects with what the node answers', async () => {
    await using devnet = await testDevnet()
    const followed = follow(devnet.provider, ['newHeads', 1], { onPush: () => {} })
    await expect(followed).rejects.toMatchObject({ code: -32602 })
  })

  it('is over when the chain is closed', async () => {
    const devnet = await testDevnet()
    const { seen, end } = await following(devnet)
    await devnet.close()
    expect(seen).toEqual(['the devnet is closed'])
    expect(await end()).toBe(false)
  })
})
