import type { BlockHeader } from '@ethereumjs/block'
import type { Common } from '@ethereumjs/common'
import { Address, bigIntMin } from '@ethereumjs/util'
import type { Chain } from '../../chain/chain.ts'
import type { Clock } from '../../clock/clock.ts'
import type { EvmPool } from '../../ethereumjs/machine.ts'
import type { Protocol } from '../../ethereumjs/protocol/protocol.ts'
import {
  decodeTransaction,
  decodeWithoutBlobs,
} from '../../ethereumjs/transaction/decodeTransaction.ts'
import { estimateGas } from '../../execution/estimateGas.ts'
import { ExecutionFailed, ExecutionReverted } from '../../execution/executionErrors.ts'
import { type BlockFees, blobBaseFeeOf } from '../../execution/rules/fees.ts'
import type { Lock } from '../../lib/lock.ts'
import type { Hub } from '../../subscriptions/hub.ts'
import {
  AlreadyKnownError,
  NonceTooHighError,
  NonceTooLowError,
  TransactionFilteredError,
} from '../../txpool/poolErrors.ts'
import type { TxPool } from '../../txpool/txPool.ts'
import { validateFees } from '../../txpool/validateTransaction.ts'
import type { ExecutionContext } from '../../types/execution.ts'
import type { CallRequest } from '../../types/request.ts'
import type { SignedTransaction } from '../../types/transaction.ts'
import type { View } from '../../types/view.ts'
import type { Impersonation } from '../accounts/impersonation.ts'
import type { Keyring, Sender } from '../accounts/keyring.ts'
import type { BlockFields } from '../build/blockFields.ts'
import type { BlockSchedule } from '../build/blockSchedule.ts'
import type { Producer } from '../build/produce.ts'
import type { StateWaits } from '../build/stateWaits.ts'
import { isAutomining } from '../options/cadenceOptions.ts'
import type { Settings } from '../options/options.ts'
import type { Reader } from '../read/reader.ts'
import type { TransactionRecords } from '../status/transactionRecords.ts'
import { type Suggestions, withFees } from './completeTransaction.ts'
import { completeBlobs, signRequest } from './sendTransaction.ts'

/** A gwei: what wallets offer when nothing is known. Wei per gas. */
export const suggestedTip = 1_000_000_000n

/** Gas that a transaction can have from Osaka on (EIP-7825), and in Hardhat without naming any. */
const maxTransactionGas = 2n ** 24n

const pending = { tag: 'pending' } as const

export interface SubmitterDeps {
  readonly protocol: Protocol
  readonly clock: Clock
  readonly machines: EvmPool
  readonly chain: Chain
  readonly pool: TxPool
  readonly producer: Producer
  readonly schedule: BlockSchedule
  readonly reader: Reader
  readonly records: TransactionRecords
  readonly hub: Hub
  readonly lock: Lock
  readonly stateWaits: StateWaits
  readonly fields: BlockFields
  readonly impersonation: Impersonation
  readonly keyring: Keyring
  readonly settings: Pick<
    Settings,
    | 'compat'
    | 'compatRules'
    | 'receipts'
    | 'gasPrice'
    | 'priorityFee'
    | 'disablePoolBalanceChecks'
    | 'limits'
  >
}

/** The way of transactions into the pool, and in auto mode into a block. */
export class Submitter {
  readonly #deps: SubmitterDeps

  constructor(deps: SubmitterDeps) {
    this.#deps = deps
  }

  /** Takes a signed transaction, of a foreign page or of anybody else; in auto mode it is sealed when this resolves. Throws a decoding or `PoolError`. */
  async submit(
    bytes: Uint8Array,
    isForeign = false,
    isPrivate = false,
  ): Promise<SignedTransaction> {
    const decoded = await decodeTransaction(bytes, this.#nextCommon())
    const transaction = isPrivate ? { ...decoded, isPrivate } : decoded
    await this.#write(() => transaction, isForeign)
    return transaction
  }

  /** Throws what decoding throws for bytes that are no transaction of the next block. */
  check(bytes: Uint8Array): void {
    decodeWithoutBlobs(bytes, this.#nextCommon())
  }

  /**
   * Completes, signs and submits a request of one of the accounts, or of the `sender` that is given.
   * Throws an `UnknownAccount` or a `KeyringError`, and as `submit`.
   */
  async send(given: CallRequest, sender = this.#senderOf(given)): Promise<SignedTransaction> {
    const { pool, reader } = this.#deps
    const request = await completeBlobs(given, () => this.#nextCommon())
    const gas = request.gas ?? (await this.#gasFor(request, sender, await reader.context(pending)))
    return this.#write((common, fees) => {
      const current = this.#newest.state.account(sender.address)?.nonce ?? 0n
      const nonce = pool.nextNonce(new Address(sender.address), current)
      const suggestions = { ...fees, baseFee: fees.baseFee, nonce, gas, ...this.#advice }
      return signRequest(request, sender, suggestions, common)
    })
  }

  /** A transaction for another place than the pool: decoded, or completed and signed as of the state there. */
  async prepare(
    transaction: Uint8Array | CallRequest,
    context: ExecutionContext,
  ): Promise<SignedTransaction> {
    const { header, state } = context
    if (transaction instanceof Uint8Array) return decodeTransaction(transaction, header.common)
    const sender = this.#senderOf(transaction)
    const request = await completeBlobs(transaction, () => header.common)
    const gas = request.gas ?? (await this.#gasFor(request, sender, context))
    const nonce = state.account(sender.address)?.nonce ?? 0n
    const suggestions = { ...feesOf(header), nonce, gas, ...this.#advice }
    return signRequest(request, sender, suggestions, header.common)
  }

  /**
   * Gas for a request that names none; see `gasToSend`. Whether its sender can pay is for the pool to
   * say. Throws as `estimateGas` does.
   */
  async #gasFor(
    request: CallRequest,
    { address }: Sender,
    context: ExecutionContext,
  ): Promise<bigint> {
    const { machines, settings } = this.#deps
    const { gasToSend } = settings.compatRules
    const { header, callRules } = context
    const maxGas = bigIntMin(header.gasLimit, maxTransactionGas)
    if (gasToSend === 'block') return maxGas
    const fees = { ...feesOf(header), ...this.#advice }
    const priced = withFees({ ...request, from: address }, fees)
    const lent: ExecutionContext = { ...context, callRules: { ...callRules, payment: 'unlimited' } }
    try {
      return await estimateGas(machines, lent, priced)
    } catch (error) {
      const hasFailed = error instanceof ExecutionReverted || error instanceof ExecutionFailed
      if (gasToSend === 'estimate' || !hasFailed) throw error
      return gasToSend === 'estimateOrHalf' ? maxGas / 2n : header.gasLimit
    }
  }

  /** What a request without fees is to offer, and whether one can be without all else. */
  get #advice(): Pick<Suggestions, 'tip' | 'gasPrice' | 'createsNothing'> {
    const { gasPrice, priorityFee, compatRules } = this.#deps.settings
    const createsNothing = compatRules.emptyCreations === 'taken'
    return { tip: priorityFee ? suggestedTip : 0n, gasPrice, createsNothing }
  }

  /** Returns the sender of the request: an unlocked account, or an impersonated one without a key. */
  #senderOf({ from }: CallRequest): Sender {
    const { keyring, impersonation } = this.#deps
    const isImpersonated = from !== undefined && impersonation.includes(from)
    return isImpersonated && !keyring.isUnlocked(from) ? { address: from } : keyring.sender(from)
  }

  /**
   * Admits the transaction that `make` gives under the rules and fees of the next block. In auto mode it waits its
   * turn and is sealed.
   */
  async #write(
    make: (common: Common, fees: BlockFees) => SignedTransaction,
    isForeign = false,
  ): Promise<SignedTransaction> {
    const { schedule, lock, reader, stateWaits, pool, records, settings } = this.#deps
    if (!isAutomining(schedule.cadence)) {
      const common = this.#nextCommon()
      const fees = reader.nextFees(common)
      const transaction = make(common, fees)
      if (settings.compatRules.poolNeedsBaseFee) validateFees(transaction, fees)
      return this.#admit(transaction, common, isForeign)
    }
    const transaction = await lock.run(async () => {
      const common = this.#nextCommon()
      const fees = reader.nextFees(common)
      const transaction = make(common, fees)
      this.#refuseGap(transaction)
      validateFees(transaction, fees)
      this.#admit(transaction, common, isForeign)
      stateWaits.retry()
      await schedule.sealExecutable()
      return transaction
    })
    const { hash } = transaction
    // The wait for a live chain is outside the lock.
    while (stateWaits.has(hash)) {
      await stateWaits.settled()
      await lock.run(() => schedule.sealExecutable())
    }
    const deferral = stateWaits.deferral(hash)
    if (deferral === undefined || !pool.remove(hash)) return transaction
    // It has no hash yet that a client knows.
    records.dropped(transaction, { reason: 'invalid', message: deferral.message })
    throw deferral.cause
  }

  /** Refuses a transaction after a gap, as Hardhat's node does while it seals each transaction at once. */
  #refuseGap({ sender, envelope }: SignedTransaction): void {
    if (this.#deps.settings.compatRules.peer !== 'hardhat') return
    const nonce = this.#newest.state.account(sender.bytes)?.nonce ?? 0n
    const expected = this.#deps.pool.nextNonce(sender, nonce)
    if (envelope.nonce > expected) throw new NonceTooHighError(expected, envelope.nonce)
  }

  /** Synchronous, so that it needs no lock and no reader sees half of it. */
  #admit(transaction: SignedTransaction, common: Common, isForeign: boolean): SignedTransaction {
    const { chain, pool, records, hub, fields, settings } = this.#deps
    const { state } = this.#newest
    const rules = {
      common,
      gasLimit: fields.gasLimitAfter(chain.head, common),
      minTip: fields.minTip('pool'),
      takesUnfunded: settings.disablePoolBalanceChecks,
      takesEarlyCellProofs: settings.compatRules.earlyCellProofs,
      limits: settings.limits,
    }
    const { status, promoted, replaced } = this.#advised(transaction, () => {
      this.#refuseKnown(transaction)
      this.#refuseMessages(transaction)
      return pool.add(transaction, { state, rules, isForeign })
    })
    records.pooled(transaction)
    if (replaced !== undefined) {
      records.dropped(replaced, { reason: 'replaced', replacedBy: transaction.hash })
    }
    hub.controls()
    if (status === 'queued') {
      const { sender } = transaction
      const nonce = state.account(sender.bytes)?.nonce ?? 0n
      hub.queued(transaction, pool.nextNonce(sender, nonce))
      return transaction
    }
    for (const executable of [transaction, ...promoted]) hub.pendingTransaction(executable)
    return transaction
  }

  #refuseKnown({ hash }: SignedTransaction): void {
    if (this.#deps.producer.transaction(hash) !== undefined) throw new AlreadyKnownError(hash)
  }

  #refuseMessages(transaction: SignedTransaction): void {
    const { fields, clock, chain } = this.#deps
    if (!fields.followsL1) return
    const timestamp = clock.nextTimestamp(chain.head.header.timestamp)
    const refusal = fields.refusal(transaction, timestamp)
    if (refusal !== undefined) throw new TransactionFilteredError(refusal.message)
  }

  /** Adds to an error what a client did that takes the nonce from `latest` after a pre-confirmed receipt. */
  #advised<Result>({ sender, envelope }: SignedTransaction, admit: () => Result): Result {
    try {
      return admit()
    } catch (error) {
      const { chain, producer, settings } = this.#deps
      const isNonce = error instanceof NonceTooLowError || error instanceof AlreadyKnownError
      const sealed = chain.head.state.account(sender.bytes)?.nonce ?? 0n
      const newest = producer.pending?.state.account(sender.bytes)?.nonce ?? 0n
      const isOfLatest = sealed <= envelope.nonce && envelope.nonce < newest
      if (isNonce && isOfLatest && settings.receipts === 'preconfirmed') {
        error.data = `transactions of the sender up to nonce ${newest - 1n} are pre-confirmed and not sealed yet: read the nonce at "pending", or start with --receipts sealed or --compat anvil`
      }
      throw error
    }
  }

  /** The newest there is, published or not: what a transaction that arrives now is checked against. */
  get #newest(): View {
    const { producer, chain } = this.#deps
    return producer.pending ?? chain.head
  }

  /** Returns the rules of the block after the head. A hardfork depends on the time, so the present is exact enough. */
  #nextCommon(): Common {
    const { chain, protocol, clock } = this.#deps
    const { number, header } = chain.head
    return protocol.commonAt(number + 1n, clock.nextTimestamp(header.timestamp))
  }
}

function feesOf(header: BlockHeader) {
  return { baseFee: header.baseFeePerGas, blobBaseFee: blobBaseFeeOf(header) }
}
