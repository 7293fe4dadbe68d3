import { defineMethod } from '../../method.ts'
import { simulateV1 as ours } from '../../methods/eth/call.ts'
import { preconfirmedOverrides } from '../../preconfirmedOverrides.ts'

/**
 * As Base's node: at `pending` what is pre-confirmed overrides the state before each block that is
 * simulated, so that it undoes what the blocks before wrote there.
 */
export const simulateV1 = defineMethod({
  ...ours,
  handler: async (context, [payload, block]) => {
    const { id, overridesWith } = await preconfirmedOverrides(context.reader, block)
    const blockStateCalls = payload.blockStateCalls.map((planned) => ({
      ...planned,
      stateOverrides: overridesWith(planned.stateOverrides),
    }))
    return ours.handle(context, [{ ...payload, blockStateCalls }, id])
  },
})
