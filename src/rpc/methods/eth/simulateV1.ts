import * as v from 'valibot'
import { simulate } from '../../../execution/simulate/simulate.ts'
import { simulationTexts } from '../../format/block/simulation.ts'
import { jsonInTurns } from '../../jsonInTurns.ts'
import { defineMethod } from '../../method.ts'
import { optionalBlockId } from '../../schema/blockId.ts'
import { simulatePayload } from '../../schema/call/simulatePayload.ts'

/** Spec: execution-apis `eth_simulateV1`. */
export const simulateV1 = defineMethod({
  name: 'eth_simulateV1',
  summary: 'Simulates blocks of calls on the state of a block, without changing anything.',
  params: v.strictTuple([simulatePayload, optionalBlockId]),
  handler: async ({ devnet, reader }, [payload, id]) => {
    const view = await reader.view(id)
    // On the pre-confirmed state the first block follows the newest sealed one: it is what the
    // pending block would be with these calls after what is in it.
    const { hash } = view.kind === 'sealed' ? view : view.parent
    const context = { ...(await reader.context({ hash })), state: view.state }
    const blocks = await simulate(devnet.machines, context, payload)
    const { returnFullTransactions: full = false } = payload
    const { simulateFormat: format } = devnet.settings
    return jsonInTurns(devnet.machines.clock, simulationTexts(blocks, { format, full }))
  },
})
