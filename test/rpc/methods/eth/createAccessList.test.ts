import { describe, expect, it } from 'vitest'
import { account, client, headerNotFound, missingArgument, twoSteps, word } from '../client.ts'

const method = 'eth_createAccessList'
const anywhere = `0x${'c0'.repeat(20)}`

describe(method, () => {
  it('is empty for a transfer', async () => {
    await using devnet = await client()
    const transfer = { from: account(devnet, 0), to: account(devnet, 1), value: '0x1' }
    expect(await devnet.ask(method, transfer)).toEqual({ accessList: [], gasUsed: '0x5208' })
  })

  it('names the slots that a contract touches, and the gas with them', async () => {
    await using devnet = await client()
    const { recorder } = await twoSteps(devnet)
    const call = { from: account(devnet, 0), to: recorder, data: word(6) }
    const { accessList, gasUsed } = await devnet.ask(method, call)
    expect(accessList).toEqual([{ address: recorder, storageKeys: [word(0)] }])
    const hash = await devnet.send({ ...call, accessList })
    await devnet.flashblock()
    const receipt = await devnet.ask('eth_getTransactionReceipt', hash)
    expect(receipt).toMatchObject({ status: '0x1', gasUsed })
  })

  it('tells why the transaction fails, on overridden state', async () => {
    await using devnet = await client()
    // Loads slot 3, reverts.
    const overrides = { [anywhere]: { code: '0x6003545f5ffd' } }
    const call = { to: anywhere, gas: '0x186a0' }
    expect(await devnet.ask(method, call, 'latest', overrides)).toEqual({
      accessList: [{ address: anywhere, storageKeys: [word(3)] }],
      error: 'execution reverted',
      gasUsed: expect.stringMatching(/^0x/),
    })
  })

  it('refuses what cannot run', async () => {
    await using devnet = await client()
    const poor = { from: anywhere, to: account(devnet, 1), value: '0x1' }
    expect(await devnet.refusal(method, poor)).toMatchObject({
      code: -32000,
      message: expect.stringMatching(
        /^failed to apply transaction: err: insufficient funds for gas \* price \+ value/,
      ),
    })
    expect(await devnet.refusal(method)).toEqual(missingArgument(0))
    expect(await devnet.refusal(method, {}, '0x9')).toEqual(headerNotFound)
  })
})
