import type { Hex } from '../lib/hex.ts'
import type { LoadedAccount, LoadedContract, LoadedFixture } from '../types/fixture.ts'

const none: LoadedFixture = Object.freeze({
  accounts: Object.freeze({}),
  contracts: Object.freeze({}),
  labels: Object.freeze({}),
})

/** What the names of the fixtures stand for that the chain has. */
export class FixtureNames {
  #known = none

  /** Never changes. */
  get known(): LoadedFixture {
    return this.#known
  }

  /** The address of an account or a contract; contracts go first. */
  addressOf(name: string): Hex | undefined {
    const { accounts, contracts } = this.#known
    return (own(contracts, name) ?? own(accounts, name))?.address
  }

  account(name: string): LoadedAccount | undefined {
    return own(this.#known.accounts, name)
  }

  contract(name: string): LoadedContract | undefined {
    return own(this.#known.contracts, name)
  }

  addAccount(name: string, account: LoadedAccount): void {
    const accounts = Object.freeze({ ...this.#known.accounts, [name]: Object.freeze(account) })
    this.#known = Object.freeze({ ...this.#known, accounts })
    this.addLabel(name, account.address)
  }

  addContract(name: string, contract: LoadedContract): void {
    const contracts = Object.freeze({ ...this.#known.contracts, [name]: Object.freeze(contract) })
    this.#known = Object.freeze({ ...this.#known, contracts })
    this.addLabel(name, contract.address)
  }

  addLabel(name: string, address: Hex): void {
    const labels = Object.freeze({ ...this.#known.labels, [address]: name })
    this.#known = Object.freeze({ ...this.#known, labels })
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
    return this.#known
  }

  restore(known: LoadedFixture): void {
    this.#known = known
  }
}

/** Names may be those of what every object has. */
function own<Value>(values: Readonly<Record<string, Value>>, name: string): Value | undefined {
  return Object.hasOwn(values, name) ? values[name] : undefined
}
