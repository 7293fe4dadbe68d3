import type { BlockHeader } from '@ethereumjs/block'
import * as v from 'valibot'
import type { Reader } from '../../../devnet/read/reader.ts'
import { UnknownBlock } from '../../../devnet/read/unknownBlock.ts'
import { payingPrice } from '../../../devnet/submit/completeTransaction.ts'
import {
  type FeeHistoryRequest,
  feeHistory as feesOf,
  maxFeeHistoryBlocks,
} from '../../../execution/feeHistory.ts'
import { nextHeader } from '../../../execution/rules/header.ts'
import { quantity } from '../../../lib/hex.ts'
import type { View } from '../../../types/view.ts'
import { formatFeeHistory } from '../../format/quantities.ts'
import { defineMethod, type Method } from '../../method.ts'
import { RpcError } from '../../rpcError.ts'
import { blockNumber } from '../../schema/blockId.ts'
import { list } from '../../schema/object.ts'
import { looseQuantity64 } from '../../schema/quantity.ts'

/** Spec: execution-apis `eth_gasPrice`. */
const gasPrice = defineMethod({
  name: 'eth_gasPrice',
  summary: 'Suggested gas price of a legacy transaction: base fee and tip.',
  params: v.strictTuple([]),
  handler: async ({ devnet, reader }) => {
    const { header } = await reader.context({ tag: 'pending' })
    const { baseFeePerGas: baseFee = 0n } = header
    const { gasPrice } = devnet.settings
    return quantity(payingPrice({ gasPrice, baseFee }) ?? baseFee + devnet.suggestedTip)
  },
})

/** Spec: execution-apis `eth_maxPriorityFeePerGas`. */
const maxPriorityFeePerGas = defineMethod({
  name: 'eth_maxPriorityFeePerGas',
  summary: 'Suggested tip per gas.',
  params: v.strictTuple([]),
  handler: ({ devnet }) => quantity(devnet.suggestedTip),
})

/** Spec: execution-apis `eth_baseFee`. */
const baseFee = defineMethod({
  name: 'eth_baseFee',
  summary: 'Base fee per gas of the next block; `null` before London.',
  params: v.strictTuple([]),
  handler: async ({ reader }) => {
    const { baseFeePerGas } = (await reader.context({ tag: 'pending' })).header
    return baseFeePerGas === undefined ? null : quantity(baseFeePerGas)
  },
})

/** Spec: execution-apis `eth_blobBaseFee`. */
const blobBaseFee = defineMethod({
  name: 'eth_blobBaseFee',
  summary: 'Fee per blob gas in the next block; `null` before Cancun.',
  params: v.strictTuple([]),
  handler: async ({ reader }) => {
    const { header } = await reader.context({ tag: 'pending' })
    return header.excessBlobGas === undefined ? null : quantity(header.getBlobGasPrice())
  },
})

/** geth's answer for no blocks at all. */
const nothing = { oldestBlock: '0x0', baseFeePerGas: [], gasUsedRatio: [] } as const

const most = BigInt(maxFeeHistoryBlocks)

/** Spec: execution-apis `eth_feeHistory`. */
export const feeHistory = defineMethod({
  name: 'eth_feeHistory',
  summary: 'Base fees, gas used ratios and tips of past blocks, up to `pending`.',
  params: v.strictTuple([
    looseQuantity64,
    blockNumber,
    v.optional(list(v.number('expected a number')), []),
  ]),
  handler: async ({ devnet, reader }, [count, newestId, percentiles]) => {
    const { feesOfNoBlock, feesPastHead, takesAnyPercentile, emptyRewards } =
      devnet.settings.compatRules
    const wantedFees = { percentiles, takesAnyPercentile }
    if (feesOfNoBlock === 'refused') checkCount(count)
    if (count === 0n && feesOfNoBlock === 'none') return nothing
    const wanted = count === 0n ? 1n : count < most ? count : most
    if ('number' in newestId && (await reader.find(newestId)) === undefined) {
      if (feesPastHead) {
        return feesBeyondHead(reader, oldestOf(newestId.number, wanted), wantedFees)
      }
      const problem = `requested ${newestId.number}, head ${reader.head.number}`
      throw new UnknownBlock(`request beyond head block: ${problem}`, newestId)
    }
    const newest = await reader.view(newestId)
    const oldest = oldestOf(newest.number, wanted)
    const blocks = [...reader.blocks(oldest, newest.number - 1n), newest]
    const next = await headerAfter(reader, newest)
    const history = formatFeeHistory(oldest, feesOf({ ...wantedFees, blocks, next }))
    return emptyRewards ? { reward: [], ...history } : history
  },
})

/** Refuses other numbers of blocks than Hardhat does. */
function checkCount(count: bigint): void {
  if (count < 1n) throw new RpcError(-32000, 'blockCount should be at least 1')
  if (count > most) throw new RpcError(-32000, `blockCount should be at most ${most}`)
}

function oldestOf(newest: bigint, count: bigint): bigint {
  return count > newest ? 0n : newest - count + 1n
}

/** Answers as Anvil does: the existing blocks from the oldest on, and the fees of the next one. */
async function feesBeyondHead(
  reader: Reader,
  oldest: bigint,
  wantedFees: Pick<FeeHistoryRequest, 'percentiles' | 'takesAnyPercentile'>,
) {
  const blocks = reader.blocks(oldest, reader.head.number)
  const { header: next } = await reader.context({ tag: 'pending' })
  return formatFeeHistory(oldest, feesOf({ ...wantedFees, blocks, next }))
}

/**
 * Returns the header of the next block on the chain, or of the one that would come; after the pending block the
 * present one, as in geth.
 */
async function headerAfter(reader: Reader, { kind, header, number }: View): Promise<BlockHeader> {
  const [after] = reader.blocks(number + 1n, number + 1n)
  if (after !== undefined) return after.header
  const { header: open, commonAt } = await reader.context({ tag: 'pending' })
  if (kind === 'sealed') return open
  const timestamp = header.timestamp + 1n
  return nextHeader(header, commonAt(number + 1n, timestamp), {
    timestamp,
    gasLimit: header.gasLimit,
    coinbase: header.coinbase.bytes,
    prevRandao: header.mixHash,
  })
}

export const ethFeeMethods: readonly Method[] = [
  baseFee,
  blobBaseFee,
  feeHistory,
  gasPrice,
  maxPriorityFeePerGas,
]
