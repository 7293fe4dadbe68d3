import { Block, type BlockHeader, createBlockHeader, type HeaderData } from '@ethereumjs/block'
import { createWithdrawal, type Withdrawal } from '@ethereumjs/util'
import type { Protocol } from '../../ethereumjs/protocol/protocol.ts'
import { sealedBlock } from '../../execution/rules/sealedBlock.ts'
import { bytesToHex, equalBytes, type Hex } from '../../lib/hex.ts'
import { reasonOf } from '../../lib/reasonOf.ts'
import { unavailableState } from '../../state/unavailableState.ts'
import type { StateTree } from '../../types/state.ts'
import type { SealedBlock } from '../../types/view.ts'
import type { Section } from '../section.ts'
import { type Outcomes, receiptsOf } from './anvilReceipt.ts'
import { transactionOf } from './anvilTransaction.ts'

/** The parts of a file that tell of a chain, as they were read. */
export interface AnvilHistory {
  /** Number of the newest block, when the file says it. */
  readonly head: bigint | undefined
  /** Elements of `blocks`, in no order; those that a reorg took back may be among them. */
  readonly blocks: readonly Section[]
  readonly outcomes: Outcomes
  /** By the hash of the block. */
  readonly states: ReadonlyMap<Hex, StateTree>
}

/** An element of `blocks` with its header under our rules. */
interface StoredBlock {
  readonly element: Section
  readonly header: BlockHeader
  /** Of the header as the file has it. */
  readonly hash: Hex
}

/**
 * The blocks of the chain that ends with the head, oldest first; with all their fields where the
 * file has them, so that hashes stay. A header that lacks a field that the rules ask for (older
 * versions, other hardforks) gets it, and a hash of its own; blocks above point to that hash.
 */
export function blocksOf(history: AnvilHistory, protocol: Protocol): readonly SealedBlock[] {
  let parentHash: Uint8Array | undefined
  return canonical(history, protocol).map(({ element, header: stored, hash }) => {
    const header = parentHash === undefined ? stored : childOf(parentHash, stored)
    parentHash = header.hash()
    const { common, number } = header
    const transactions = element
      .sections('transactions')
      .map((item, index) =>
        transactionOf(item, common, (wanted) => history.outcomes.find(wanted, number, index)),
      )
    const receipts = receiptsOf(header, transactions, history.outcomes)
    const withdrawals = common.isActivatedEIP(4895) ? withdrawalsOf(element) : undefined
    const envelopes = transactions.map(({ envelope }) => envelope)
    const block = new Block(header, envelopes, [], withdrawals)
    const state = history.states.get(hash) ?? unavailableState(number)
    return sealedBlock(block, { transactions, receipts, state })
  })
}

/** From the head down, each the parent of the one before; where no hash fits, the last that the file has of that number. */
function canonical({ head, blocks }: AnvilHistory, protocol: Protocol): readonly StoredBlock[] {
  const byNumber = new Map<bigint, StoredBlock[]>()
  let newest: bigint | undefined = head
  for (const element of blocks) {
    const fields = element.section('header') ?? element.refuse('header', 'give an object')
    const header = headerOf(fields, protocol)
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

function headerOf(fields: Section, protocol: Protocol): BlockHeader {
  const [number, timestamp] = ['number', 'timestamp'].map(
    (key) => fields.number(key) ?? fields.refuse(key, 'give a whole number'),
  ) as [bigint, bigint]
  const common = protocol.commonAt(number, timestamp)
  const isActive = (eip: number): boolean => common.isActivatedEIP(eip)
  const data = {
    parentHash: fields.bytes('parentHash', 32),
    uncleHash: fields.bytes('sha3Uncles', 32) ?? fields.bytes('ommersHash', 32),
    coinbase: fields.bytes('miner', 20) ?? fields.bytes('beneficiary', 20),
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
    ...(isActive(1559) && { baseFeePerGas: fields.number('baseFeePerGas') ?? 0n }),
    ...(isActive(4895) && { withdrawalsRoot: fields.bytes('withdrawalsRoot', 32) }),
    ...(isActive(4844) && {
      blobGasUsed: fields.number('blobGasUsed') ?? 0n,
      excessBlobGas: fields.number('excessBlobGas') ?? 0n,
    }),
    ...(isActive(4788) && { parentBeaconBlockRoot: fields.bytes('parentBeaconBlockRoot', 32) }),
    ...(isActive(7685) && {
      requestsHash: fields.bytes('requestsHash', 32) ?? fields.bytes('requestsRoot', 32),
    }),
    ...(isActive(7928) && { blockAccessListHash: fields.bytes('blockAccessListHash', 32) }),
    ...(isActive(7843) && { slotNumber: fields.number('slotNumber') }),
  }
  try {
    // EthereumJS takes `undefined` for absent, though its types do not say so.
    return createBlockHeader(data as HeaderData, { common, skipConsensusFormatValidation: true })
  } catch (cause) {
    const reason = reasonOf(cause)
    return fields.refuse('number', `it is not a valid header: ${reason}`)
  }
}

/** The header, pointing to its parent by the hash that the parent has now. */
function childOf(parentHash: Uint8Array, header: BlockHeader): BlockHeader {
  if (equalBytes(parentHash, header.parentHash)) return header
  const { common } = header
  const fields = { ...header, parentHash } as unknown as HeaderData
  return createBlockHeader(fields, { common, skipConsensusFormatValidation: true })
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
