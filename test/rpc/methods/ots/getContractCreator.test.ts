import { describe, expect, it } from 'vitest'
import { account, client, creationOf, recorderRuntime } from '../client.ts'
import { scene } from '../trace/scene.ts'

const method = 'ots_getContractCreator'

describe(method, () => {
  it('finds who has created a contract, and in which transaction', async () => {
    await using devnet = await client()
    const { create, factory, alice } = await scene(devnet)
    const hash = await create(creationOf(recorderRuntime))
    await devnet.seal()
    const [, { result }] = await devnet.ask('trace_transaction', hash)
    for (let count = 0; count < 5; count++) await devnet.seal()
    expect(await devnet.ask(method, result.address)).toEqual({ hash, creator: factory })
    const { transactions } = await devnet.ask('eth_getBlockByNumber', '0x3', false)
    expect(await devnet.ask(method, factory)).toEqual({ hash: transactions[0], creator: alice })
  })

  it('finds one that is pre-confirmed', async () => {
    await using devnet = await client()
    const { create, factory } = await scene(devnet)
    const hash = await create(creationOf(recorderRuntime))
    await devnet.flashblock()
    const [, { result }] = await devnet.ask('trace_transaction', hash)
    expect(await devnet.ask(method, result.address)).toEqual({ hash, creator: factory })
  })

  it('is null for accounts without code, and for code that no transaction has put there', async () => {
    await using devnet = await client()
    expect(await devnet.ask(method, account(devnet, 0))).toBeNull()
    await devnet.seal()
    await devnet.ask('anvil_setCode', account(devnet, 3), '0xfe')
    expect(await devnet.ask(method, account(devnet, 3))).toBeNull()
    await devnet.seal()
    expect(await devnet.ask(method, account(devnet, 3))).toBeNull()
  })
})
