import { expect, it } from 'vitest'
import { fourByteTracer } from '../../../src/execution/trace/smallTracers.ts'
import { hexToBytes } from '../../../src/lib/hex.ts'
import { assemble } from '../assemble.ts'
import { addressOf, contract } from '../engine.ts'
import { calling, creating, plenty, remembering, type TraceSetting, traced } from './tracing.ts'

const trace = async (setting: TraceSetting) =>
  Object.fromEntries(await traced(fourByteTracer(plenty), setting))

const selector = hexToBytes('a9059cbb')

it('counts selectors by the number of bytes after them, in the transaction and in calls', async () => {
  const code = assemble(
    ...remembering(selector),
    ...calling('CALL', addressOf(2), { inputLength: 4 }),
    ...calling('STATICCALL', addressOf(2), { inputLength: 4 }),
    ...calling('DELEGATECALL', addressOf(2), { inputLength: 32 }),
  )
  const request = { data: hexToBytes('11223344ff') }
  expect(await trace({ accounts: [contract(1, code)], request })).toEqual({
    '0x11223344-1': 1,
    '0xa9059cbb-0': 2,
    '0xa9059cbb-28': 1,
  })
})

it('leaves out short input, precompiles and init code', async () => {
  const identity = hexToBytes('0000000000000000000000000000000000000004')
  const code = assemble(
    ...remembering(selector),
    ...calling('CALL', addressOf(2), { inputLength: 3 }),
    ...calling('CALL', identity, { inputLength: 32 }),
    ...creating({ length: 32 }),
  )
  expect(await trace({ accounts: [contract(1, code)] })).toEqual({})
  expect(await trace({ request: { to: undefined, data: hexToBytes('6000600060006000') } })).toEqual(
    {},
  )
})
