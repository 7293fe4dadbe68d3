import { Block, type BlockHeader } from '@ethereumjs/block'
import { Address, createWithdrawal, type Withdrawal } from '@ethereumjs/util'
import { yieldToEventLoop } from '../../clock/pace.ts'
import { headerWith, type LaterField } from '../../ethereumjs/header.ts'

import type { Protocol } from '../../ethereumjs/protocol/protocol.ts'
import { headerRules } from '../../ethereumjs/protocol/recordedRules.ts'
import { sealedBlock } from '../../execution/rules/closeBlock.ts'
import { bytesToHex, equalBytes, type Hex } from '../../lib/hex.ts'
import { unavailableState } from '../../state/unavailableState.ts'
import type { StateTree } from '../../types/state.ts'
import type { SealedBlock } from '../../types/view.ts'
import type { Section } from '../section.ts'
import { type Outcomes, receiptsOf } from './anvilReceipt.ts'
import { chainIdOf, transactionOf } from './anvilTransaction.ts'

/** The parts of a file that describe a chain, as read. */
export interface AnvilHistory {
  /** Number of the newest block, when the file says it. */
  readonly head: bigint | undefined
  /** Elements of `blocks`, in no order; those that a reorg took back may be among them. */
  readonly blocks: readonly Section[]
  readonly outcomes: Outcomes
  /** The states by block hash. */
  readonly states: ReadonlyMap<Hex, StateTree>
}

/** An element of `blocks` with its header as it is there. */
interface StoredBlock {
  readonly element: Section
  readonly header: BlockHeader
  readonly hash: Hex
}

/**
 * The blocks of the chain that ends with the head, oldest first. Each header has exactly the fields
 * that the file has, under the rules of a hardfork that has them, so that hashes stay.
 */
export async function blocksOf(
  history: AnvilHistory,
  protocol: Protocol,
): Promise<readonly SealedBlock[]> {
  const blocks: SealedBlock[] = []
  for (const stored of await canonical(history, protocol)) {
    blocks.push(blockOf(stored, history, protocol))
    if (blocks.length % blocksInTurn === 0) await yieldToEventLoop()
  }
  return blocks
}

/** The number of blocks that are decoded in a turn: some milliseconds. */
const blocksInTurn = 64

function blockOf(
  { element, header, hash }: StoredBlock,
  history: AnvilHistory,
  protocol: Protocol,
): SealedBlock {
  const { common, number } = header
  const transactions = element
    .sections('transactions')
    .map((item, index) =>
      transactionOf(item, { common, protocol }, (wanted) =>
        history.outcomes.find(wanted, number, index),
      ),
    )
  const receipts = receiptsOf(header, transactions, history.outcomes)
  const withdrawals = common.isActivatedEIP(4895) ? withdrawalsOf(element) : undefined
  const envelopes = transactions.map(({ envelope }) => envelope)
  const block = new Block(header, envelopes, [], withdrawals)
  const state = history.states.get(hash) ?? unavailableState(number)
  return sealedBlock(block, { transactions, receipts, state })
}

/**
 * Returns the blocks from the head down, each the parent of the one before; where no hash matches, the file's last
 * block of that number.
 */
async function canonical(
  { head, blocks }: AnvilHistory,
  protocol: Protocol,
): Promise<readonly StoredBlock[]> {
  const byNumber = new Map<bigint, StoredBlock[]>()
  let newest: bigint | undefined = head
  for (const [index, element] of blocks.entries()) {
    if (index % blocksInTurn === blocksInTurn - 1) await yieldToEventLoop()
    const header = headerOf(element, protocol)
    const block = { element, header, hash: bytesToHex(header.hash()) }
    byNumber.set(header.number, [...(byNumber.get(header.number) ?? []), block])
    if (head === undefined && header.number >= (newest ?? 0n)) newest = header.number
  }
  const chain: StoredBlock[] = []
  for (let number = newest; number !== undefined && number >= 0n; number--) {
    const candidates = byNumber.get(number)
    const parentHash = chain.at(-1)?.header.parentHash
    const isParent = ({ header }: StoredBlock): boolean =>
      parentHash !== undefined && equalBytes(header.hash(), parentHash)
    const block = candidates?.find(isParent) ?? candidates?.at(-1)
    if (block === undefined) break
    chain.push(block)
  }
  return chain.reverse()
}

function headerOf(element: Section, protocol: Protocol): BlockHeader {
  const fields = element.section('header') ?? element.refuse('header', 'give an object')
  const [number, timestamp] = ['number', 'timestamp'].map(
    (key) => fields.number(key) ?? fields.refuse(key, 'give a whole number'),
  ) as [bigint, bigint]
  const later = {
    baseFeePerGas: fields.number('baseFeePerGas'),
    withdrawalsRoot: fields.bytes('withdrawalsRoot', 32),
    blobGasUsed: fields.number('blobGasUsed'),
    excessBlobGas: fields.number('excessBlobGas'),
    parentBeaconBlockRoot: fields.bytes('parentBeaconBlockRoot', 32),
    requestsHash: fields.bytes('requestsHash', 32) ?? fields.bytes('requestsRoot', 32),
    blockAccessListHash: fields.bytes('blockAccessListHash', 32),
    slotNumber: fields.number('slotNumber'),
  } satisfies { readonly [Field in LaterField]: BlockHeader[Field] }
  const present = (Object.keys(later) as LaterField[]).filter((key) => later[key] !== undefined)
  const chainId = element
    .sections('transactions')
    .map(chainIdOf)
    .find((id) => id !== undefined)
  const common = headerRules(protocol, { number, timestamp, fields: present, chainId })
  const coinbase = fields.bytes('miner', 20) ?? fields.bytes('beneficiary', 20)
  return headerWith(common, {
    parentHash: fields.bytes('parentHash', 32),
    uncleHash: fields.bytes('sha3Uncles', 32) ?? fields.bytes('ommersHash', 32),
    coinbase: coinbase && new Address(coinbase),
    stateRoot: fields.bytes('stateRoot', 32),
    transactionsTrie: fields.bytes('transactionsRoot', 32),
    receiptTrie: fields.bytes('receiptsRoot', 32),
    logsBloom: fields.bytes('logsBloom', 256),
    difficulty: fields.number('difficulty'),
    number,
    gasLimit: fields.number('gasLimit'),
    gasUsed: fields.number('gasUsed'),
    timestamp,
    extraData: fields.bytes('extraData'),
    mixHash: fields.bytes('mixHash', 32),
    nonce: fields.padded('nonce', 8),
    ...later,
  })
}

function withdrawalsOf(element: Section): Withdrawal[] {
  return element.sections('withdrawals').map((item) =>
    createWithdrawal({
      index: item.number('index') ?? 0n,
      validatorIndex: item.number('validatorIndex') ?? item.number('validator_index') ?? 0n,
      address: bytesToHex(item.bytes('address', 20) ?? item.refuse('address', 'give 20 bytes')),
      amount: item.number('amount') ?? 0n,
    }),
  )
}
