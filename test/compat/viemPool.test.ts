import { createTestClient, custom, getAddress } from 'viem'
import { expect, test } from 'vitest'
import { preconfChain, viemClient } from '../support/clients.ts'
import { testDevnet } from '../support/testDevnet.ts'

const bob = '0x00000000000000000000000000000000000000b0'

test('the pool is read, and a transaction by its sender and nonce', async () => {
  await using devnet = await testDevnet()
  const client = await viemClient(devnet)
  const pool = createTestClient({
    mode: 'anvil',
    chain: preconfChain,
    transport: custom(devnet.provider),
  })
  const sender = client.account.address
  const first = await client.sendTransaction({ to: bob, value: 1n, nonce: 0 })
  await client.sendTransaction({ to: bob, value: 1n, nonce: 3, gas: 21_000n })
  expect(await pool.getTxpoolStatus()).toEqual({ pending: 1, queued: 1 })
  const { pending, queued } = await pool.getTxpoolContent()
  expect(pending[sender]?.['0']).toMatchObject({ hash: first, to: bob })
  expect(Object.keys(queued[sender] ?? {})).toEqual(['3'])
  const lines = await pool.inspectTxpool()
  expect(lines.queued[sender]?.['3']).toMatch(`${getAddress(bob)}: 1 wei + 21000 gas × `)
  expect(await client.getTransaction({ sender, nonce: 0 })).toMatchObject({ hash: first })
  await expect(client.getTransaction({ sender, nonce: 1 })).rejects.toThrow(/could not be found/)
})
