import { createDevnet } from 'preconf'
import { expect, test } from 'vitest'

const alice = '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266'
const carol = '0x00000000000000000000000000000000000ca201'

test('subscribers get a flashblock twice, which counts once', async () => {
  await using devnet = await createDevnet({ mining: 'manual' })
  const { provider } = devnet
  const received: unknown[] = []
  provider.on('message', ({ data }) => received.push(data.result))
  await provider.request({ method: 'eth_subscribe', params: ['newFlashblockTransactions'] })
  const transfer = { from: alice, to: carol, value: '0x1' }
  const hash = await provider.request({ method: 'eth_sendTransaction', params: [transfer] })

  devnet.faults.inject({ kind: 'repeatFlashblock' })
  await devnet.flashblock()

  expect(received).toEqual([hash, hash])
  expect(await provider.request({ method: 'eth_getBalance', params: [carol, 'pending'] })).toBe(
    '0x1',
  )
})
