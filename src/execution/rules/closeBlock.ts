import type { BlockHeader } from '@ethereumjs/block'
import type { BlockLevelAccessList, Withdrawal } from '@ethereumjs/util'
import type { Machine } from '../../ethereumjs/machine.ts'
import type { Ledger } from '../../types/ledger.ts'
import type { Log, Receipt } from '../../types/transaction.ts'
import { keccak256 } from '../../wasm/keccak/keccak256.ts'
import { collectAccesses, itemsIn, joinAccesses, mostItems } from './blockAccessList.ts'
import { InvalidBlock } from './invalidBlock.ts'
import { gasOf } from './ledger.ts'
import { emptyBloom, joinBlooms } from './logsBloom.ts'
import { withOutcome } from './nextHeader.ts'
import { opStackOf } from './opStack.ts'
import { collectRequests, type Requests, requestsHash, systemAddress } from './requests.ts'
import { payBlockReward, payWithdrawals } from './rewards.ts'
import { receiptsRoot, transactionsRoot } from './roots.ts'

/** What a block has besides its header: its transactions' receipts stand for them. */
export interface BlockContent {
  readonly receipts: readonly Receipt[]
  readonly withdrawals: readonly Withdrawal[]
  /** Only before the merge. */
  readonly uncles?: readonly BlockHeader[] | undefined
  /** Only from Amsterdam on. */
  readonly ledger?: Ledger | undefined
  /** Whether others have built it: then it is invalid where a system contract does not work. */
  readonly isOthers?: boolean | undefined
}

/** A finished header, and the encoded access list that it has the hash of (EIP-7928). */
export interface ClosedBlock {
  readonly header: BlockHeader
  readonly accessList: Uint8Array | undefined
  /** Accounts and slots in it. */
  readonly accessItems: number | undefined
}

/**
 * Ends a block whose transactions have run on the machine's state: pays withdrawals and rewards,
 * collects requests, and gives the final header. The state is then the one after the block.
 * Throws an `InvalidBlock` for a block of others.
 */
export async function closeBlock(
  machine: Machine,
  header: BlockHeader,
  content: BlockContent,
): Promise<ClosedBlock> {
  const { state, common } = machine
  const { receipts, ledger } = content
  const opStack = opStackOf(common)
  const { requests, accessList, accessItems } = await endBlock(machine, header, content)
  const tree = state.tree()
  const closed = withOutcome(header, {
    gasUsed: ledger === undefined ? (receipts.at(-1)?.cumulativeGasUsed ?? 0n) : gasOf(ledger),
    blobGasUsed: receipts.reduce((sum, { blobGasUsed }) => sum + (blobGasUsed ?? 0n), 0n),
    logsBloom: joinBlooms(emptyBloom, receipts),
    stateRoot: tree.root(),
    transactionsRoot: transactionsRoot(receipts.map(({ transaction }) => transaction)),
    receiptsRoot: receiptsRoot(receipts),
    requestsHash: common.isActivatedEIP(7685) ? requestsHash(requests) : undefined,
    withdrawalsRoot: opStack?.withdrawalsRoot(tree),
    blockAccessListHash: accessList && keccak256(accessList),
  })
  return { header: closed, accessList, accessItems }
}

/** Throws an `InvalidBlock` when an access list has more items than the block's gas limit allows (EIP-7928). */
export function checkAccessItems({ number, gasLimit }: BlockHeader, items = 0): void {
  const most = mostItems(gasLimit)
  if (items <= most) return
  const problem = `it has ${items} items, but at most ${most} may be there, its gas limit ${gasLimit} / 2000 (EIP-7928)`
  throw new InvalidBlock(number, 'access list', problem)
}

interface BlockEnd {
  readonly requests: Requests
  readonly accessList?: Uint8Array
  readonly accessItems?: number
}

/** Writes what comes after the transactions, and collects requests. */
async function endBlock(
  machine: Machine,
  header: BlockHeader,
  { receipts, withdrawals, uncles, ledger, isOthers = false }: BlockContent,
): Promise<BlockEnd> {
  const { state, common } = machine
  const logs: Log[] = []
  for (const receipt of receipts) for (const log of receipt.logs) logs.push(log)
  const refuse = (problem: string): never => {
    throw new InvalidBlock(header.number, 'requests', problem)
  }
  const end = async (list?: BlockLevelAccessList): Promise<Requests> => {
    payWithdrawals(state, withdrawals, list)
    payBlockReward(state, header, uncles)
    if (opStackOf(common) !== undefined) return []
    return collectRequests(machine, logs, isOthers ? refuse : undefined)
  }
  if (ledger === undefined) return { requests: await end() }
  const { result, accesses } = await collectAccesses(machine, end)
  // Who makes the protocol's calls is no part of the list.
  delete accesses[systemAddress.toString()]
  const list = joinAccesses([...ledger.accesses, accesses])
  return { requests: result, accessList: list.serialize(), accessItems: itemsIn(list.accesses) }
}
