import * as v from 'valibot'
import { callMany } from '../../../execution/call.ts'
import { stateAfter, stateBefore } from '../../../execution/trace/replay.ts'
import type { StateTree } from '../../../types/state.ts'
import { formatCallResult } from '../../format/flatCallFrame.ts'
import { defineMethod, type Method } from '../../method.ts'
import { latest } from '../../schema/blockId.ts'
import { callRequest } from '../../schema/callRequest.ts'
import { hash32 } from '../../schema/data.ts'
import { boundedList } from '../../schema/object.ts'
import { executed, traceEngine } from '../../trace/tracing.ts'

const most = 1_000

const calls = v.pipe(
  boundedList(callRequest, most),
  v.maxLength(most, `expected at most ${most} calls`),
)

/** Tells what a transaction has changed by itself, whatever else is in its block. */
const callAround = defineMethod({
  name: 'preconf_callAround',
  summary:
    'Runs calls one after another on the state before a sealed or pre-confirmed transaction, and on the state after it.',
  params: v.strictTuple([hash32, calls]),
  handler: async ({ devnet, reader }, [hash, requests]) => {
    const engine = traceEngine(devnet)
    const { block, index } = await executed(reader, hash)
    const { header } = block
    const context = await reader.context(latest)
    const resultsOn = async (state: StateTree) => {
      const plan = [{ calls: requests }]
      const [results = []] = await callMany(devnet.machines, { ...context, header, state }, plan)
      return results.map(formatCallResult)
    }
    return {
      before: await resultsOn(await stateBefore(engine, block, index)),
      after: await resultsOn(await stateAfter(engine, block, index)),
    }
  },
})

export const preconfTraceMethods: readonly Method[] = [callAround]
