import { describe, expect, it } from 'vitest'
import { account, client, missingArgument, twoSteps } from '../client.ts'

const method = 'eth_getTransactionBySenderAndNonce'

describe(method, () => {
  it('finds sealed, pre-confirmed, pooled and queued transactions', async () => {
    await using devnet = await client()
    await twoSteps(devnet)
    const sender = account(devnet, 0)
    const to = account(devnet, 1)
    await devnet.send({ to, nonce: '0x5' })
    const queued = await devnet.send({ to, nonce: '0x8' })
    const placeOf = async (nonce: unknown) => {
      const found = await devnet.ask(method, sender, nonce)
      return found && [found.nonce, found.blockNumber, found.transactionIndex]
    }
    expect(await placeOf('0x1')).toEqual(['0x1', '0x1', '0x1'])
    expect(await placeOf('0x4')).toEqual(['0x4', '0x2', '0x1'])
    expect(await placeOf('0x5')).toEqual(['0x5', null, null])
    expect((await devnet.ask(method, sender, 8)).hash).toBe(queued)
    expect(await placeOf('0x6')).toBeNull()
    expect(await devnet.ask(method, to, '0x0')).toBeNull()
  })

  it('finds the right block among many', async () => {
    await using devnet = await client()
    const hashes: string[] = []
    for (let nonce = 0; nonce < 9; nonce++) {
      hashes.push(await devnet.send({ to: account(devnet, 1) }))
      if (nonce % 2 === 0) await devnet.seal()
      await devnet.seal()
    }
    for (const [nonce, hash] of hashes.entries()) {
      expect((await devnet.ask(method, account(devnet, 0), nonce)).hash).toBe(hash)
    }
  })

  it('finds none at a nonce that was used up without a transaction', async () => {
    await using devnet = await client()
    // A contract's nonce is 1 from the start: nothing was sent with 0.
    const { recorder } = await twoSteps(devnet)
    expect(await devnet.ask(method, recorder, '0x0')).toBeNull()
  })

  it('refuses a call without nonce', async () => {
    await using devnet = await client()
    expect(await devnet.refusal(method, account(devnet, 0))).toEqual(missingArgument(1))
  })
})
