import fc from 'fast-check'
import { expect, it } from 'vitest'
import { environmentOf } from '../../../src/execution/blockEnvironment.ts'
import { LogTrace } from '../../../src/execution/simulate/logTrace.ts'
import { simulateCall } from '../../../src/execution/simulate/simulateCall.ts'
import type { HardforkName } from '../../../src/types/options/options.ts'
import type { Receipt } from '../../../src/types/transaction.ts'
import { runs } from '../../support/runs.ts'
import { assemble, deploying, type Item, sending } from '../assemble.ts'
import { addressOf, contract, createEngine, type Engine, funded, onMachine } from '../engine.ts'
import { randomCode } from '../randomCode.ts'

/** Creates a contract by code that returns to nobody what memory has. */
function creating(initCode: Uint8Array): readonly Item[] {
  const word = new Uint8Array(32)
  word.set(initCode, 32 - initCode.length)
  return [word, 0, 'MSTORE', initCode.length, 32 - initCode.length, 0, 'CREATE', 'POP']
}

/** Pieces of code that leave the stack as it was. */
const pieces: readonly (readonly Item[])[] = [
  [32, 0, 'LOG0'],
  [7, 0, 0, 'LOG1'],
  [1, 0, 'SSTORE'],
  [...sending(addressOf(1), 0), 'POP'],
  [...sending(addressOf(2), 0), 'POP'],
  [...sending(addressOf(2), 1), 'POP'],
  [...sending(addressOf(3), 0), 'POP'],
  [...sending(addressOf(99), 200), 'POP'],
  creating(assemble(0, 0, 'LOG0', 'STOP')),
  creating(assemble(0, 0, 'LOG0', 'INVALID')),
  // A contract must not begin with 0xef.
  creating(assemble(0, 0, 'LOG0', 0xef, 0, { raw: Uint8Array.of(0x53) }, 1, 0, 'RETURN')),
]

const endings: readonly (readonly Item[])[] = [
  ['STOP'],
  ['STOP'],
  [1, 31, 'REVERT'],
  ['INVALID'],
  [addressOf(97), 'SELFDESTRUCT'],
]

const code = randomCode(pieces, endings)

const request = fc.record({
  to: fc.constantFrom(addressOf(1), addressOf(2), addressOf(3), undefined),
  value: fc.constantFrom(0n, 1n),
  gas: fc.integer({ min: 60_000, max: 400_000 }).map(BigInt),
})

async function simulated(engine: Engine, requests: readonly object[], isFast: boolean) {
  return onMachine(engine, async (machine) => {
    const block = {
      machine: { ...machine, isFast },
      environment: { ...environmentOf(engine.context.header), baseFeePerGas: 0n },
      validation: false,
      trace: new LogTrace(machine.evm, { transfers: false }),
      transfers: false,
      gasLeft: 50_000_000n,
    }
    const calls: unknown[] = []
    const receipts: Receipt[] = []
    for (const own of requests) {
      const data =
        'to' in own && own.to !== undefined ? undefined : deploying(assemble(0, 0, 'LOG0'))
      const { call, receipt } = await simulateCall({ ...block, receipts }, { ...own, data })
      receipts.push(receipt)
      calls.push([call, receipt.logs, receipt.gasUsed])
    }
    return { calls, root: machine.state.tree().root() }
  })
}

it.each<HardforkName>(['london', 'osaka'])(
  'gives logs the numbers that who listens to all messages gives them, in %s',
  async (hardfork) => {
    await fc.assert(
      fc.asyncProperty(
        fc.tuple(code, code, code),
        fc.array(request, { minLength: 1, maxLength: 4 }),
        async (codes, requests) => {
          const accounts = codes.map((own, index) => contract(index + 1, own, 10n))
          const engine = await createEngine({ hardfork, accounts: [funded(9), ...accounts] })
          const sent = requests.map((own) => ({ from: addressOf(9), ...own }))
          const expected = await simulated(engine, sent, false)
          expect(await simulated(engine, sent, true)).toEqual(expected)
        },
      ),
      runs({ seed: 5, numRuns: 60 }),
    )
  },
)
