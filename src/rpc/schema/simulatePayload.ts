import * as v from 'valibot'
import type { SimulatePayload } from '../../types/request.ts'
import { blockOverrides } from './blockOverrides.ts'
import { callRequest } from './callRequest.ts'
import { field, list, object } from './object.ts'
import { Problem, refined } from './parsed.ts'
import { stateOverrides } from './stateOverrides.ts'

const blockStateCall = object({
  blockOverrides: field(blockOverrides),
  stateOverrides: field(stateOverrides),
  calls: field(list(callRequest)),
})

const flag = field(v.boolean('expected a boolean'))

/** Blocks to simulate: execution-apis `EthSimulatePayload`. */
export const simulatePayload = v.pipe(
  object({
    blockStateCalls: list(blockStateCall),
    traceTransfers: flag,
    validation: flag,
    returnFullTransactions: flag,
  }),
  refined((payload): SimulatePayload | Problem =>
    payload.blockStateCalls.length === 0 ? new Problem('empty input') : payload,
  ),
)
