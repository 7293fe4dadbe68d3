import * as v from 'valibot'
import type { Reader } from '../../../devnet/read/reader.ts'
import { bytesToHex, equalBytes } from '../../../lib/hex.ts'
import type { View } from '../../../types/view.ts'
import { defineMethod } from '../../method.ts'
import { address } from '../../schema/address.ts'
import { traceLimit } from '../../schema/trace/traceLimit.ts'
import { traceFrames } from '../../trace/parity.ts'
import { traceEngine } from '../../trace/tracing.ts'

/** Spec: Otterscan's custom JSON-RPC. */
export const getContractCreator = defineMethod({
  name: 'ots_getContractCreator',
  summary:
    'The transaction that created a contract, and the account that did so in it; `null` when no transaction created it.',
  params: v.strictTuple([address, traceLimit]),
  handler: async ({ devnet, reader }, [contract, limit]) => {
    const block = await firstWith(reader, contract)
    if (block === undefined) return null
    const traced = await traceFrames(traceEngine(devnet, limit), reader, block)
    for (const { frames, place } of traced) {
      for (const { frame } of frames) {
        const { kind, to, error, from } = frame
        const isCreation = kind === 'CREATE' || kind === 'CREATE2'
        if (!isCreation || error !== undefined || to === undefined) continue
        if (equalBytes(to, contract))
          return { hash: place.transactionHash, creator: bytesToHex(from) }
      }
    }
    return null
  },
})

/** The block that has put code at an address where there is some now: found by the states after blocks. */
async function firstWith(reader: Reader, contract: Uint8Array): Promise<View | undefined> {
  const hasCode = ({ state }: View) => state.code(contract).length > 0
  const newest = reader.pending
  if (!hasCode(reader.head)) return newest !== undefined && hasCode(newest) ? newest : undefined
  let found: View = reader.head
  let low = 0n
  while (low < found.number) {
    const middle = (low + found.number) / 2n
    const view = await reader.find({ number: middle })
    // A chain that begins late has gaps.
    if (view !== undefined && hasCode(view)) found = view
    else low = middle + 1n
  }
  return found
}
