import type { Hex } from '../lib/hex.ts'
import type { LoadedAccount, LoadedContract, LoadedFixture } from '../types/fixture.ts'

/** What can still be added to. */
interface Names {
  readonly accounts: Record<string, LoadedAccount>
  readonly contracts: Record<string, LoadedContract>
  readonly labels: Record<Hex, string>
}

/** What the names of the fixtures stand for that the chain has. */
export class FixtureNames {
  #names: Names = { accounts: {}, contracts: {}, labels: {} }
  /** Whether others have what is there, so that it must not change. */
  #isTaken = false

  /** Never changes. */
  get known(): LoadedFixture {
    if (!this.#isTaken) {
      for (const names of Object.values(this.#names)) Object.freeze(names)
      Object.freeze(this.#names)
      this.#isTaken = true
    }
    return this.#names
  }

  /** The address of an account or a contract; contracts go first. */
  addressOf(name: string): Hex | undefined {
    return (this.contract(name) ?? this.account(name))?.address
  }

  account(name: string): LoadedAccount | undefined {
    return own(this.#names.accounts, name)
  }

  contract(name: string): LoadedContract | undefined {
    return own(this.#names.contracts, name)
  }

  /** All accounts that have a name. */
  get accounts(): readonly LoadedAccount[] {
    return Object.values(this.#names.accounts)
  }

  /** All contracts that have a name. */
  get contracts(): readonly LoadedContract[] {
    return Object.values(this.#names.contracts)
  }

  addAccount(name: string, account: LoadedAccount): void {
    this.#own().accounts[name] = Object.freeze(account)
    this.addLabel(name, account.address)
  }

  addContract(name: string, contract: LoadedContract): void {
    this.#own().contracts[name] = Object.freeze(contract)
    this.addLabel(name, contract.address)
  }

  addLabel(name: string, address: Hex): void {
    this.#own().labels[address] = name
  }

  /** Those that a file has kept too, with the keys that `keyOf` knows. */
  include(stored: LoadedFixture, keyOf: (address: Hex) => Hex | undefined): void {
    for (const [name, { address }] of Object.entries(stored.accounts)) {
      const privateKey = keyOf(address)
      this.addAccount(name, privateKey === undefined ? { address } : { address, privateKey })
    }
    for (const [name, contract] of Object.entries(stored.contracts)) {
      this.addContract(name, contract)
    }
    for (const [address, label] of Object.entries(stored.labels)) {
      this.addLabel(label, address as Hex)
    }
  }

  snapshot(): LoadedFixture {
    return this.known
  }

  restore(known: LoadedFixture): void {
    this.#names = known
    this.#isTaken = true
  }

  /** What there is, for this one alone: copied once when others have it. */
  #own(): Names {
    if (this.#isTaken) {
      const { accounts, contracts, labels } = this.#names
      this.#names = {
        accounts: { ...accounts },
        contracts: { ...contracts },
        labels: { ...labels },
      }
      this.#isTaken = false
    }
    return this.#names
  }
}

/** Names may be those of what every object has. */
function own<Value>(values: Readonly<Record<string, Value>>, name: string): Value | undefined {
  return Object.hasOwn(values, name) ? values[name] : undefined
}
