import * as v from 'valibot'
import { feeHistory as feesOf, mostFeeHistoryBlocks } from '../../../execution/feeHistory.ts'
import { formatFeeHistory } from '../../format/feeHistory.ts'
import { defineMethod } from '../../method.ts'
import { RpcError } from '../../rpcError.ts'
import { blockNumber } from '../../schema/blockId.ts'
import { list } from '../../schema/object.ts'
import { looseQuantity64 } from '../../schema/quantity.ts'

/** geth's answer for no blocks at all. */
const nothing = { oldestBlock: '0x0', baseFeePerGas: [], gasUsedRatio: [] } as const

const most = BigInt(mostFeeHistoryBlocks)

/** Spec: execution-apis `eth_feeHistory`. */
export const feeHistory = defineMethod({
  name: 'eth_feeHistory',
  summary: 'Base fees, how full blocks were and what tips were paid, over past blocks.',
  params: v.strictTuple([
    looseQuantity64,
    blockNumber,
    v.optional(list(v.number('expected a number')), []),
  ]),
  handler: async ({ reader }, [count, newestId, percentiles]) => {
    if (count === 0n) return nothing
    if ('number' in newestId && (await reader.find(newestId)) === undefined) {
      const problem = `requested ${newestId.number}, head ${reader.head.number}`
      throw new RpcError(-32000, `request beyond head block: ${problem}`)
    }
    // What is pending has no final fees: its history ends with the newest sealed block.
    const view = await reader.view(newestId)
    const newest = view.kind === 'sealed' ? view.number : view.parent.number
    const wanted = count < most ? count : most
    const oldest = wanted > newest ? 0n : newest - wanted + 1n
    const [after] = reader.blocks(newest + 1n, newest + 1n)
    const { header: next } = after ?? (await reader.context({ tag: 'pending' }))
    const blocks = reader.blocks(oldest, newest)
    return formatFeeHistory(oldest, feesOf({ blocks, next, percentiles }))
  },
})
