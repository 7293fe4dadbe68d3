import { beforeAll, expect, test } from 'vitest'
import { initCrypto } from '../../../src/ethereumjs/crypto.ts'
import { createBudget } from '../../../src/execution/trace/frames.ts'
import type { StructLoggerOptions } from '../../../src/execution/trace/structLogger.ts'
import { createRecorder } from '../../../src/rpc/trace/recorder.ts'
import { randomCase } from '../../ethereumjs/interpreter/randomCase.ts'
import type { Sent } from '../../ethereumjs/interpreter/referee.ts'
import { seedOf, times } from '../../support/runs.ts'
import { recordingOf } from './tracing.ts'
import { watchMessage } from './watchMessage.ts'

beforeAll(initCrypto)

const cases = times(60, 3_000)

/** By EthereumJS, step by step; or by the fast interpreter, which writes text. */
type By = 'steps' | 'text'

const place = { blockHash: null, blockNumber: 0n, transactionHash: null, transactionIndex: 0 }

const allOptions: readonly StructLoggerOptions[] = [
  {},
  { disableStack: true },
  { disableStorage: true },
  { limit: 7 },
]

/** The struct logs of a message, and the gas it used; nothing where EthereumJS fails to tell of a REVERT of endless data. */
async function logged(sent: Sent, options: StructLoggerOptions, by: By) {
  const recorder = createRecorder(
    { tracer: 'structLogger', options },
    recordingOf(createBudget(2 ** 28)),
  )
  const { stepText, ...hooks } = recorder.hooks
  try {
    const watching = by === 'text' ? { ...hooks, stepText } : hooks
    const { gasUsed } = await watchMessage(sent, watching)
    return { text: [...recorder.json(place)].join(''), gasUsed }
  } catch (error) {
    if (error instanceof RangeError) return undefined
    throw error
  }
}

/** EthereumJS names an opcode by chance that is none on a hardfork, and counts the stack of LOG once items are off it. */
function entries(text = ''): readonly string[] {
  return text
    .split('},{')
    .map((entry) => entry.replace(/(invalid opcode|stack underflow)[^"]*/, '$1'))
}

test('struct logs that the core writes are those that EthereumJS tells of', async () => {
  const first = seedOf(1)
  for (let seed = first; seed < first + cases; seed++) {
    const sent = randomCase(seed)
    const options = allOptions[seed % allOptions.length] as StructLoggerOptions
    const fast = await logged(sent, options, 'text')
    if (fast === undefined) throw new Error(`seed ${seed}: not told`)
    const less = { ...sent, gas: (fast.gasUsed * BigInt(seed % 97)) / 97n }
    for (const message of [sent, less]) {
      const steps = await logged(message, options, 'steps')
      if (steps === undefined) continue
      const text = await logged(message, options, 'text')
      expect(entries(text?.text), `seed ${seed}, gas ${message.gas}`).toEqual(entries(steps.text))
    }
  }
})
