import { keccak256 } from 'viem'
import { describe, expect, it } from 'vitest'
import { client, headerNotFound, missingArgument, recorderRuntime, twoSteps } from '../client.ts'

describe('eth_getAccount', () => {
  it('tells what the trie holds of a contract, as its proof does', async () => {
    await using devnet = await client()
    const { recorder } = await twoSteps(devnet)
    for (const block of ['latest', 'pending']) {
      const { storageHash } = await devnet.ask('eth_getProof', recorder, [], block)
      expect(await devnet.ask('eth_getAccount', recorder, block)).toEqual({
        nonce: '0x1',
        balance: '0x0',
        storageRoot: storageHash,
        codeHash: keccak256(recorderRuntime),
      })
    }
  })

  it('is empty for an account that is not there', async () => {
    await using devnet = await client()
    expect(await devnet.ask('eth_getAccount', `0x${'ab'.repeat(20)}`)).toEqual({
      nonce: '0x0',
      balance: '0x0',
      storageRoot: keccak256('0x80'),
      codeHash: keccak256('0x'),
    })
  })

  it('refuses what is no address, and a block that is not there', async () => {
    await using devnet = await client()
    expect(await devnet.refusal('eth_getAccount')).toEqual(missingArgument(0))
    expect(await devnet.refusal('eth_getAccount', `0x${'ab'.repeat(20)}`, '0x9')).toEqual(
      headerNotFound,
    )
  })
})
