import { beforeAll, expect, test } from 'vitest'
import { initCrypto } from '../../../src/ethereumjs/crypto.ts'
import { Touched } from '../../../src/execution/createAccessList.ts'
import { callTracer } from '../../../src/execution/trace/callTracer.ts'
import { muxTracer } from '../../../src/execution/trace/muxTracer.ts'
import { prestateTracer } from '../../../src/execution/trace/prestateTracer.ts'
import { fourByteTracer } from '../../../src/execution/trace/smallTracers.ts'
import type { TraceHooks } from '../../../src/execution/trace/tracer.ts'
import { bytesToHex } from '../../../src/lib/hex.ts'
import { randomCase } from '../../ethereumjs/interpreter/randomCase.ts'
import type { Sent } from '../../ethereumjs/interpreter/referee.ts'
import { seedOf, times } from '../../support/runs.ts'
import { watchMessage } from './watchMessage.ts'

const endless = { spend: () => {} }

beforeAll(initCrypto)

const cases = times(150, 7_500)

/** Whether steps are asked for, which has EthereumJS run the code. */
type By = 'steps' | 'frames'

/** All that is told of a message without steps, as text, and the gas it used. */
async function runObserved(
  sent: Sent,
  by: By,
): Promise<{ readonly text: string; readonly gas: bigint }> {
  const events: unknown[] = []
  const notes: TraceHooks = {
    enter: ({ kind, depth, from, to, input, gas, value }) =>
      events.push({ kind, depth, from, to, input: input.slice(), gas, value }),
    exit: (exit) => events.push(exit),
    log: (log) => events.push(log),
  }
  const calls = callTracer({ withLog: true }, endless)
  const selectors = fourByteTracer(endless)
  const states = [{}, { diffMode: true }, { includeEmpty: true }].map((options) =>
    prestateTracer(options, endless),
  )
  const touched = new Touched([], new Set())
  const hooks = muxTracer([notes, calls, selectors, ...states, { access: touched.access }])
  const steps = by === 'steps' ? { step: () => {} } : {}
  const { gasUsed: gas } = await watchMessage(sent, { ...hooks, ...steps })
  const results = [calls, selectors, ...states].map((tracer) => tracer.result())
  return { text: plain([events, results, touched.list()]), gas }
}

/**
 * EthereumJS names an opcode that is none on a hardfork by chance, and counts the stack of LOG when the data
 * are off it.
 */
function plain(value: unknown): string {
  return JSON.stringify(
    value,
    (_, item) => {
      if (typeof item === 'bigint') return String(item)
      if (item instanceof Map) return [...item]
      if (typeof item === 'string') return item.replace(/^(invalid opcode|stack underflow).*/, '$1')
      return item instanceof Uint8Array ? bytesToHex(item) : item
    },
    1,
  )
}

/** What is told of a message step by step; nothing where EthereumJS fails to tell of a REVERT of endless data. */
async function observedBySteps(sent: Sent) {
  try {
    return await runObserved(sent, 'steps')
  } catch (error) {
    if (error instanceof RangeError) return undefined
    throw error
  }
}

test('what is reported while random code runs fast is what is reported step by step', async () => {
  const first = seedOf(1)
  for (let seed = first; seed < first + cases; seed++) {
    const sent = randomCase(seed)
    const steps = await observedBySteps(sent)
    const frames = await runObserved(sent, 'frames')
    if (steps !== undefined) expect(frames.text, `seed ${seed}`).toBe(steps.text)
    const less = { ...sent, gas: (frames.gas * BigInt(seed % 97)) / 97n }
    const stepsWithLess = await observedBySteps(less)
    if (stepsWithLess === undefined) continue
    expect((await runObserved(less, 'frames')).text, `seed ${seed}, gas ${less.gas}`).toBe(
      stepsWithLess.text,
    )
  }
})
