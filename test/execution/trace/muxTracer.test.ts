import { expect, it } from 'vitest'
import { muxTracer } from '../../../src/execution/trace/muxTracer.ts'
import { assemble } from '../assemble.ts'
import { contract } from '../engine.ts'
import { notes, watched } from './tracing.ts'

it('tells all tracers the same as one alone', async () => {
  const setting = { accounts: [contract(1, assemble(0, 0, 'LOG0', 'ADD'))] }
  const [alone, first, second] = [notes(), notes(), notes()]
  await watched(alone, setting)
  await watched(muxTracer([first, second]), setting)
  expect(alone.received.length).toBeGreaterThan(5)
  expect(first.received).toEqual(alone.received)
  expect(second.received).toEqual(alone.received)
})

it('has only the hooks that one of the tracers has', () => {
  const mux = muxTracer([{ enter: () => {} }, { enter: () => {}, end: () => {} }, {}])
  expect(Object.keys(mux)).toEqual(['enter', 'end'])
})
