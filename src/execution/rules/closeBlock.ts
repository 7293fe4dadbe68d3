import type { Block, BlockHeader } from '@ethereumjs/block'
import { ConsensusType } from '@ethereumjs/common'
import type { Withdrawal } from '@ethereumjs/util'
import { hashHeader } from '../../ethereumjs/header.ts'
import type { Machine } from '../../ethereumjs/machine.ts'
import { bytesToHex } from '../../lib/hex.ts'
import { pack } from '../../state/trie/packed.ts'
import type { GasByKind, Ledger } from '../../types/execution.ts'
import type { EditedBlock, MutableState, StateTree } from '../../types/state.ts'

import type { Log, Receipt, SignedTransaction } from '../../types/transaction.ts'
import type { SealedBlock } from '../../types/view.ts'
import { keccak256 } from '../../wasm/keccak/keccak256.ts'
import {
  collectAccesses,
  encodeAccessList,
  itemsOf,
  joinAccesses,
  maxItems,
  type RecordsAccesses,
} from './blockAccessList.ts'
import { blockSize, receiptsRoot, transactionsRoot } from './body.ts'
import { withOutcome } from './header.ts'
import { InvalidBlock } from './invalidBlock.ts'
import { gasOf } from './ledger.ts'
import { opStackOf } from './opStack.ts'
import { emptyBloom, joinBlooms } from './receipt.ts'
import { collectRequests, type Requests, requestsHash, systemAddress } from './systemContracts.ts'

const weiPerGwei = 10n ** 9n

/** Pays withdrawals from the consensus layer to their accounts (EIP-4895); `list` gets what is accessed (EIP-7928). */
export function payWithdrawals(
  state: MutableState,
  withdrawals: readonly Withdrawal[],
  accesses?: RecordsAccesses,
): void {
  for (const { address, amount } of withdrawals) {
    credit(state, address.bytes, amount * weiPerGwei)
    accesses?.record(pack(address.bytes))
  }
}

/**
 * Pays the rewards of a block with proof of work: to its coinbase, and to those of its uncles the
 * less the older they are.
 */
export function payBlockReward(
  state: MutableState,
  { common, coinbase, number }: BlockHeader,
  uncles: readonly BlockHeader[] = [],
): void {
  // The merge is asked for first, as EthereumJS goes through all forks for the kind of consensus.
  if (common.isActivatedEIP(3675) || common.consensusType() !== ConsensusType.ProofOfWork) return
  const reward = common.param('minerReward')
  for (const uncle of uncles) {
    credit(state, uncle.coinbase.bytes, ((8n + uncle.number - number) * reward) / 8n)
  }
  credit(state, coinbase.bytes, reward + BigInt(uncles.length) * (reward / 32n))
}

/** An amount of zero creates no account (EIP-161). */
function credit(state: MutableState, address: Uint8Array, amount: bigint): void {
  if (amount === 0n) return
  const balance = state.readAccount(address)?.balance ?? 0n
  state.writeAccount(address, { balance: balance + amount })
}

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
  const most = maxItems(gasLimit)
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
  const end = async (log?: RecordsAccesses): Promise<Requests> => {
    payWithdrawals(state, withdrawals, log)
    payBlockReward(state, header, uncles)
    if (opStackOf(common) !== undefined) return []
    return collectRequests(machine, logs, isOthers ? refuse : undefined)
  }
  if (ledger === undefined) return { requests: await end() }
  const { result, accesses } = await collectAccesses(machine, end)
  // Who makes the protocol's calls is no part of the list.
  accesses.delete(pack(systemAddress.bytes))
  const list = joinAccesses([...ledger.accesses, accesses])
  return { requests: result, accessList: encodeAccessList(list), accessItems: itemsOf(list) }
}

/** What ran in a block: its transactions as they were signed, what came of them, and the state after it. */
export interface BlockOutcome {
  readonly transactions: readonly SignedTransaction[]
  readonly receipts: readonly Receipt[]
  readonly state: StateTree
  readonly accessList?: Uint8Array | undefined
  readonly gas?: GasByKind | undefined
  readonly edited?: EditedBlock | undefined
}

/** A finished block with what it did. Its hash is computed once, here. */
export function sealedBlock(
  block: Block,
  { transactions, receipts, state, accessList, gas, edited }: BlockOutcome,
): SealedBlock {
  const { header, withdrawals, uncleHeaders } = block
  const headerBytes = hashHeader(header)
  return {
    kind: 'sealed',
    hash: bytesToHex(header.hash()),
    number: header.number,
    block,
    header,
    transactions,
    receipts,
    state,
    size: blockSize(header, transactions, withdrawals, uncleHeaders, headerBytes),
    ...(accessList && { accessList }),
    ...(gas && { gas }),
    ...(edited && { edited }),
  }
}
