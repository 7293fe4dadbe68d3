import * as v from 'valibot'
import type { Reader } from '../../../devnet/read/reader.ts'
import { readAccessList, readWitness } from '../../../devnet/read/readers.ts'
import { UnknownBlock } from '../../../devnet/read/unknownBlock.ts'
import { encodeAccessList } from '../../../execution/rules/blockAccessList.ts'
import { encodeReceipt } from '../../../execution/rules/receipt.ts'
import { bytesToHex } from '../../../lib/hex.ts'
import type { BlockId } from '../../../types/values.ts'
import type { SealedBlock } from '../../../types/view.ts'
import { type Context, defineMethod, type Method } from '../../method.ts'
import { noAccessList, RpcError } from '../../rpcError.ts'
import { blockId, looseBlockId } from '../../schema/blockId.ts'
import { hash32 } from '../../schema/data.ts'
import { looseQuantity64 } from '../../schema/quantity.ts'

/**
 * The sealed block that `id` names; as in geth none for a number or tag, and an error for a hash.
 * Throws -32000 also for a block that is still open: it has no roots and so no encoding.
 */
async function findSealed(reader: Reader, id: BlockId): Promise<SealedBlock | undefined> {
  const view = await reader.findBlock(id)
  if (view?.kind === 'pending') throw new RpcError(-32000, 'pending block is not available')
  if (view === undefined && 'hash' in id) throw new RpcError(-32000, `block ${id.hash} not found`)
  return view
}

/** Spec: execution-apis `debug_getRawBlock`. */
const getRawBlock = defineMethod({
  name: 'debug_getRawBlock',
  summary: 'Encoded block; `0x` when there is none.',
  about: { blockId: 0 },
  params: v.strictTuple([blockId]),
  handler: async ({ reader }, [id]) => {
    const sealed = await findSealed(reader, id)
    return sealed === undefined ? '0x' : bytesToHex(sealed.block.serialize())
  },
})

/** Spec: execution-apis `debug_getRawHeader`. */
const getRawHeader = defineMethod({
  name: 'debug_getRawHeader',
  summary: 'Encoded header of a block; `0x` when there is none.',
  about: { blockId: 0 },
  params: v.strictTuple([blockId]),
  handler: async ({ reader }, [id]) => {
    const sealed = await findSealed(reader, id)
    return sealed === undefined ? '0x' : bytesToHex(sealed.header.serialize())
  },
})

/** Spec: execution-apis `debug_getRawReceipts`. */
const getRawReceipts = defineMethod({
  name: 'debug_getRawReceipts',
  summary: 'Encoded receipts of a block, also at `pending`; `null` when there is none.',
  about: { blockId: 0 },
  params: v.strictTuple([blockId]),
  handler: async ({ reader }, [id]) => {
    const block = await reader.findBlock(id)
    return block === undefined
      ? null
      : block.receipts.map((receipt) => bytesToHex(encodeReceipt(receipt)))
  },
})

/** Answers as reth does. */
const getRawTransactions = defineMethod({
  name: 'debug_getRawTransactions',
  summary:
    'Encoded transactions of a block, also at `pending`; an empty list when there is no block.',
  about: { blockId: 0, takesNumbers: true },
  params: v.strictTuple([looseBlockId]),
  handler: async ({ reader }, [id]) => {
    const view = await reader.findBlock(id)
    return view === undefined ? [] : view.transactions.map(({ raw }) => bytesToHex(raw))
  },
})

/** Spec: execution-apis `debug_getRawBlockAccessList` (EIP-7928). */
const getRawBlockAccessList = defineMethod({
  name: 'debug_getRawBlockAccessList',
  aliases: ['eth_getBlockAccessListRaw'],
  summary: 'Encoded block access list; `0x` when there is no block.',
  about: { blockId: 0 },
  params: v.strictTuple([blockId]),
  handler: async ({ devnet, reader }, [id]) => {
    const block = await findSealed(reader, id)
    if (block === undefined) return '0x'
    const list = await readAccessList(devnet.machines, reader, block)
    if (list === undefined) throw noAccessList(block)
    return bytesToHex(encodeAccessList(list))
  },
})

/** Answers as reth does. Its two modes differ in the order of the codes. */
const witnessMode = v.optional(v.picklist(['legacy', 'canonical'], 'expected legacy or canonical'))

async function witnessOf({ devnet, reader }: Context, id: BlockId) {
  const block = await findSealed(reader, id)
  if (block === undefined) throw new UnknownBlock('block not found', id)
  const { nodes, codes, keys, headers } = await readWitness(devnet.machines, reader, block)
  return {
    state: nodes.map(bytesToHex),
    codes: codes.map(bytesToHex).sort(),
    keys: keys.map(bytesToHex),
    headers: headers.map((header) => bytesToHex(header.serialize())),
  }
}

const getExecutionWitness = defineMethod({
  name: 'debug_executionWitness',
  summary: 'Witness to execute a block without the state: trie nodes, codes, keys and headers.',
  about: { blockId: 0, takesNumbers: true },
  weight: 'trace',
  params: v.strictTuple([looseBlockId, witnessMode]),
  handler: (context, [id]) => witnessOf(context, id),
})

const getExecutionWitnessByBlockHash = defineMethod({
  name: 'debug_executionWitnessByBlockHash',
  summary: 'As `debug_executionWitness`, by hash.',
  about: { blockHash: 0 },
  weight: 'trace',
  params: v.strictTuple([hash32, witnessMode]),
  handler: (context, [hash]) => witnessOf(context, { hash }),
})

/** Spec: execution-apis `debug_getBadBlocks`. */
const getBadBlocks = defineMethod({
  name: 'debug_getBadBlocks',
  summary: 'An empty list: no blocks are received.',
  params: v.strictTuple([]),
  handler: () => [],
})

/** geth's name for going back; as there, what the blocks held is lost. */
const setHead = defineMethod({
  name: 'debug_setHead',
  summary: 'Removes the blocks above a number, as `anvil_rollback` does.',
  params: v.strictTuple([looseQuantity64]),
  handler: async ({ devnet, reader }, [number]) => {
    const { number: head } = reader.head
    if (number > head) {
      throw new RpcError(-32000, `cannot set the head to block ${number}: the newest is ${head}`)
    }
    if (number < head) await devnet.rollback(Number(head - number))
    return null
  },
})

export const debugRawMethods: readonly Method[] = [
  getExecutionWitness,
  getExecutionWitnessByBlockHash,
  getBadBlocks,
  getRawBlock,
  getRawBlockAccessList,
  getRawHeader,
  getRawReceipts,
  getRawTransactions,
  setHead,
]
