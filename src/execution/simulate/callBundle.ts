import { haltReason, plainReason } from '../../ethereumjs/haltReason.ts'
import { copyHeader } from '../../ethereumjs/header.ts'
import type { EvmPool } from '../../ethereumjs/machine.ts'
import { decodeTransaction } from '../../ethereumjs/transaction/decodeTransaction.ts'
import { reasonOf } from '../../lib/errors.ts'
import { StateMiss } from '../../state/stateMiss.ts'
import type { ExecutionContext } from '../../types/execution.ts'
import type { SignedTransaction } from '../../types/transaction.ts'
import { applyTransaction } from '../applyTransaction.ts'
import { nextHeader } from '../rules/header.ts'
import { effectiveGasPrice } from '../rules/receipt.ts'
import { runOpeningSystemCalls } from '../rules/systemContracts.ts'
import { startTimeLimit } from '../sandbox.ts'

/** Transactions that are to run one after the other at the begin of a block. What is absent follows from the parent. */
export interface BundleRequest {
  readonly transactions: readonly Uint8Array[]
  readonly blockNumber: bigint
  /** Seconds. */
  readonly timestamp?: bigint | undefined
  /** 20 bytes. */
  readonly coinbase?: Uint8Array | undefined
  readonly gasLimit?: bigint | undefined
  readonly difficulty?: bigint | undefined
  /** Wei per gas. */
  readonly baseFee?: bigint | undefined
}

/** What came of a transaction of a bundle. Amounts in wei. */
export interface BundledResult {
  readonly transaction: SignedTransaction
  readonly gasUsed: bigint
  /** What the coinbase gets for the gas. */
  readonly gasFees: bigint
  /** The increase of the coinbase's balance, by gas and transfers. */
  readonly coinbaseDiff: bigint
  /** What it returned, or revert data. */
  readonly output: Uint8Array
  /** Why it failed, in geth's words. */
  readonly failure: string | undefined
}

/** A bundle has a transaction that cannot run. geth's words, with the transaction. */
class BundleFailed extends Error {
  override readonly name = 'BundleFailed'
  readonly code = -32000
}

/**
 * Runs signed transactions at the begin of a block on the state of a context, and drops it all. Rejects with a
 * `BundleFailed` for one that cannot run, and with an `ExecutionTimeout` when all take longer than `limitMs`.
 */
export async function callBundle(
  machines: EvmPool,
  context: ExecutionContext,
  request: BundleRequest,
  limitMs: number,
): Promise<readonly BundledResult[]> {
  const { state: tree, blockHashes } = context
  const header = headerOf(context, request)
  const { common } = header
  const transactions = await decoded(request.transactions, header)
  const timeLimit = startTimeLimit(machines.clock, limitMs)
  return machines.explore({ common, tree, blockHashes, limitMs }, async (machine) => {
    const { state } = machine
    runOpeningSystemCalls(state, header)
    const balance = () => state.readAccount(header.coinbase.bytes)?.balance ?? 0n
    const results: BundledResult[] = []
    let gasBefore = 0n
    for (const transaction of transactions) {
      await timeLimit.pause()
      const { envelope } = transaction
      const before = balance()
      if (gasBefore + envelope.gasLimit > header.gasLimit) {
        throw failed(transaction.hash, 'gas limit reached')
      }
      const run = await applyTransaction(machine, transaction, header, gasBefore).catch((error) => {
        if (error instanceof StateMiss) throw error
        throw failed(transaction.hash, plainReason(error), error)
      })
      const { gasUsed, execResult } = run
      const baseFee = header.baseFeePerGas ?? 0n
      results.push({
        transaction,
        gasUsed,
        gasFees: gasUsed * (effectiveGasPrice(envelope, baseFee) - baseFee),
        coinbaseDiff: balance() - before,
        output: execResult.returnValue,
        failure: haltReason(execResult as Parameters<typeof haltReason>[0]),
      })
      gasBefore += gasUsed
    }
    return results
  })
}

function headerOf({ header: parent, commonAt }: ExecutionContext, request: BundleRequest) {
  const { blockNumber: number, timestamp = parent.timestamp + 1n } = request
  const common = commonAt(number, timestamp)
  const next = nextHeader(parent, common, {
    timestamp,
    gasLimit: request.gasLimit ?? parent.gasLimit,
    coinbase: request.coinbase ?? parent.coinbase.bytes,
    prevRandao: parent.mixHash,
    baseFeePerGas: request.baseFee,
    difficulty: request.difficulty,
  })
  return next.number === number ? next : copyHeader(next, { number })
}

async function decoded(
  encoded: readonly Uint8Array[],
  { common }: ReturnType<typeof headerOf>,
): Promise<readonly SignedTransaction[]> {
  const transactions: SignedTransaction[] = []
  for (const [index, bytes] of encoded.entries()) {
    try {
      transactions.push(await decodeTransaction(bytes, common))
    } catch (cause) {
      throw new BundleFailed(`err: transaction ${index}: ${reasonOf(cause)}`, { cause })
    }
  }
  return transactions
}

function failed(hash: string, reason: string, cause?: unknown): BundleFailed {
  return new BundleFailed(`err: ${reason}; txhash ${hash}`, { cause })
}
