import type { Sender } from '../../devnet/accounts/keyring.ts'
import type { Devnet } from '../../devnet/devnet.ts'
import {
  type EncodedCall,
  FixtureCalls,
  FixtureTransactions,
} from '../../devnet/fixtures/fixtureTransactions.ts'
import type { StorageLayout } from '../../files/artifact.ts'
import type { DeclaredFixture } from '../../files/declared/declaredFixture.ts'
import type { Field } from '../../files/declared/field.ts'
import { addressIn } from '../../files/declared/scalar.ts'
import { type Hex, hexToBytes } from '../../lib/hex.ts'
import type { LoadedContract } from '../../types/fixture.ts'
import type { AbiItem } from '../../types/solidity/contract.ts'
import { selectorOf, signatureOf } from '../../wallet/abi.ts'

/** Layouts of contracts by their names, of the fixtures that a scenario loads. */
export type Layouts = ReadonlyMap<string, StorageLayout>

/** The layouts that fixtures and those that they extend have. */
export function layoutsOf(fixtures: readonly DeclaredFixture[]): Layouts {
  const layouts = new Map<string, StorageLayout>()
  for (const { bases, contracts } of fixtures) {
    const below = bases.flatMap((base) => ('kind' in base ? [] : [base]))
    for (const [name, layout] of layoutsOf(below)) layouts.set(name, layout)
    for (const { name, artifact } of contracts) {
      if (artifact?.storageLayout !== undefined) layouts.set(name, artifact.storageLayout)
    }
  }
  return layouts
}

/** An event of a named contract. */
export interface NamedEvent {
  /** The address of the contract. */
  readonly address: Hex
  /** The first topic. */
  readonly topic: Hex
}

/** A devnet on which the actions of a scenario are checked or done, with what names stand for there. */
export class Scene {
  readonly devnet: Devnet
  readonly layouts: Layouts
  readonly #calls: FixtureCalls
  readonly #transactions: FixtureTransactions

  constructor(devnet: Devnet, layouts: Layouts) {
    this.devnet = devnet
    this.layouts = layouts
    this.#calls = new FixtureCalls(devnet)
    this.#transactions = new FixtureTransactions(devnet)
  }

  /** The address that is written, or of the name that is written. Throws an `InvalidFixture`. */
  address(field: Field): Hex {
    return addressIn(field, (name) => this.devnet.names.addressOf(name))
  }

  /** Like `address`, as 20 bytes. */
  bytes(field: Field): Uint8Array {
    return hexToBytes(this.address(field))
  }

  /** The sender that is written, or the first account; it has a key or is impersonated. Throws an `InvalidFixture`. */
  sender(field: Field): Sender {
    return this.#transactions.senderIn(field)
  }

  /** The data of a call such as `usdc.mint`. Throws an `InvalidFixture`. */
  encode(call: Field, args: Field): EncodedCall {
    return this.#calls.encode(call, args)
  }

  /** The event that is written, such as `exchange.Swapped`. Throws an `InvalidFixture`. */
  event(field: Field): NamedEvent {
    const { contract, item } = this.#item(field, 'event', 'exchange.Swapped')
    return { address: contract.address, topic: selectorOf(item) }
  }

  /** The function that is written, such as `exchange.swap`. Throws an `InvalidFixture`. */
  function(field: Field): { readonly contract: LoadedContract; readonly item: AbiItem } {
    return this.#item(field, 'function', 'exchange.swap')
  }

  /** The state that is pre-confirmed, or that of the head. */
  get state() {
    const { reader } = this.devnet
    return (reader.pending ?? reader.head).state
  }

  /** The prices of the devnet, whose code few load. */
  async prices() {
    const { pricesOf } = await import('../prices/prices.ts')
    return pricesOf(this.devnet)
  }

  /** The background transactions of the devnet, whose code few load. */
  async traffic() {
    const { trafficOf } = await import('../traffic/traffic.ts')
    return trafficOf(this.devnet)
  }

  /** The searchers of the devnet, whose code few load. */
  async searchers() {
    const { searchersOf } = await import('../searchers/searchers.ts')
    return searchersOf(this.devnet)
  }

  #item(field: Field, type: 'event' | 'function', example: string) {
    const [, name = '', member = ''] = /^([^.]+)\.(.+)$/.exec(String(field.value)) ?? []
    const contract = this.devnet.names.contract(name)
    if (contract === undefined) {
      const known = Object.keys(this.devnet.names.known.contracts).join(', ') || 'none'
      return field.refuse(
        `give the name of a contract and of its ${type}, such as ${example}; contracts with names: ${known}`,
      )
    }
    const items = contract.abi.filter((item) => item.type === type)
    const item = items.find((one) => one.name === member || signatureOf(one) === member)
    if (item !== undefined) return { contract, item }
    const known = items.map((one) => one.name).join(', ') || 'none'
    return field.refuse(`${name} has no such ${type}; it has: ${known}`)
  }
}
