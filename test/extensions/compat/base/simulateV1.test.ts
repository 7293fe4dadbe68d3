import { expect, it } from 'vitest'
import { account, client, twoSteps, word } from '../../../rpc/methods/client.ts'

const reader = '0x00000000000000000000000000000000000000ee'

/** Returns the account's BALANCE. */
const balanceOf = (address: string) => `0x73${address.slice(2)}315f5260205ff3`

it.each([
  [undefined, 7n],
  ['base', 2n],
] as const)(
  'eth_simulateV1 with compat %s leaves what the first block wrote to a pre-confirmed account as %i',
  async (compat, later) => {
    await using devnet = await client({ compat })
    await twoSteps(devnet)
    const [alice, bob] = [account(devnet, 0), account(devnet, 1)]
    const look = { from: alice, to: reader }
    const blocks = await devnet.ask(
      'eth_simulateV1',
      {
        blockStateCalls: [
          {
            stateOverrides: { [reader]: { code: balanceOf(bob) } },
            calls: [look, { from: alice, to: bob, value: '0x5' }, look],
          },
          { calls: [look] },
        ],
      },
      'pending',
    )
    const returned = blocks.map(({ calls }: { calls: { returnData: string }[] }) =>
      calls.map(({ returnData }) => returnData),
    )
    const started = 10n ** 22n
    expect(returned).toEqual([
      [word(started + 2n), '0x', word(started + 7n)],
      [word(started + later)],
    ])
    expect(blocks.map(({ number }: { number: string }) => number)).toEqual(['0x2', '0x3'])
  },
)

it('eth_simulateV1 with compat base keeps blocks apart from what is pre-confirmed anywhere else', async () => {
  for (const block of ['latest', { blockNumber: 'pending', flashblock: 1 }]) {
    const answers: unknown[] = []
    for (const compat of [undefined, 'base'] as const) {
      await using devnet = await client({ compat })
      await twoSteps(devnet)
      const [alice, bob] = [account(devnet, 0), account(devnet, 1)]
      const transfer = { from: alice, to: bob, value: '0x5' }
      answers.push(
        await devnet.ask(
          'eth_simulateV1',
          { blockStateCalls: [{ calls: [transfer] }, { calls: [transfer] }] },
          block,
        ),
      )
    }
    expect(answers[1]).toEqual(answers[0])
  }
})
