import type { BroadcastTransaction } from '../files/declared/broadcast.ts'
import type { DeclaredFixture, DeclaredTransaction } from '../files/declared/declaredFixture.ts'
import type { Field } from '../files/declared/field.ts'
import type { MiningContent } from '../files/declared/fixtureSchema.ts'
import { addressIn } from '../files/declared/scalar.ts'
import { bytesToHex, equalBytes, type Hex, hexToBytes } from '../lib/hex.ts'
import { addAccount } from './fixtureAccounts.ts'
import { FixtureCalls } from './fixtureCalls.ts'
import { FixtureContracts } from './fixtureContracts.ts'
import { type FixtureStage, newestState } from './fixtureStage.ts'
import { FixtureTransactions } from './fixtureTransactions.ts'
import type { Sender } from './submit/sendTransaction.ts'

/**
 * Makes all of a fixture on the stage, after the fixtures that it extends; in the end all is sealed.
 * Throws an `InvalidFixture`, or a `FixtureFailed` for a transaction that fails.
 */
export async function runFixture(stage: FixtureStage, fixture: DeclaredFixture): Promise<void> {
  const transactions = new FixtureTransactions(stage)
  const calls = new FixtureCalls(stage)
  const contracts = new FixtureContracts(stage, calls, transactions)
  await new FixtureRun(stage, { transactions, calls, contracts }).run(fixture)
  const { header, state } = stage.chain.head
  // What was edited is to be in the root of a block.
  const isEdited = !equalBytes(header.stateRoot, state.root())
  if (isEdited || hasTransactions(stage)) await stage.seal()
}

interface RunParts {
  readonly transactions: FixtureTransactions
  readonly calls: FixtureCalls
  readonly contracts: FixtureContracts
}

class FixtureRun {
  readonly #stage: FixtureStage
  readonly #parts: RunParts

  constructor(stage: FixtureStage, parts: RunParts) {
    this.#stage = stage
    this.#parts = parts
  }

  async run(fixture: DeclaredFixture): Promise<void> {
    for (const base of fixture.bases) if (!('kind' in base)) await this.run(base)
    for (const account of fixture.accounts) await addAccount(this.#stage, account)
    await this.#parts.contracts.add(fixture.contracts)
    for (const transaction of fixture.transactions) await this.#transaction(transaction)
    if (fixture.mine !== undefined) await this.#mine(fixture.mine.content, fixture.mine.field)
    for (const { name, field } of fixture.labels) {
      this.#stage.names.addLabel(name, this.#address(field))
    }
  }

  async #transaction({ field, content, broadcast }: DeclaredTransaction): Promise<void> {
    const { transactions, calls } = this.#parts
    const { mine, raw, call, args, to, data, value, gas } = content
    if (mine !== undefined) return this.#mine(mine, field.at('mine', mine))
    if (raw !== undefined) {
      const submit = () => this.#stage.submit(hexToBytes(raw))
      await transactions.run(field.at('raw', raw), 'the transaction', [], submit)
      return
    }
    if (broadcast !== undefined) return this.#replay(field, broadcast)
    const sender = transactions.senderIn(field.at('from', content.from))
    if (call !== undefined) {
      const { abi, ...encoded } = calls.encode(field.at('call', call), field.at('args', args))
      await transactions.send(field, { request: { ...encoded, value, gas }, sender }, call, abi)
      return
    }
    const request = {
      to: to === undefined ? undefined : hexToBytes(this.#address(field.at('to', to))),
      data: data && hexToBytes(data),
      value,
      gas,
    }
    await transactions.send(field, { request, sender }, 'the transaction')
  }

  /** What forge has sent, from the same accounts with the same nonces, so that contracts get the same addresses. */
  async #replay(field: Field, broadcast: readonly BroadcastTransaction[]): Promise<void> {
    const { names, keyring } = this.#stage
    const place = field.at('broadcast')
    for (const [index, transaction] of broadcast.entries()) {
      const { from, to, contractName } = transaction
      const action = `transaction ${index}${contractName === undefined ? '' : ` (${contractName})`}`
      const address = hexToBytes(from)
      await this.#followNonce(place, transaction, action)
      const sender: Sender = keyring.isUnlocked(address) ? keyring.sender(address) : { address }
      const request = {
        to: to && hexToBytes(to),
        data: hexToBytes(transaction.data),
        value: transaction.value,
      }
      const receipt = await this.#parts.transactions.send(place, { request, sender }, action)
      if (contractName === undefined || receipt.contractAddress === undefined) continue
      const created = bytesToHex(receipt.contractAddress)
      const isNamed = names.contracts.some((own) => own.address === created)
      if (!isNamed) names.addContract(contractName, { address: created, abi: [] })
    }
  }

  async #followNonce(
    place: Field,
    { from, nonce, contractAddress }: BroadcastTransaction,
    action: string,
  ): Promise<void> {
    const address = hexToBytes(from)
    const current = newestState(this.#stage).account(address)?.nonce ?? 0n
    if (nonce === undefined || nonce === current) return
    if (nonce > current) await this.#stage.development.edit({ address, nonce })
    else if (contractAddress !== undefined) {
      place.refuse(
        `${action} creates ${contractAddress} as nonce ${nonce} of ${from}, whose nonce is ${current} already: run it before its other transactions`,
      )
    }
  }

  async #mine({ blocks, interval }: MiningContent, field: Field): Promise<void> {
    if (hasTransactions(this.#stage)) await this.#stage.seal()
    const intervalSeconds = interval === undefined ? undefined : BigInt(interval)
    const { timestamp } = this.#stage.chain.head.header
    const first = intervalSeconds && timestamp + intervalSeconds
    await this.#parts.transactions.attempt(field, 'mining', [], () =>
      this.#stage.mine({ blocks, intervalSeconds, timestamp: first }),
    )
  }

  #address(field: Field): Hex {
    return addressIn(field, (name) => this.#stage.names.addressOf(name))
  }
}

function hasTransactions({ reader }: FixtureStage): boolean {
  return (reader.pending?.transactions.length ?? 0) > 0
}
