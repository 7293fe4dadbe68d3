import { describe, expect, it } from 'vitest'
import { account, client, invalidArgument, missingArgument, twoSteps } from '../client.ts'

const method = 'debug_accountInfoAt'

describe(method, () => {
  it('tells an account as it was after each transaction of a block', async () => {
    await using devnet = await client()
    const { hash, recorder } = await twoSteps(devnet)
    const [from, to] = [account(devnet, 0), account(devnet, 1)]
    const nonces = [0, 1, 2].map(
      async (index) => (await devnet.ask(method, hash, index, from)).nonce,
    )
    expect(await Promise.all(nonces)).toEqual(['0x1', '0x2', '0x3'])
    const before = BigInt((await devnet.ask(method, '0x1', '0x1', to)).balance)
    const after = BigInt((await devnet.ask(method, '0x1', '0x2', to)).balance)
    expect(after - before).toBe(1n)
    const last = await devnet.ask(method, 'latest', 2, recorder)
    expect(last).toEqual(await devnet.ask('eth_getAccountInfo', recorder, 'latest'))
    expect(await devnet.ask(method, 'pending', 0, from)).toMatchObject({ nonce: '0x4' })
  })

  it('is null where there is no such transaction or block', async () => {
    await using devnet = await client()
    await twoSteps(devnet)
    const of = account(devnet, 0)
    expect(await devnet.ask(method, '0x1', 3, of)).toBeNull()
    expect(await devnet.ask(method, '0x0', 0, of)).toBeNull()
    expect(await devnet.ask(method, '0x9', 0, of)).toBeNull()
    expect(await devnet.refusal(method, '0x1')).toEqual(missingArgument(1))
    expect(await devnet.refusal(method, '0x1', 0, '0x1')).toMatchObject({
      code: invalidArgument(2, '').code,
    })
  })
})
