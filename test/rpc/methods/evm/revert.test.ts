import { describe, expect, it } from 'vitest'
import { account, client, missingArgument } from '../client.ts'

describe('evm_revert', () => {
  it('makes chain, pool and pre-confirmed state as they were', async () => {
    await using devnet = await client()
    const transfer = { to: account(devnet, 1), value: '0x1' }
    await devnet.send(transfer)
    await devnet.seal()
    const preconfirmed = await devnet.send(transfer)
    await devnet.flashblock()
    const pooled = await devnet.send(transfer)
    const observe = async () => ({
      latest: await devnet.ask('eth_getBlockByNumber', 'latest', true),
      pending: await devnet.ask('eth_getBlockByNumber', 'pending', true),
      balance: await devnet.ask('eth_getBalance', account(devnet, 1), 'pending'),
      nonce: await devnet.ask('eth_getTransactionCount', account(devnet, 0), 'pending'),
      preconfirmed: await devnet.ask('eth_getTransactionReceipt', preconfirmed),
      pooled: await devnet.ask('eth_getTransactionByHash', pooled),
    })
    const before = await observe()
    const id = await devnet.ask('evm_snapshot')
    await devnet.send(transfer)
    await devnet.seal()
    await devnet.seal()
    expect(await devnet.ask('evm_revert', id)).toBe(true)
    expect(await observe()).toEqual(before)
  })

  it('goes back over a million empty blocks without making them', async () => {
    await using devnet = await client()
    const filter = await devnet.ask('eth_newBlockFilter')
    const id = await devnet.ask('evm_snapshot')
    await devnet.ask('hardhat_mine', '0xf4240')
    const { hash } = await devnet.ask('eth_getBlockByNumber', 'latest', false)
    expect(await devnet.ask('eth_blockNumber')).toBe('0xf4240')
    expect(await devnet.ask('evm_revert', id)).toBe(true)
    expect(await devnet.ask('eth_blockNumber')).toBe('0x0')
    expect(await devnet.ask('eth_getFilterChanges', filter)).toContain(hash)
  })

  it('spends the snapshot and all later ones', async () => {
    await using devnet = await client()
    const [first, second, third] = [
      await devnet.ask('evm_snapshot'),
      await devnet.ask('evm_snapshot'),
      await devnet.ask('evm_snapshot'),
    ]
    expect(await devnet.ask('evm_revert', second)).toBe(true)
    expect(await devnet.ask('evm_revert', second)).toBe(false)
    expect(await devnet.ask('evm_revert', third)).toBe(false)
    expect(await devnet.ask('evm_revert', first)).toBe(true)
  })

  it.each(['evm_revert', 'anvil_revert', 'hardhat_revert'])('is called %s too', async (method) => {
    await using devnet = await client()
    await devnet.ask('evm_snapshot')
    expect(await devnet.ask(method, '0x1')).toBe(true)
  })

  it('is false for an id that never was', async () => {
    await using devnet = await client()
    for (const id of ['0x1', '0x01', '0xffff', 7]) {
      expect(await devnet.ask('evm_revert', id)).toBe(false)
    }
  })

  it('refuses what is no id', async () => {
    await using devnet = await client()
    expect(await devnet.refusal('evm_revert')).toEqual(missingArgument(0))
    expect(await devnet.refusal('evm_revert', 'first')).toMatchObject({ code: -32602 })
  })
})
