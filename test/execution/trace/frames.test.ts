import { describe, expect, it } from 'vitest'
import { initCrypto } from '../../../src/ethereumjs/crypto.ts'
import { createAddress } from '../../../src/execution/rules/receipt.ts'
import { createdAddress } from '../../../src/execution/trace/frames.ts'
import type { FrameEnd, FrameStart } from '../../../src/execution/trace/tracer.ts'
import { bytesToHex, hexToBytes } from '../../../src/lib/hex.ts'
import { assemble } from '../assemble.ts'
import { addressOf, contract } from '../engine.ts'
import { calling, creating, notes, remembering, type TraceSetting, watched } from './tracing.ts'

/** The frames of a trace in the order in which they begin, and those ends that tell of an error. */
async function framesOf(setting: TraceSetting) {
  const hooks = notes()
  await watched(hooks, setting)
  const starts = hooks.received.flatMap((received): FrameStart[] =>
    'enter' in received ? [received.enter] : [],
  )
  const ends = hooks.received.flatMap((received): FrameEnd[] =>
    'exit' in received ? [received.exit] : [],
  )
  return { starts, ends, inner: starts.slice(1), innerEnds: ends.slice(0, -1) }
}

const stop = contract(2, assemble('STOP'))

const input = Uint8Array.of(1, 2, 3, 4)

describe('calls', () => {
  it('are reported with what stands behind them: sender, code, value, input and gas', async () => {
    const code = assemble(
      ...remembering(input),
      ...calling('CALL', addressOf(2), { value: 5, gas: 1_000, inputLength: 4 }),
      ...calling('CALLCODE', addressOf(2), { value: 6, gas: 1_000, inputLength: 4 }),
      ...calling('DELEGATECALL', addressOf(2), { gas: 1_000, inputLength: 4 }),
      ...calling('STATICCALL', addressOf(2), { gas: 1_000, inputLength: 4 }),
    )
    const { starts } = await framesOf({
      accounts: [contract(1, code, 100n), stop],
      request: { value: 9n, data: input },
    })
    const inner = { depth: 1, from: addressOf(1), to: addressOf(2), input }
    expect(starts).toEqual([
      {
        kind: 'CALL',
        depth: 0,
        from: addressOf(0xff),
        to: addressOf(1),
        input,
        gas: 99_936n,
        value: 9n,
      },
      { ...inner, kind: 'CALL', gas: 3_300n, value: 5n },
      { ...inner, kind: 'CALLCODE', gas: 3_300n, value: 6n },
      { ...inner, kind: 'DELEGATECALL', gas: 1_000n, value: 9n },
      { ...inner, kind: 'STATICCALL', gas: 1_000n, value: undefined },
    ])
  })

  it('tell a delegated call from the contract that makes it, however it came to run', async () => {
    const middle = assemble(...calling('DELEGATECALL', addressOf(3), { gas: 10_000 }))
    const outer = assemble(...calling('DELEGATECALL', addressOf(2), { gas: 50_000 }))
    const accounts = [contract(1, outer), contract(2, middle), contract(3, assemble('STOP'))]
    const { inner } = await framesOf({ accounts })
    expect(inner.map(({ from, to }) => [from, to])).toEqual([
      [addressOf(1), addressOf(2)],
      [addressOf(1), addressOf(3)],
    ])
  })
})

describe('creations', () => {
  it('are reported with the address of what they create', async () => {
    const init = assemble(0, 0, 'RETURN')
    const code = assemble(
      ...remembering(init),
      ...creating({ value: 1, length: init.length }),
      ...creating({ value: 2, length: init.length, salt: 7 }),
    )
    const { inner } = await framesOf({ accounts: [contract(1, code, 100n)] })
    const salt = Uint8Array.from({ length: 32 }, (_, at) => (at === 31 ? 7 : 0))
    const from = addressOf(1)
    expect(inner).toMatchObject([
      { kind: 'CREATE', from, to: createAddress(from, 1n), input: init, value: 1n },
      {
        kind: 'CREATE2',
        from,
        to: createdAddress(from, { nonce: 0n, salt, input: init }),
        input: init,
        value: 2n,
      },
    ])
  })

  it('are reported for a transaction too', async () => {
    const data = assemble(0, 0, 'RETURN')
    const { starts, ends } = await framesOf({ request: { to: undefined, data } })
    const from = addressOf(0xff)
    expect(starts).toMatchObject([
      { kind: 'CREATE', from, to: createAddress(from, 0n), input: data },
    ])
    expect(ends).toMatchObject([{ depth: 0, error: undefined }])
  })

  it('with a salt go where EIP-1014 says', async () => {
    await initCrypto()
    const address = createdAddress(hexToBytes('deadbeef00000000000000000000000000000000'), {
      nonce: 0n,
      salt: new Uint8Array(32),
      input: Uint8Array.of(0),
    })
    expect(bytesToHex(address)).toBe('0xb928f69bb1d91cd65274e3c79d8986362984fda3')
  })
})

describe('frames that do not begin', () => {
  it('are reported with an error and no gas used when ether is missing', async () => {
    const init = assemble(0, 0, 'RETURN')
    const code = assemble(
      ...remembering(init),
      ...calling('CALL', addressOf(2), { value: 5, gas: 1_000, inputLength: 4 }),
      ...creating({ value: 1, length: init.length }),
      ...creating({ value: 2, length: init.length, salt: 7 }),
    )
    const { inner, innerEnds } = await framesOf({ accounts: [contract(1, code), stop] })
    const from = addressOf(1)
    expect(inner).toMatchObject([
      { kind: 'CALL', from, to: addressOf(2), input: init.slice(0, 4), gas: 3_300n, value: 5n },
      { kind: 'CREATE', from, to: createAddress(from, 1n), input: init, value: 1n },
      { kind: 'CREATE2', from, input: init, value: 2n },
    ])
    const error = 'insufficient balance for transfer'
    expect(innerEnds).toEqual(
      inner.map(({ depth }) => ({ depth, output: new Uint8Array(), gasUsed: 0n, error })),
    )
  })

  it('are reported when calls are too deep', async () => {
    const code = assemble(...calling('CALL', addressOf(1), {}))
    const request = { gas: 50_000_000n }
    const shallow = await framesOf({ accounts: [contract(1, code)], request })
    expect(shallow.ends.every(({ error }) => error !== 'max call depth exceeded')).toBe(true)
    // Before EIP-150 all gas could be passed on, down to the last call.
    const all = assemble(...calling('CALL', addressOf(1), { gas: { raw: hexToBytes('60485a03') } }))
    const setting = { accounts: [contract(1, all)], request, hardfork: 'homestead' as const }
    const { starts, ends } = await framesOf(setting)
    expect(starts.length).toBe(1026)
    expect(starts.at(-1)).toMatchObject({ kind: 'CALL', depth: 1025, to: addressOf(1) })
    expect(ends[0]).toMatchObject({ gasUsed: 0n, error: 'max call depth exceeded' })
    expect(ends[1]).toMatchObject({ depth: 1024, error: undefined })
  })

  it('are not reported when the instruction itself fails', async () => {
    const code = assemble(...calling('CALL', addressOf(2), { value: 5, gas: 1_000 }))
    const setting = { accounts: [contract(1, code)], request: { gas: 24_000n } }
    expect((await framesOf(setting)).inner).toEqual([])
  })
})

describe('farewells', () => {
  it('are reported as frames that leave the balance to the beneficiary', async () => {
    const code = assemble(addressOf(7), 'SELFDESTRUCT')
    const { inner, innerEnds } = await framesOf({
      accounts: [contract(1, code, 5n)],
      request: { value: 2n },
    })
    expect(inner).toEqual([
      {
        kind: 'SELFDESTRUCT',
        depth: 1,
        from: addressOf(1),
        to: addressOf(7),
        input: new Uint8Array(),
        gas: 0n,
        value: 7n,
      },
    ])
    expect(innerEnds).toEqual([
      { depth: 1, output: new Uint8Array(), gasUsed: 0n, error: undefined },
    ])
  })

  it('are not reported where they are forbidden', async () => {
    const accounts = [
      contract(1, assemble(...calling('STATICCALL', addressOf(2), {}))),
      contract(2, assemble(addressOf(7), 'SELFDESTRUCT')),
    ]
    const { inner, innerEnds } = await framesOf({ accounts })
    expect(inner.map(({ kind }) => kind)).toEqual(['STATICCALL'])
    expect(innerEnds.map(({ error }) => error)).toEqual(['write protection'])
  })
})
