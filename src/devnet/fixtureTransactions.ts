import { ExecutionReverted } from '../execution/executionErrors.ts'
import { revertReason } from '../execution/revertReason.ts'
import type { Field } from '../files/declared/field.ts'
import { FixtureFailed } from '../files/declared/fixtureErrors.ts'
import { labelledList } from '../files/declared/labels.ts'
import { addressIn } from '../files/declared/scalar.ts'
import { bytesToHex, type Hex, hexToBytes } from '../lib/hex.ts'
import { reasonOf } from '../lib/reasonOf.ts'
import type { Abi } from '../types/abi.ts'
import type { CallRequest } from '../types/request.ts'
import type { Receipt, SignedTransaction } from '../types/transaction.ts'
import { decodeError } from '../wallet/abi.ts'
import type { FixtureStage } from './fixtureStage.ts'
import type { Sender } from './submit/sendTransaction.ts'

/** How the transactions of a fixture are sent, and what is said when one of them fails. */
export class FixtureTransactions {
  readonly #stage: FixtureStage

  constructor(stage: FixtureStage) {
    this.#stage = stage
  }

  /** Who sends: by name or address; the devnet's first account when nobody is named. Throws an `InvalidFixture`. */
  senderIn(field: Field): Sender {
    const { keyring, impersonation, names } = this.#stage
    if (field.value === undefined) {
      const [first] = keyring.unlocked()
      return first === undefined
        ? field.refuse('the devnet has no accounts, so say who sends it')
        : keyring.sender(hexToBytes(first))
    }
    const hex = addressIn(field, (name) => names.addressOf(name))
    const address = hexToBytes(hex)
    if (keyring.isUnlocked(address)) return keyring.sender(address)
    const isContract = names.contracts.some((other) => other.address === hex)
    if (impersonation.includes(address) || isContract) return { address }
    return field.refuse(
      `there is no key of ${hex}: name it under accounts with its privateKey, or with impersonate: true`,
    )
  }

  /** Has a transaction run in the open block. `action` says what it does, as in `usdc.mint`. Throws a `FixtureFailed`. */
  async send(
    field: Field,
    { request, sender }: { readonly request: CallRequest; readonly sender: Sender },
    action: string,
    abi: Abi = [],
  ): Promise<Receipt> {
    return this.run(field, action, abi, () =>
      this.#stage.send({ ...request, from: sender.address }, sender),
    )
  }

  /** As `send`, of a transaction that `submit` puts into the pool. */
  async run(
    field: Field,
    action: string,
    abi: Abi,
    submit: () => Promise<SignedTransaction>,
  ): Promise<Receipt> {
    const { hash } = await this.attempt(field, action, abi, submit)
    const receipt = await this.#included(field, hash, action)
    if (receipt.status === 1) return receipt
    const { failure, output } = receipt
    throw this.#failed(
      field,
      action,
      abi,
      failure === 'revert' ? new ExecutionReverted(output) : failure,
    )
  }

  /** What `task` gives; a `FixtureFailed` when it throws. */
  async attempt<Result>(
    field: Field,
    action: string,
    abi: Abi,
    task: () => Promise<Result>,
  ): Promise<Result> {
    try {
      return await task()
    } catch (error) {
      throw this.#failed(field, action, abi, error)
    }
  }

  /** The next block has what does not fit into this one. */
  async #included(field: Field, hash: Hex, action: string): Promise<Receipt> {
    const { fates } = this.#stage
    for (;;) {
      const { transactions, receipts, view } = await this.#stage.flashblock()
      const index = transactions.findIndex((transaction) => transaction.hash === hash)
      const receipt = receipts[index]
      if (receipt !== undefined) return receipt
      if (view.transactions.length === 0) {
        const { message } = await fates.explain(hash)
        throw this.#failed(field, action, [], `it is not included: ${message}`)
      }
      await this.#stage.seal()
    }
  }

  #failed(field: Field, action: string, abi: Abi, error: unknown): FixtureFailed {
    const cause = error instanceof Error ? { cause: error } : {}
    if (!(error instanceof ExecutionReverted)) {
      const problem = `${action} fails: ${reasonOf(error)}`
      return new FixtureFailed(field.origin, field.path, problem, cause)
    }
    const { data } = error
    const problem = `${action} reverts${this.#reason(data, abi)}`
    return new FixtureFailed(field.origin, field.path, problem, { data, ...cause })
  }

  /** By the ABI of the contract that was called, or of any other, as they call each other. */
  #reason(data: Uint8Array, abi: Abi): string {
    if (data.length === 0) return ' without a reason'
    const words = revertReason(data)
    if (words !== undefined) return `: ${words}`
    const { contracts, labels } = this.#stage.names.known
    const others = Object.values(contracts).map((contract) => contract.abi)
    const hex = bytesToHex(data)
    for (const candidate of [abi, ...others]) {
      const decoded = decodedError(candidate, hex)
      if (decoded === undefined) continue
      return ` with ${decoded.name}(${labelledList(labels, decoded.args)})`
    }
    return ` with ${hex}, which no ABI here has as an error`
  }
}

/** None for data that have the selector of an error and something else after it. */
function decodedError(abi: Abi, data: Hex): ReturnType<typeof decodeError> {
  try {
    return decodeError(abi, data)
  } catch {
    return undefined
  }
}
