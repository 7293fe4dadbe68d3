import { Address, bigIntMax, Withdrawal } from '@ethereumjs/util'
import { type Engine, PendingBlock } from '../../block/pendingBlock.ts'
import type { Chain } from '../../chain/chain.ts'
import { checkTimestamp } from '../../clock/clock.ts'
import { createPace, type YieldIfDue } from '../../clock/pace.ts'
import type { EvmPool } from '../../ethereumjs/machine.ts'
import type { Protocol } from '../../ethereumjs/protocol/protocol.ts'
import { blobsOf } from '../../ethereumjs/transaction/blobSidecar.ts'
import { decodeTransaction } from '../../ethereumjs/transaction/decodeTransaction.ts'
import { blobBaseFeeOf } from '../../execution/rules/fees.ts'
import { gasLimitBase, gasLimitTowards } from '../../execution/rules/header.ts'
import { opStackOf } from '../../execution/rules/opStack.ts'
import { tipOf } from '../../execution/rules/receipt.ts'
import { collectRequests } from '../../execution/rules/systemContracts.ts'
import { reasonOf } from '../../lib/errors.ts'
import type { Hex } from '../../lib/hex.ts'
import type { TxPool } from '../../txpool/txPool.ts'
import type { WithdrawalRequest } from '../../types/request.ts'
import type { BlobsBundle, Receipt, SignedTransaction } from '../../types/transaction.ts'
import type { SealedBlock } from '../../types/view.ts'
import { engineAt } from './openings.ts'

/** A block cannot be built as asked. geth's words where it has any. */
class BlockBuildError extends Error {
  override readonly name = 'BlockBuildError'
  readonly code = -32000
}

/** A requested block: engine API `PayloadAttributesV3`, and its transactions. */
export interface BuildRequest {
  readonly parentHash: Hex
  /** Seconds. */
  readonly timestamp: bigint
  /** 32 bytes. */
  readonly prevRandao: Uint8Array
  /** 20 bytes. */
  readonly feeRecipient: Uint8Array
  readonly withdrawals?: readonly WithdrawalRequest[] | undefined
  /** 32 bytes; zero when absent. */
  readonly parentBeaconBlockRoot?: Uint8Array | undefined
  /** Encoded; when absent what the pool holds. */
  readonly transactions?: readonly Uint8Array[] | undefined
  /** The extra data, at most 32 bytes; none when absent. */
  readonly extraData?: Uint8Array | undefined
}

/** A block that is on no chain: engine API `ExecutionPayloadEnvelope`. */
export interface BuiltBlock {
  readonly block: SealedBlock
  /** Wei that the block pays its fee recipient in tips. */
  readonly value: bigint
  readonly blobs: BlobsBundle
  /** Requests of EIP-7685 that are not empty, the type before the data; none before Prague. */
  readonly requests: readonly Uint8Array[] | undefined
}

export interface BuildDeps {
  readonly protocol: Protocol
  readonly machines: EvmPool
  readonly chain: Chain
  readonly pool: TxPool
  /** Towards which the gas limit goes, as far as a block may change it. */
  readonly gasLimit: bigint
}

/** The gas limit that builders of Ethereum's mainnet and geth by default aim at: for a chain with a genesis file. */
export const builderGasLimit = 60_000_000n

/** Builds a block on the head and leaves the chain as it is. Throws a `BlockBuildError` or a `TimestampTooHighError`. */
export async function buildBlock(deps: BuildDeps, request: BuildRequest): Promise<BuiltBlock> {
  const { machines, chain, pool } = deps
  const parent = chain.head
  checkTimestamp(request.timestamp)
  const timestampMs = timeAfter(parent, request.timestamp)
  checkParent(parent, request, timestampMs)
  const place = { number: parent.number + 1n, timestamp: request.timestamp }
  const engine = engineAt(deps, place)
  const transactions = await decoded(engine, request.transactions)
  const pending = await PendingBlock.open(engine, parent, {
    timestamp: request.timestamp,
    timestampMs,
    l1: { hasOwnRandao: true },
    gasLimit: gasLimitTowards(gasLimitBase(parent.header, engine.common), deps.gasLimit),
    coinbase: request.feeRecipient,
    prevRandao: request.prevRandao,
    extraData: request.extraData,
    parentBeaconBlockRoot: request.parentBeaconBlockRoot,
    withdrawals: request.withdrawals?.map(withdrawalOf),
  })
  if (transactions === undefined) await fill(pending, pool, createPace(machines.clock))
  else await addAll(pending, transactions, createPace(machines.clock))
  const block = await pending.seal()
  return {
    block,
    value: tipsOf(block),
    blobs: blobsOf(block.transactions),
    requests: await requestsOf(engine, pending),
  }
}

/** Where blocks have times in milliseconds: the whole second, or the next time after the parent's. */
function timeAfter(parent: SealedBlock, timestamp: bigint): bigint | undefined {
  const opStack = opStackOf(parent.header.common)
  const parentMs = opStack?.timestampMs(parent)
  if (opStack?.blockMs === undefined || parentMs === undefined) return undefined
  return bigIntMax(timestamp * 1000n, parentMs + BigInt(opStack.blockMs))
}

function checkParent(
  { hash, header }: SealedBlock,
  { parentHash, timestamp }: BuildRequest,
  timestampMs: bigint | undefined,
): void {
  if (parentHash !== hash) throw new BlockBuildError('parentHash is not current head')
  if (timestampMs !== undefined && timestampMs / 1000n === timestamp) return
  if (timestamp > header.timestamp) return
  throw new BlockBuildError(`invalid timestamp, parent ${header.timestamp} given ${timestamp}`)
}

async function decoded(
  { common }: Engine,
  encoded: readonly Uint8Array[] | undefined,
): Promise<readonly SignedTransaction[] | undefined> {
  if (encoded === undefined) return undefined
  const transactions: SignedTransaction[] = []
  for (const [index, bytes] of encoded.entries()) {
    try {
      transactions.push(await decodeTransaction(bytes, common))
    } catch (cause) {
      const reason = reasonOf(cause)
      throw new BlockBuildError(`invalid transaction ${index}: ${reason}`, { cause })
    }
  }
  return transactions
}

function withdrawalOf({ index, validatorIndex, address, amount }: WithdrawalRequest): Withdrawal {
  return new Withdrawal(index, validatorIndex, new Address(address), amount)
}

async function fill(block: PendingBlock, pool: TxPool, yieldIfDue: YieldIfDue): Promise<void> {
  const round = pool.best(block.header.baseFeePerGas, blobBaseFeeOf(block.header))
  for (const transaction of round) {
    const outcome = await block.addFetched(transaction)
    const isInTheWay = outcome.kind === 'skipped' && outcome.reason.code !== 'nonceTooLow'
    if (isInTheWay) round.skip(transaction.sender)
    await yieldIfDue()
  }
}

async function addAll(
  block: PendingBlock,
  transactions: readonly SignedTransaction[],
  yieldIfDue: YieldIfDue,
): Promise<void> {
  for (const transaction of transactions) {
    const outcome = await block.addFetched(transaction)
    if (outcome.kind === 'skipped') {
      throw new BlockBuildError(outcome.reason.message, { cause: outcome.reason.cause })
    }
    await yieldIfDue()
  }
}

function tipsOf({ header, receipts }: SealedBlock): bigint {
  const baseFee = header.baseFeePerGas ?? 0n
  const tip = (receipt: Receipt) => receipt.gasUsed * tipOf(receipt, baseFee)
  return receipts.reduce((sum, receipt) => sum + tip(receipt), 0n)
}

/** Asks the contracts again, as a sealed block has only the hash of their requests. */
function requestsOf(
  { machines, common, blockHashes }: Engine,
  pending: PendingBlock,
): Promise<readonly Uint8Array[] | undefined> {
  const { state: tree, receipts } = pending.flashblock().view
  const logs = receipts.flatMap((receipt) => receipt.logs)
  return machines.use({ common, tree, blockHashes }, async (machine) => {
    if (!common.isActivatedEIP(7685)) return undefined
    if (opStackOf(common) !== undefined) return []
    const requests = await collectRequests(machine, logs, (problem) => {
      throw new BlockBuildError(`no valid block can be built: ${problem}`)
    })
    return requests.filter(({ data }) => data.length > 0).map(({ bytes }) => bytes)
  })
}
