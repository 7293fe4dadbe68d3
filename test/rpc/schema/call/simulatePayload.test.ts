import { describe, expect, it } from 'vitest'
import { simulatePayload } from '../../../../src/rpc/schema/simulatePayload.ts'
import { invalid, parse, refusal } from '../parsing.ts'

const address = `0x${'11'.repeat(20)}`
const addressBytes = new Uint8Array(20).fill(0x11)

describe('simulatePayload', () => {
  it('reads blocks, calls and overrides', () => {
    expect(
      parse(simulatePayload, {
        blockStateCalls: [
          {
            blockOverrides: { number: '0x1' },
            stateOverrides: { [address]: { balance: '0x1' } },
            calls: [{ to: address }, {}],
          },
          {},
        ],
        traceTransfers: true,
        validation: true,
        returnFullTransactions: true,
      }),
    ).toEqual({
      blockStateCalls: [
        {
          blockOverrides: { number: 1n },
          stateOverrides: [{ address: addressBytes, balance: 1n }],
          calls: [{ to: addressBytes }, {}],
        },
        {},
      ],
      traceTransfers: true,
      validation: true,
      returnFullTransactions: true,
    })
  })

  it('refuses more overrides in all than the limit', () => {
    const stateOverrides = Object.fromEntries(
      Array.from({ length: 60_000 }, (_, index) => [index, {}]),
    )
    expect(
      refusal(simulatePayload, { blockStateCalls: [{ stateOverrides }, { stateOverrides }] }),
    ).toEqual(
      invalid(
        'blockStateCalls: too many state overrides: the limit is 100000 (--limit jsonMembers=N), got an array of 2',
      ),
    )
  })

  it.each([
    [{}, 'blockStateCalls: missing value for required field, got nothing'],
    [{ blockStateCalls: [] }, 'blockStateCalls: empty input, got an array of 0'],
    [{ blockStateCalls: {} }, 'blockStateCalls: expected an array, got an object'],
    [
      { blockStateCalls: [{ calls: [{ to: '0x1' }] }] },
      'blockStateCalls[0].calls[0].to: hex string of odd length, got "0x1"',
    ],
    [{ blockStateCalls: [{}], validation: 'yes' }, 'validation: expected a boolean, got "yes"'],
  ])('refuses %j', (value, problem) => {
    expect(refusal(simulatePayload, value)).toEqual(invalid(problem))
  })
})
