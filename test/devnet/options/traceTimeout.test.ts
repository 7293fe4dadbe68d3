import { expect, test } from 'vitest'
import { testDevnet } from '../../support/testDevnet.ts'

const to = `0x${'aa'.repeat(20)}`

/** 50,000,000 gas in a loop. */
const endless = { to, gas: '0x2faf080' }

const traced: readonly (readonly [method: string, params: readonly unknown[]])[] = [
  ['debug_traceCall', [endless, 'latest', { tracer: 'callTracer' }]],
  ['debug_traceCall', [endless, 'latest', { tracer: 'prestateTracer' }]],
  ['trace_call', [endless, ['trace'], 'latest']],
  ['eth_createAccessList', [endless, 'latest']],
]

test.each(traced)('%s ends where the time of traces is over', async (method, params) => {
  await using devnet = await testDevnet({ traceTimeout: '1ms' })
  await devnet.provider.request({ method: 'anvil_setCode', params: [to, '0x5b5f56'] })
  await expect(devnet.provider.request({ method, params })).rejects.toMatchObject({
    code: -32000,
    message:
      'execution timeout: the limit is 1 ms; the option "timeout" sets another, or --trace-timeout for all',
  })
})

test('a request may set another limit, and 50,000,000 gas are traced within it', async () => {
  await using devnet = await testDevnet({ traceTimeout: '1ms' })
  const ask = (method: string, params: readonly unknown[]) =>
    devnet.provider.request({ method, params })
  await ask('anvil_setCode', [to, '0x5b5f56'])
  const limit = { timeout: '1m' }
  const failed = { error: 'out of gas', gasUsed: '0x2faf080' }
  const frame = await ask('debug_traceCall', [
    endless,
    'latest',
    { tracer: 'callTracer', ...limit },
  ])
  expect(frame).toMatchObject(failed)
  const flat = await ask('trace_call', [endless, ['trace'], 'latest', null, null, limit])
  expect(flat).toMatchObject({ trace: [{ error: 'Out of gas' }] })
  const list = await ask('eth_createAccessList', [endless, 'latest', null, limit])
  expect(list).toMatchObject({ accessList: [], error: 'out of gas' })
})
