import { describe, expect, it } from 'vitest'
import { InvalidMessage } from '../../../src/execution/message.ts'
import { InvalidOverride } from '../../../src/execution/overrides.ts'
import { callTracer } from '../../../src/execution/trace/callTracer.ts'
import { prestateTracer } from '../../../src/execution/trace/prestateTracer.ts'
import { structLogger } from '../../../src/execution/trace/structLogger.ts'
import { TraceTimeout } from '../../../src/execution/trace/tracer.ts'
import { bytesToHex, hexToBytes } from '../../../src/lib/hex.ts'
import { assemble, returning } from '../assemble.ts'
import { addressOf, contract, funded } from '../engine.ts'
import { notes, plenty, traced, watched } from './tracing.ts'

const calls = () => callTracer({}, plenty)

describe('traceCall', () => {
  it('takes a call without fees, and gives it all the gas that a call may have', async () => {
    const request = { gas: undefined }
    const frame = await traced(calls(), { request })
    expect(frame).toMatchObject({ gas: 50_000_000n, gasUsed: 21_000n, error: undefined })
  })

  it('runs on overridden accounts and in an overridden block', async () => {
    const code = returning('NUMBER')
    const overrides = { state: [{ address: addressOf(1), code }], block: { number: 99n } }
    const frame = await traced(calls(), { overrides })
    expect(bytesToHex(frame.output)).toBe(`0x${'63'.padStart(64, '0')}`)
  })

  it('tells overridden accounts as they are for the call', async () => {
    const overrides = { state: [{ address: addressOf(1), balance: 77n }] }
    const { pre } = await traced(prestateTracer({}, plenty), { overrides })
    expect(pre.get(bytesToHex(addressOf(1)))).toMatchObject({ balance: 77n })
  })

  it('refuses what cannot run, in words that say that it is no trace', async () => {
    const request = { value: 2n * 10n ** 18n }
    await expect(watched(notes(), { request })).rejects.toThrow(InvalidMessage)
    await expect(watched(notes(), { request })).rejects.toThrow(
      /^tracing failed: insufficient funds for gas \* price \+ value/,
    )
    const overrides = { block: { beaconRoot: new Uint8Array(32) } }
    await expect(watched(notes(), { overrides })).rejects.toThrow(InvalidOverride)
  })

  it('tells a creation that does not begin as a frame with an error', async () => {
    const overrides = { state: [{ address: addressOf(0xff), nonce: 2n ** 64n - 1n }] }
    const data = hexToBytes('00')
    const frame = await traced(calls(), { request: { to: undefined, data }, overrides })
    expect(frame).toMatchObject({
      kind: 'CREATE',
      to: undefined,
      input: data,
      gas: 121_000n,
      error: 'nonce uint64 overflow',
    })
  })

  it('ends when it takes longer than it may, with whatever tracer', async () => {
    const looping = contract(1, assemble('JUMPDEST', 0, 'JUMP'))
    const setting = {
      accounts: [looping],
      request: { gas: 10_000_000n },
      elapsedMs: (looks: number) => looks,
      limitMs: 50,
    }
    const timeout = new TraceTimeout(50)
    await expect(watched(notes(), setting)).rejects.toThrow(timeout)
    await expect(watched({}, setting)).rejects.toThrow(timeout)
    await expect(traced(structLogger({}, { log: () => {} }), setting)).rejects.toThrow(timeout)
  })

  it('tells those who have signed delegations, whether they hold or not', async () => {
    const authorizationList = [
      [
        Uint8Array.of(9),
        addressOf(2),
        new Uint8Array(),
        new Uint8Array(),
        new Uint8Array(32).fill(1),
        new Uint8Array(32).fill(1),
      ],
    ] as const
    const { pre } = await traced(prestateTracer({ includeEmpty: true }, plenty), {
      accounts: [funded(1)],
      request: { authorizationList },
    })
    expect(pre.size).toBe(4)
  })
})
