import { describe, expect, it } from 'vitest'
import {
  account,
  client,
  headerNotFound,
  invalidArgument,
  missingArgument,
  twoSteps,
  word,
} from '../client.ts'

const method = 'debug_traceCall'
const anywhere = `0x${'c0'.repeat(20)}`
const callTracer = { tracer: 'callTracer' }

/** Returns the number of the block. */
const numberCode = '0x435f5260205ff3'

/** Returns the value of slot 0. */
const loadCode = '0x5f545f5260205ff3'

describe('debug_traceCall', () => {
  it('tells each step of a call', async () => {
    await using devnet = await client()
    const overrides = { stateOverrides: { [anywhere]: { code: '0x600160020100' } } }
    expect(await devnet.ask(method, { to: anywhere, gas: '0x5300' }, 'latest', overrides)).toEqual({
      gas: 21_009,
      failed: false,
      returnValue: '0x',
      structLogs: [
        { pc: 0, op: 'PUSH1', gas: 248, gasCost: 3, depth: 1, stack: [] },
        { pc: 2, op: 'PUSH1', gas: 245, gasCost: 3, depth: 1, stack: ['0x1'] },
        { pc: 4, op: 'ADD', gas: 242, gasCost: 3, depth: 1, stack: ['0x1', '0x2'] },
        { pc: 5, op: 'STOP', gas: 239, gasCost: 0, depth: 1, stack: ['0x3'] },
      ],
    })
  })

  it('changes nothing', async () => {
    await using devnet = await client()
    const { recorder } = await twoSteps(devnet)
    await devnet.ask(method, { to: recorder, data: word(9) }, 'pending')
    expect(await devnet.ask('eth_getStorageAt', recorder, '0x0', 'pending')).toBe(word(2))
  })

  it('runs after the block, with the overrides of state and block', async () => {
    await using devnet = await client()
    const { recorder } = await twoSteps(devnet)
    const output = async (block: string, code: string, blockOverrides?: object) => {
      const stateOverrides = { [recorder]: { code } }
      const options = { ...callTracer, stateOverrides, blockOverrides }
      return (await devnet.ask(method, { to: recorder }, block, options)).output
    }
    expect(await output('latest', numberCode)).toBe(word(1))
    expect(await output('pending', numberCode)).toBe(word(2))
    expect(await output('latest', numberCode, { number: '0x63' })).toBe(word(99))
    expect(await output('latest', loadCode)).toBe(word(1))
    expect(await output('pending', loadCode)).toBe(word(2))
  })

  it('runs before the given transaction of the block', async () => {
    await using devnet = await client()
    const { recorder } = await twoSteps(devnet)
    const output = async (block: string, txIndex: string) => {
      const stateOverrides = { [recorder]: { code: loadCode } }
      const options = { ...callTracer, txIndex, stateOverrides }
      return (await devnet.ask(method, { to: recorder }, block, options)).output
    }
    expect(await output('0x1', '0x1')).toBe(word(0))
    expect(await output('0x1', '0x2')).toBe(word(1))
    expect(await output('pending', '0x0')).toBe(word(1))
    expect(await output('pending', '0x1')).toBe(word(2))
    const options = { txIndex: '0x3' }
    expect(await devnet.refusal(method, { to: recorder }, '0x1', options)).toEqual({
      code: -32000,
      message: 'transaction index 3 out of range for block 1, which has 3',
    })
  })

  it('numbers logs from zero, and belongs to no transaction', async () => {
    await using devnet = await client()
    const { recorder } = await twoSteps(devnet)
    const request = { to: recorder, data: word(5) }
    const withLog = { ...callTracer, tracerConfig: { withLog: true } }
    expect(await devnet.ask(method, request, 'latest', withLog)).toMatchObject({
      logs: [{ index: '0x0' }],
    })
    expect(await devnet.ask(method, request, 'latest', { tracer: 'flatCallTracer' })).toMatchObject(
      [{ blockHash: null, blockNumber: 1, transactionHash: null, transactionPosition: 0 }],
    )
  })

  it('tells of a failure as of everything, with the reason', async () => {
    await using devnet = await client()
    const stateOverrides = { [anywhere]: { code: '0x365f5f37365ffd' } }
    const text = `0x08c379a0${'20'.padStart(64, '0')}${'2'.padStart(64, '0')}${'6e6f'.padEnd(64, '0')}`
    const request = { to: anywhere, data: text }
    expect(
      await devnet.ask(method, request, 'latest', { ...callTracer, stateOverrides }),
    ).toMatchObject({ error: 'execution reverted', revertReason: 'no', output: text })
    expect(await devnet.ask(method, request, 'latest', { stateOverrides })).toMatchObject({
      failed: true,
      returnValue: text,
    })
  })

  it('refuses what cannot run', async () => {
    await using devnet = await client()
    const from = account(devnet, 0)
    const value = `0x${(10n ** 24n).toString(16)}`
    const { code, message } = await devnet.refusal(method, { from, to: anywhere, value })
    expect(code).toBe(-32000)
    expect(message).toMatch(/^tracing failed: insufficient funds for gas \* price \+ value/)
  })

  it('refuses blocks and arguments that are none', async () => {
    await using devnet = await client()
    expect(await devnet.refusal(method)).toEqual(missingArgument(0))
    expect(await devnet.refusal(method, {}, '0x37')).toEqual(headerNotFound)
    expect(await devnet.refusal(method, {}, 'latest', { txIndex: 1 })).toEqual(
      invalidArgument(2, 'txIndex: expected a string, got 1'),
    )
    expect(await devnet.refusal(method, {}, 'latest', { tracer: 'mine' })).toMatchObject({
      code: -32000,
    })
  })
})
