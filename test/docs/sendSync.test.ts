import { createDevnet } from 'preconf'
import { createWalletClient, custom, type Hex } from 'viem'
import { privateKeyToAccount } from 'viem/accounts'
import { basePreconf } from 'viem/chains'
import { expect, test } from 'vitest'

const alice = '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266'
const bob = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8'

test('one request sends a transaction and answers its pre-confirmed receipt', async () => {
  await using devnet = await createDevnet({ chainId: basePreconf.id, blockTime: '60s' })
  const client = createWalletClient({
    account: privateKeyToAccount(devnet.accounts[0]?.privateKey as Hex),
    chain: basePreconf,
    transport: custom(devnet.provider),
  })

  const receipt = await client.sendTransactionSync({ to: bob, value: 1n })

  expect(receipt.status).toBe('success')
  expect(devnet.transaction(receipt.transactionHash)).toMatchObject({ status: 'preconfirmed' })
})

test('a wait that takes too long ends with the reason', async () => {
  await using devnet = await createDevnet({ clock: 'manual' })
  const answer = devnet.provider.request({
    method: 'eth_sendTransactionSync',
    params: [{ from: alice, to: bob, nonce: '0x5' }, '0x3e8'], // 1000 ms
  })
  const refusal = expect(answer).rejects.toMatchObject({
    code: 4,
    message: expect.stringContaining('no transaction with nonce 0 is in the pool'),
  })
  await expect.poll(() => devnet.metrics().pool.queued).toBe(1)

  await devnet.clock.advance(1000)
  await refusal
})
