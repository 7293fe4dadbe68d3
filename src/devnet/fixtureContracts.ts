import { construct } from '../execution/construct.ts'
import { ArtifactError, type LinkableCode, linkCode } from '../files/artifact.ts'
import type { DeclaredContract } from '../files/declared/declaredFixture.ts'
import type { Field } from '../files/declared/field.ts'
import { InvalidFixture } from '../files/declared/fixtureErrors.ts'
import { addressIn } from '../files/declared/scalar.ts'
import {
  type StorageParts,
  type StorageWord,
  storageWords,
} from '../files/declared/storageWords.ts'
import { bytesToHex, type Hex, hexToBytes } from '../lib/hex.ts'
import { reasonOf } from '../lib/reasonOf.ts'
import type { Abi } from '../types/abi.ts'
import type { FixtureCalls } from './fixtureCalls.ts'
import { type FixtureStage, newestState } from './fixtureStage.ts'
import type { FixtureTransactions } from './fixtureTransactions.ts'

/** The contracts of a fixture: deployed by transactions, or placed by edits of the state. */
export class FixtureContracts {
  readonly #stage: FixtureStage
  readonly #calls: FixtureCalls
  readonly #transactions: FixtureTransactions

  constructor(stage: FixtureStage, calls: FixtureCalls, transactions: FixtureTransactions) {
    this.#stage = stage
    this.#calls = calls
    this.#transactions = transactions
  }

  /** All of them, in order. Those with an address of choice have their names from the start. */
  async add(contracts: readonly DeclaredContract[]): Promise<void> {
    const { names } = this.#stage
    const abiOf = (contract: DeclaredContract): Abi => this.#abiOf(contract, contracts)
    for (const contract of contracts) {
      const { at } = contract.content
      if (at !== undefined) names.addContract(contract.name, { address: at, abi: abiOf(contract) })
    }
    for (const contract of contracts) {
      const { at } = contract.content
      if (at !== undefined) {
        await this.#place(contract, hexToBytes(at))
      } else {
        const address = bytesToHex(await this.#deploy(contract))
        names.addContract(contract.name, { address, abi: abiOf(contract) })
      }
      await this.#fill(contract)
    }
  }

  #abiOf({ abi, field }: DeclaredContract, contracts: readonly DeclaredContract[]): Abi {
    if (!('of' in abi)) return abi
    const declared = contracts.find(({ name }) => name === abi.of)
    return (
      declared?.artifact?.abi ??
      this.#stage.names.contract(abi.of)?.abi ??
      field.at('abi', abi.of).refuse('give the name of a contract, or the path of an artifact')
    )
  }

  /** Its address. */
  async #deploy(contract: DeclaredContract): Promise<Uint8Array> {
    const { name, field, content, artifact } = contract
    const { from, value, gas } = content
    const sender = this.#transactions.senderIn(field.at('from', from))
    const request = { data: this.#initCode(contract), value, gas }
    const sent = { request, sender }
    const receipt = await this.#transactions.send(field, sent, `deploying ${name}`, artifact?.abi)
    return receipt.contractAddress as Uint8Array
  }

  /** With what the constructor makes of `args`, or with the code alone. */
  async #place(contract: DeclaredContract, at: Uint8Array): Promise<void> {
    const { name, field, content, artifact } = contract
    const { machines, reader, development } = this.#stage
    if (content.args !== undefined) {
      const { address: from } = this.#transactions.senderIn(field.at('from', content.from))
      const construction = {
        at,
        initCode: this.#initCode(contract),
        from,
        value: content.value ?? 0n,
      }
      const edits = await this.#transactions.attempt(
        field,
        `constructing ${name}`,
        artifact?.abi ?? [],
        async () => construct(machines, await reader.context({ tag: 'pending' }), construction),
      )
      for (const edit of edits) await development.edit(edit)
      return
    }
    if (artifact?.hasImmutables === true) {
      field
        .at('args')
        .refuse(
          'the code has immutables, which only the constructor sets: give its args, [] for none',
        )
    }
    const code = content.code ?? this.#linked(contract, artifact?.code)
    if (code === undefined) return
    // Contracts begin with nonce 1 (EIP-161).
    const nonce = newestState(this.#stage).account(at)?.nonce || 1n
    await development.edit({ address: at, code: hexToBytes(code), nonce })
  }

  /** What it holds besides. */
  async #fill({ name, field, content, artifact }: DeclaredContract): Promise<void> {
    const { names, development } = this.#stage
    const { balance, storage } = content
    const address = hexToBytes(names.addressOf(name) as Hex)
    if (balance !== undefined) await development.edit({ address, balance })
    if (storage === undefined) return
    const state = newestState(this.#stage)
    const parts = {
      layout: artifact?.storageLayout,
      addressOf: (other: string) => names.addressOf(other),
      read: (slot: Uint8Array) => state.storage(address, slot),
    }
    const place = field.at('storage', storage)
    await development.edit({ address, storage: wordsOf(place, parts) })
  }

  #initCode(contract: DeclaredContract): Uint8Array {
    const { field, content, artifact } = contract
    const code = this.#linked(contract, artifact?.initCode)
    if (code !== undefined && artifact !== undefined) {
      return this.#calls.encodeDeploy(code, artifact.abi, field.at('args', content.args))
    }
    return field
      .at('artifact', content.artifact)
      .refuse('it has no bytecode: only a contract that is neither abstract nor an interface has')
  }

  #linked({ field, content }: DeclaredContract, code: LinkableCode | undefined): Hex | undefined {
    const { libraries = {}, artifact } = content
    const places = field.at('libraries', libraries)
    const addressOf = (library: string): Hex | undefined =>
      Object.hasOwn(libraries, library)
        ? addressIn(places.at(library, libraries[library]), (name) =>
            this.#stage.names.addressOf(name),
          )
        : undefined
    try {
      return code && linkCode(code, (name, fullName) => addressOf(fullName) ?? addressOf(name))
    } catch (cause) {
      if (!(cause instanceof ArtifactError)) throw cause
      return field.at('artifact', artifact).refuse(`it ${cause.message}`, { cause })
    }
  }
}

/** A layout is as somebody has sent it: no compiler need have written it. */
function wordsOf(field: Field, parts: StorageParts): readonly StorageWord[] {
  try {
    return storageWords(field, parts)
  } catch (cause) {
    if (cause instanceof InvalidFixture) throw cause
    return field.refuse(`the storageLayout cannot be followed: ${reasonOf(cause)}`, { cause })
  }
}
