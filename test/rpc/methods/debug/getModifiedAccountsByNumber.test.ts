import { describe, expect, it } from 'vitest'
import { account, client, headerNotFound, twoSteps } from '../client.ts'

const method = 'debug_getModifiedAccountsByNumber'

describe(method, () => {
  it('gives the accounts that a block has changed', async () => {
    await using devnet = await client()
    const { recorder } = await twoSteps(devnet)
    const changed: string[] = await devnet.ask(method, 1)
    expect(changed).toEqual(
      expect.arrayContaining([recorder, account(devnet, 0), account(devnet, 1)]),
    )
    expect(changed).not.toContain(account(devnet, 2))
    expect(await devnet.ask(method, 0, 1)).toEqual(changed)
  })

  it('gives those of several blocks, and of the pre-confirmed transactions', async () => {
    await using devnet = await client()
    const first = account(devnet, 5)
    await devnet.send({ to: first, value: '0x1' })
    await devnet.seal()
    const second = account(devnet, 6)
    await devnet.send({ to: second, value: '0x1' })
    await devnet.flashblock()
    expect(await devnet.ask(method, 'pending')).toContain(second)
    expect(await devnet.ask(method, 'pending')).not.toContain(first)
    expect(await devnet.ask(method, 0, 'pending')).toEqual(expect.arrayContaining([first, second]))
  })

  it('refuses what is no range', async () => {
    await using devnet = await client()
    await devnet.seal()
    for (const end of [0, 1]) {
      expect(await devnet.refusal(method, 1, end)).toEqual({
        code: -32000,
        message: `start block height (1) must be less than end block height (${end})`,
      })
    }
    expect(await devnet.refusal(method, 0)).toMatchObject({
      code: -32000,
      message: expect.stringMatching(/^block 0x\w+ has no parent$/),
    })
    expect(await devnet.refusal(method, 9)).toEqual(headerNotFound)
  })
})
