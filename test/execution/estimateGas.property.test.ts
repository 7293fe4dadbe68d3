import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { applyMessage } from '../../src/execution/applyMessage.ts'
import { call } from '../../src/execution/call.ts'
import { estimateGas } from '../../src/execution/estimateGas.ts'
import { callOptions, inSandbox, messageOn } from '../../src/execution/sandbox.ts'
import { runs } from '../support/runs.ts'
import { assemble, type Item, sending } from './assemble.ts'
import { addressOf, contract, createEngine } from './engine.ts'

/** Loops this often over some work. */
function repeated(times: number, work: readonly Item[]): Uint8Array {
  const start = assemble(times)
  return assemble(
    { raw: start },
    'JUMPDEST',
    ...work,
    1,
    'SWAP1',
    'SUB',
    'DUP1',
    start.length,
    'JUMPI',
  )
}

/** Fails when there is a zero on the stack: it jumps to where no code is. */
const checked: readonly Item[] = ['ISZERO', 0, 'JUMPI']

const pieces: readonly (readonly Item[])[] = [
  ['DUP1', 'DUP1', 'SSTORE'],
  [0, 'DUP1', 'SSTORE', 1, 0, 'SSTORE', 0, 0, 'SSTORE'],
  [64, 0, 'LOG0'],
  ['DUP1', 'BALANCE', 'POP'],
  [...sending(addressOf(3), 1), ...checked],
  [0, 0, 0, 'CREATE', ...checked],
]

const innerWork = fc.constantFrom(...pieces)
const outerWork = fc.constantFrom(...pieces, [...sending(addressOf(2), 0), ...checked])

const scenario = fc.record({
  times: fc.integer({ min: 1, max: 20 }),
  outer: outerWork,
  innerTimes: fc.integer({ min: 1, max: 10 }),
  inner: innerWork,
  data: fc.uint8Array({ maxLength: 300 }),
})

describe('estimateGas', () => {
  it('gives gas with which the call succeeds, and with 3 % less it fails', async () => {
    await fc.assert(
      fc.asyncProperty(scenario, async ({ times, outer, innerTimes, inner, data }) => {
        const { machines, context } = await createEngine({
          accounts: [
            contract(1, repeated(times, outer), 1_000n),
            contract(2, repeated(innerTimes, inner), 1_000n),
          ],
        })
        const request = { to: addressOf(1), data }
        const gas = await estimateGas(machines, context, request)
        await expect(call(machines, context, { ...request, gas })).resolves.toBeDefined()
        const less = (gas * 97n) / 100n
        await expect(call(machines, context, { ...request, gas: less })).rejects.toThrow()
      }),
      runs({ seed: 11, numRuns: 25 }),
    )
  })

  it('is what a run says that it needs, for calls inside and for writes', async () => {
    const store: readonly Item[] = [1, 0, 'SSTORE', 2, 0, 'SSTORE', 1, 0, 'SSTORE']
    const nested = assemble(...store, ...sending(addressOf(3), 0), ...checked)
    const engine = await createEngine({
      accounts: [
        contract(1, assemble(...sending(addressOf(2), 0), ...checked), 1_000n),
        contract(2, nested, 1_000n),
        contract(3, assemble(...store), 1_000n),
      ],
    })
    const { machines, context } = engine
    for (const index of [1, 2, 3]) {
      const to = addressOf(index)
      const ran = await inSandbox(machines, context, { overrides: {} }, async (sandbox) => {
        const message = messageOn(sandbox, { to, gas: 1_000_000n })
        return applyMessage(sandbox.machine, message, callOptions(sandbox, message))
      })
      expect(ran.heldBack).toBeGreaterThan(2_000n)
      const estimate = await estimateGas(machines, context, { to })
      expect(ran.maxUsedGas + (ran.heldBack ?? 0n)).toBe(estimate)
    }
  })
})
