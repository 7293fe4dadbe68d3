import { bytesToHex, type Hex } from '../../lib/hex.ts'

/** Whose transactions are taken without a signature: for `Impersonation.restore`. */
export interface ImpersonationSnapshot {
  readonly addresses: ReadonlySet<Hex>
  readonly auto: boolean
}

/** The accounts that send transactions without a key, contracts too. */
export class Impersonation {
  #addresses: ReadonlySet<Hex> = new Set()
  #auto: boolean

  /** `auto`: everybody. */
  constructor(auto = false) {
    this.#auto = auto
  }

  /** Whether everybody is impersonated. */
  get auto(): boolean {
    return this.#auto
  }

  set auto(auto: boolean) {
    this.#auto = auto
  }

  /** Those impersonated by themselves. */
  get addresses(): ReadonlySet<Hex> {
    return this.#addresses
  }

  includes(address: Uint8Array): boolean {
    return this.#auto || this.#addresses.has(bytesToHex(address))
  }

  start(address: Uint8Array): void {
    this.#addresses = new Set([...this.#addresses, bytesToHex(address)])
  }

  /** Whether it was impersonated by itself. */
  stop(address: Uint8Array): boolean {
    const addresses = new Set(this.#addresses)
    const was = addresses.delete(bytesToHex(address))
    this.#addresses = addresses
    return was
  }

  /** Impersonates those too that a file says. */
  include({ addresses, auto }: ImpersonationSnapshot): void {
    this.#addresses = new Set([...this.#addresses, ...addresses])
    this.#auto ||= auto
  }

  snapshot(): ImpersonationSnapshot {
    return { addresses: this.#addresses, auto: this.#auto }
  }

  restore({ addresses, auto }: ImpersonationSnapshot): void {
    this.#addresses = addresses
    this.#auto = auto
  }
}
