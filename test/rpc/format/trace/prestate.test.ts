import { describe, expect, it } from 'vitest'
import type { Prestate } from '../../../../src/execution/trace/prestateTracer.ts'
import { formatPrestate } from '../../../../src/rpc/format/prestate.ts'

const whole: Prestate = new Map([
  [
    '0x01',
    {
      balance: 0n,
      nonce: 3n,
      code: Uint8Array.of(0xfe),
      codeHash: new Uint8Array(32).fill(7),
      storage: new Map([['0x02', Uint8Array.of(9)] as const]),
    },
  ],
])

const formatted = {
  '0x01': {
    balance: '0x0',
    nonce: 3,
    code: '0xfe',
    codeHash: `0x${'07'.repeat(32)}`,
    storage: { '0x02': '0x09' },
  },
}

const little: Prestate = new Map([['0x01', { nonce: 0n, storage: new Map() }]])

describe('formatPrestate', () => {
  it('has accounts by address, the nonce as a number', () => {
    expect(formatPrestate({ pre: whole, post: undefined })).toEqual(formatted)
  })

  it('leaves out what is not reported, and a nonce of zero', () => {
    expect(formatPrestate({ pre: little, post: undefined })).toEqual({ '0x01': {} })
  })

  it('has both sides of a change', () => {
    expect(formatPrestate({ pre: little, post: whole })).toEqual({
      pre: { '0x01': {} },
      post: formatted,
    })
  })
})
