import { bytesToHex, type Hex } from '../../lib/hex.ts'
import { limitWords } from '../../lib/limits.ts'
import { PersistentMap } from '../../lib/persistentMap.ts'

/** Accounts whose transactions are taken without a signature, as plain data. */
export interface ImpersonationData {
  /** The addresses in the order in which they were impersonated. */
  readonly addresses: ReadonlySet<Hex>
  readonly auto: boolean
}

/** The state for `Impersonation.restore`. Never changes. */
interface ImpersonationSnapshot {
  /** The order of each by its address. */
  readonly orders: PersistentMap<number>
  readonly auto: boolean
}

interface SignerOverrides {
  readonly signers: Map<Hex, Uint8Array>
}

const noOverrides = (): SignerOverrides => ({ signers: new Map() })

/** More accounts are impersonated than may be. */
class TooManyImpersonated extends Error {
  override readonly name = 'TooManyImpersonated'
  readonly code = -32000

  constructor(limit: number) {
    super(
      `too many accounts are impersonated: ${limitWords('accounts', limit)}; stop some, or impersonate all (anvil_autoImpersonateAccount)`,
    )
  }
}

/** The accounts that send transactions without a key, contracts too. */
export class Impersonation {
  readonly #limit: number
  #orders = PersistentMap.empty<number>()
  #started = 0
  /** The present addresses, after the first read. */
  #addresses: ReadonlySet<Hex> | undefined
  #auto: boolean
  readonly #signers: Map<Hex, Uint8Array>

  /** `auto`: everybody. `limit`: how many may be started. The last: whom ECRECOVER takes signatures for. */
  constructor(auto: boolean, limit: number, { signers }: SignerOverrides = noOverrides()) {
    this.#signers = signers
    this.#auto = auto
    this.#limit = limit
  }

  /** Whether everybody is impersonated. */
  get auto(): boolean {
    return this.#auto
  }

  set auto(auto: boolean) {
    this.#auto = auto
  }

  /** The explicitly impersonated addresses. */
  get addresses(): ReadonlySet<Hex> {
    this.#addresses ??= new Set(
      [...this.#orders]
        .sort(([, one], [, other]) => one - other)
        .map(([address]) => address as Hex),
    )
    return this.#addresses
  }

  includes(address: Uint8Array): boolean {
    return this.#auto || this.#orders.has(bytesToHex(address))
  }

  /** Throws a `TooManyImpersonated`. */
  start(address: Uint8Array): void {
    const hex = bytesToHex(address)
    if (this.#orders.has(hex)) return
    if (this.#orders.size >= this.#limit) throw new TooManyImpersonated(this.#limit)
    this.#add(hex)
  }

  /**
   * Makes ECRECOVER return the account for a signature of 65 bytes, also after a revert. Throws a
   * `TooManyImpersonated`.
   */
  sign(signature: Uint8Array, address: Uint8Array): void {
    const hex = bytesToHex(signature)
    if (!this.#signers.has(hex) && this.#signers.size >= this.#limit) {
      throw new TooManyImpersonated(this.#limit)
    }
    this.#signers.set(hex, address)
  }

  /** Whether it was impersonated by itself. */
  stop(address: Uint8Array): boolean {
    const before = this.#orders
    this.#become(before.delete(bytesToHex(address)))
    return this.#orders !== before
  }

  /** Impersonates those too that a file says. */
  include({ addresses, auto }: ImpersonationData): void {
    for (const address of addresses) if (!this.#orders.has(address)) this.#add(address)
    this.#auto ||= auto
  }

  /** Impersonates those, and no others. */
  replace({ addresses, auto }: ImpersonationData): void {
    this.#become(PersistentMap.empty())
    this.include({ addresses, auto })
    this.#auto = auto
  }

  data(): ImpersonationData {
    return { addresses: this.addresses, auto: this.#auto }
  }

  snapshot(): ImpersonationSnapshot {
    return { orders: this.#orders, auto: this.#auto }
  }

  restore({ orders, auto }: ImpersonationSnapshot): void {
    this.#become(orders)
    this.#auto = auto
  }

  #add(address: Hex): void {
    this.#become(this.#orders.set(address, this.#started++))
  }

  #become(orders: PersistentMap<number>): void {
    if (orders === this.#orders) return
    this.#orders = orders
    this.#addresses = undefined
  }
}
