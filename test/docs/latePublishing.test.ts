import { createDevnet } from 'preconf'
import { expect, test } from 'vitest'

const alice = '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266'
const carol = '0x00000000000000000000000000000000000ca201'
const transfer = { from: alice, to: carol, value: '0x1' }

test('a flashblock becomes visible later than it was built', async () => {
  await using devnet = await createDevnet({ clock: 'manual' })
  const balance = () =>
    devnet.provider.request({ method: 'eth_getBalance', params: [carol, 'pending'] })
  await devnet.provider.request({ method: 'eth_sendTransaction', params: [transfer] })

  devnet.faults.inject({ kind: 'delayPublishing', ms: 150 })
  await devnet.clock.advance(200)
  expect(await balance()).toBe('0x0')

  await devnet.clock.advance(150)
  expect(await balance()).toBe('0x1')
})

test('nothing is published for a while', async () => {
  await using devnet = await createDevnet({ clock: 'manual' })
  const blocks: bigint[] = []
  devnet.on('block', ({ number }) => blocks.push(number))
  const received: string[] = []
  devnet.on('flashblock', ({ blockNumber, index }) => received.push(`${blockNumber}.${index}`))

  await devnet.clock.advance(200)
  devnet.faults.inject({ kind: 'stopPublishing', ms: 1000 })
  await devnet.clock.advance(1800)
  expect(received).toEqual(['1.1', '2.0']) // what comes after the gap is of no use
  expect(blocks).toEqual([1n])

  await devnet.clock.advance(200)
  expect(received).toEqual(['1.1', '2.0', '2.1'])
})
