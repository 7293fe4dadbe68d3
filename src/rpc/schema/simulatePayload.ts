import * as v from 'valibot'
import { maxBlocks, maxCalls, maxCallsPerBlock } from '../../execution/simulate/sanitize.ts'
import type { SimulatePayload } from '../../types/request.ts'
import { callRequest } from './callRequest.ts'
import { boundedList, field, list, object, tooMany } from './object.ts'
import { blockOverrides, stateOverrides } from './overrides.ts'
import { currentRules, Problem, refined } from './parsed.ts'

const blockStateCall = object({
  blockOverrides: field(blockOverrides),
  stateOverrides: field(stateOverrides),
  calls: field(boundedList(callRequest, maxCallsPerBlock)),
})

/**
 * The blocks as sent, up to the first one that is over a limit of simulations: the simulation
 * refuses that one, and the rest need not be parsed.
 */
function boundedBlocks(blocks: readonly unknown[], maxOverrides: number) {
  let calls = 0
  let overrides = 0
  for (const [index, block] of blocks.slice(0, Number(maxBlocks) + 1).entries()) {
    if (typeof block !== 'object' || block === null) continue
    if ('calls' in block && Array.isArray(block.calls)) calls += block.calls.length
    if ('stateOverrides' in block) overrides += Object.keys(Object(block.stateOverrides)).length
    if (overrides > maxOverrides) return new Problem(tooMany('state overrides', maxOverrides))
    if (calls > maxCalls) return blocks.slice(0, index + 1)
  }
  return blocks.slice(0, Number(maxBlocks) + 1)
}

const blockStateCalls = v.pipe(
  list(v.unknown()),
  refined((blocks) =>
    blocks.length === 0
      ? new Problem('empty input')
      : boundedBlocks(blocks, currentRules().limits.jsonMembers),
  ),
  list(blockStateCall),
)

const flag = field(v.boolean('expected a boolean'))

/** Blocks to simulate: execution-apis `EthSimulatePayload`. */
export const simulatePayload = v.pipe(
  object({
    blockStateCalls,
    traceTransfers: flag,
    validation: flag,
    returnFullTransactions: flag,
  }),
  v.transform((payload): SimulatePayload => payload),
)
