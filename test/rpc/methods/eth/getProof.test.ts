import { keccak256 } from 'viem'
import { describe, expect, it } from 'vitest'
import { account, client, headerNotFound, missingArgument, twoSteps, word } from '../client.ts'

describe('eth_getProof', () => {
  it('proves an account and its slots against the state root of the block', async () => {
    await using devnet = await client()
    const { hash, recorder } = await twoSteps(devnet)
    const { stateRoot } = await devnet.ask('eth_getBlockByHash', hash, false)
    const proof = await devnet.ask('eth_getProof', recorder, ['0x0', word(0)], hash)
    expect(keccak256(proof.accountProof[0])).toBe(stateRoot)
    expect(keccak256(proof.storageProof[0].proof[0])).toBe(proof.storageHash)
    expect(proof).toMatchObject({
      address: recorder,
      balance: '0x0',
      nonce: '0x1',
      storageProof: [
        { key: '0x0', value: '0x1' },
        { key: word(0), value: '0x1' },
      ],
    })
  })

  it('reads at every kind of block', async () => {
    await using devnet = await client()
    const { recorder } = await twoSteps(devnet)
    const valueAt = async (...block: unknown[]) =>
      (await devnet.ask('eth_getProof', recorder, ['0x0'], ...block)).storageProof[0].value
    expect({
      omitted: await valueAt(),
      latest: await valueAt('latest'),
      pending: await valueAt('pending'),
      number0: await valueAt('0x0'),
    }).toEqual({ omitted: '0x1', latest: '0x1', pending: '0x2', number0: '0x0' })
  })

  it('refuses bad slots, too many of them, and a block that is not there', async () => {
    await using devnet = await client()
    const address = account(devnet, 0)
    const ask = (...params: unknown[]) => devnet.refusal('eth_getProof', ...params)
    expect(await ask(address)).toEqual(missingArgument(1))
    expect((await ask(address, ['0xzz'])).message).toContain('invalid hex in storage key')
    const many = Array.from({ length: 1025 }, () => '0x0')
    expect((await ask(address, many)).message).toContain(
      'too many keys: the limit is 1024 (--limit proofSlots=N)',
    )
    expect(await ask(address, [], '0x9')).toEqual(headerNotFound)
  })
})
