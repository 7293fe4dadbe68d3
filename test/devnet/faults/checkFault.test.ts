import { describe, expect, it } from 'vitest'
import { checkFault, InvalidFault } from '../../../src/devnet/faults/checkFault.ts'

const hash = `0x${'0A'.repeat(32)}`

describe('checkFault', () => {
  it.each([
    { kind: 'dropAtSeal' },
    { kind: 'dropAtSeal', from: `0x${'00'.repeat(20)}`, requeue: true },
    { kind: 'reorderAtSeal', order: 'shuffle' },
    { kind: 'sealWithoutFlashblocks', count: 3, probability: 0.01, times: 5 },
    { kind: 'repeatFlashblock' },
    { kind: 'delayPublishing', ms: 100, jitterMs: 50 },
    { kind: 'stopPublishing', ms: 1000 },
    { kind: 'republish' },
    { kind: 'abandonBlock', transactions: 'keep' },
    { kind: 'skipState', state: 'voted' },
    { kind: 'handOver', lost: 2 },
    { kind: 'freezePending', ms: 5000 },
    { kind: 'delayInclusion', ms: 200, from: `0x${'00'.repeat(20)}` },
    { kind: 'missReceipt' },
    { kind: 'loseMessage', subscription: 'newHeads', connection: 'connection-1' },
    { kind: 'closeSocket', code: 4000, reason: 'gone' },
    { kind: 'latency', ms: 5, method: 'eth_*', connection: 'connection-1' },
    { kind: 'error', code: -32005, message: '', data: { retry: [1, null] } },
    { kind: 'disconnect', lost: 'answer' },
    { kind: 'staleReads', flashblocks: 2 },
  ])('admits %j', (fault) => {
    expect(checkFault(fault)).toEqual(fault)
  })

  it('writes hex in lower case and leaves absent members out', () => {
    const fault = checkFault({ kind: 'reorderAtSeal', order: [hash], times: undefined })
    expect(Object.entries(fault)).toEqual([
      ['kind', 'reorderAtSeal'],
      ['order', [hash.toLowerCase()]],
    ])
  })

  it('is not changed by what happens to the given object', () => {
    const given = { kind: 'error', data: { reason: 'first' } }
    const fault = checkFault(given)
    given.data.reason = 'second'
    expect(fault).toEqual({ kind: 'error', data: { reason: 'first' } })
  })

  it('refuses data that JSON cannot write', () => {
    expect(() => checkFault({ kind: 'error', data: 1n })).toThrow(
      'invalid data 1 of the fault error: give a JSON value',
    )
  })

  it.each([
    [undefined, 'invalid fault undefined: give an object with its kind'],
    [[], 'invalid fault a list of 0: give an object with its kind'],
    [{ kind: 'latency' }, 'invalid ms undefined of the fault latency: give a whole number from 0'],
    [{ kind: 'latency', ms: -1 }, 'invalid ms -1 of the fault latency'],
    [{ kind: 'latency', ms: 2 ** 31 }, 'give a whole number from 0 to 2147483647'],
    [{ kind: 'latency', ms: 'soon' }, "invalid ms 'soon'"],
    [{ kind: 'latency', ms: 5, jitterMS: 5 }, "a fault of kind latency has no 'jitterMS'"],
    [{ kind: 'error', probability: 1.5 }, 'give a number from 0 to 1'],
    [{ kind: 'error', probability: Number.NaN }, 'give a number from 0 to 1'],
    [{ kind: 'error', times: 0 }, 'give a whole number from 1'],
    [{ kind: 'error', code: 1.5 }, 'invalid code 1.5'],
    [{ kind: 'error', method: '' }, 'give a string of 1 to 2048 characters'],
    [
      { kind: 'error', method: 'preconf_clearFaults' },
      'faults never affect methods of the preconf namespace',
    ],
    [{ kind: 'disconnect', lost: 'both' }, "give 'request' or 'answer'"],
    [{ kind: 'closeSocket', code: 1006 }, 'give 1000 to 1003, 1007 to 1014, or 3000 to 4999'],
    [{ kind: 'closeSocket', reason: 'é'.repeat(62) }, 'give a string of at most 123 bytes'],
    [{ kind: 'dropAtSeal', requeue: 1 }, 'give true or false'],
    [{ kind: 'dropAtSeal', transaction: '0x0a' }, 'give a hash: 0x and 64 hex digits'],
    [{ kind: 'dropAtSeal', from: hash }, 'give an address: 0x and 40 hex digits'],
    [{ kind: 'replaceAtSeal', transaction: hash, with: '0x' }, 'give a signed transaction as hex'],
    [
      { kind: 'reorderAtSeal', order: ['0x0a'] },
      "give 'reverse' or 'shuffle', or a list of hashes",
    ],
    [{ kind: 'toString' }, "no fault of kind 'toString': give one of dropAtSeal, replaceAt"],
  ])('refuses %j', (given, problem) => {
    expect(() => checkFault(given)).toThrow(problem)
    expect(() => checkFault(given)).toThrow(InvalidFault)
    expect(() => checkFault(given)).toThrow(expect.objectContaining({ code: -32602 }))
  })
})
