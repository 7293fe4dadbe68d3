import type { Clock } from '../../clock/clock.ts'
import { addressOfKey, isPrivateKey } from '../../ethereumjs/crypto.ts'
import { bytesToHex, type Hex } from '../../lib/hex.ts'
import { defaultLimits, type Limits, limitWords } from '../../lib/limits.ts'
import type { Derivation } from '../options/accountOptions.ts'
import { type DevAccount, deriveAccounts } from './accounts.ts'

/** Something about keys that cannot be done. In geth's words where it has any. */
class KeyringError extends Error {
  override readonly name = 'KeyringError'
  readonly code = -32000
}

/** The devnet holds no key for the address. geth's words, with the address. */
export class UnknownAccount extends Error {
  override readonly name = 'UnknownAccount'
  readonly code = -32000
  /** 20 bytes; absent where none was named. */
  readonly address: Uint8Array | undefined

  constructor(address: Uint8Array | undefined) {
    super(
      address === undefined
        ? 'unknown account: the transaction has no from'
        : `unknown account ${bytesToHex(address)}`,
    )
    this.address = address
  }
}

/** The sender of a transaction; without a key it is impersonated. */
export interface Sender {
  /** 20 bytes. */
  readonly address: Uint8Array
  readonly privateKey?: Uint8Array | undefined
}

/** An account with what opens it. */
interface Entry extends Sender {
  /** None: everything opens it. */
  readonly passphrase?: string | undefined
  /** The time until which it is open, in elapsed ms; 0: locked. */
  readonly openUntilMs: number
}

/** The accounts of a keyring, for `Keyring.restore`. Never changes. */
export interface KeyringSnapshot {
  readonly entries: ReadonlyMap<Hex, Entry>
  readonly derived: number
}

export interface KeyringDeps extends Derivation {
  readonly clock: Pick<Clock, 'elapsed'>
  readonly mnemonic: string
  /** The mnemonic's first ones, open from the start. */
  readonly accounts: readonly DevAccount[]
  /** Whether the first account sends requests that name no sender. */
  readonly hasDefault?: boolean | undefined
  /** @default those of docs/limits.md */
  readonly limits?: Pick<Limits, 'accounts'> | undefined
}

/** Characters of a passphrase. */
const maxPassphrase = 1024

/** The accounts for which the devnet signs, and whether it may. Those added while it runs are locked at first. */
export class Keyring {
  readonly #clock: Pick<Clock, 'elapsed'>
  readonly #mnemonic: string
  readonly #derivation: Derivation
  readonly #hasDefault: boolean
  readonly #limit: number
  /** How many there were at the start. */
  readonly #first: number
  /** The accounts in the order in which they were added. */
  #entries: ReadonlyMap<Hex, Entry>
  /** How many of the mnemonic's accounts there have been. */
  #derived: number

  constructor({ clock, mnemonic, accounts, ...more }: KeyringDeps) {
    const { hasDefault = false, limits = defaultLimits, derivationPath, ganacheWords } = more
    this.#limit = limits.accounts
    this.#first = accounts.length
    this.#hasDefault = hasDefault
    this.#clock = clock
    this.#mnemonic = mnemonic
    this.#derivation = { derivationPath, ganacheWords }
    this.#entries = new Map(
      accounts.map((account) => [
        bytesToHex(account.address),
        { ...account, openUntilMs: Number.POSITIVE_INFINITY },
      ]),
    )
    this.#derived = accounts.length
  }

  /** Addresses of all accounts with keys. */
  addresses(): readonly Hex[] {
    return this.#addressesOf(() => true)
  }

  /** Addresses of the accounts that sign without being asked for a passphrase. */
  unlocked(): readonly Hex[] {
    return this.#addressesOf((entry) => this.#isOpen(entry))
  }

  /** Sends requests that name no sender, 20 bytes: the first account that signs without a passphrase, if requests may leave it out. */
  get defaultSender(): Uint8Array | undefined {
    if (!this.#hasDefault) return undefined
    const entries = [...this.#entries.values()]
    return entries.find((entry) => entry.privateKey !== undefined && this.#isOpen(entry))?.address
  }

  isUnlocked(address: Uint8Array): boolean {
    const entry = this.#entries.get(bytesToHex(address))
    return entry !== undefined && this.#isOpen(entry)
  }

  /**
   * Returns the sender of the address, or the default one: with the passphrase if one is given, otherwise it must be
   * unlocked. Throws an `UnknownAccount` or a `KeyringError`.
   */
  sender(given: Uint8Array | undefined, passphrase?: string | undefined): Sender {
    const address = given ?? this.defaultSender
    const entry = address === undefined ? undefined : this.#entries.get(bytesToHex(address))
    if (entry === undefined) throw new UnknownAccount(address)
    if (passphrase !== undefined) {
      checkPassphrase(entry, passphrase)
    } else if (!this.#isOpen(entry)) {
      const hex = bytesToHex(entry.address)
      throw new KeyringError(`authentication needed: password or unlock: account ${hex} is locked`)
    }
    return { address: entry.address, privateKey: entry.privateKey }
  }

  /** The same as `sender`, for operations that need a key: an account without one is unknown. */
  signer(address: Uint8Array | undefined, passphrase?: string | undefined): DevAccount {
    const { privateKey, ...sender } = this.sender(address, passphrase)
    if (privateKey === undefined) throw new UnknownAccount(sender.address)
    return { ...sender, privateKey }
  }

  /** The private key of an account, where there is one. */
  key(address: Hex): Uint8Array | undefined {
    return this.#entries.get(address)?.privateKey
  }

  /** Adds the next account of the mnemonic. Resolves with its address. */
  async create(passphrase: string): Promise<Uint8Array> {
    for (;;) {
      const count = ++this.#derived
      const accounts = await deriveAccounts(this.#mnemonic, count, this.#derivation)
      const { address, privateKey } = accounts.at(-1) as DevAccount
      if (!this.#entries.has(bytesToHex(address))) return this.add(privateKey, passphrase)
    }
  }

  /** The address of the key. Throws a `KeyringError` for bytes that are no key, or one that is there. */
  add(privateKey: Uint8Array, passphrase: string): Uint8Array {
    if (!isPrivateKey(privateKey)) {
      throw new KeyringError('invalid private key: give 32 bytes, not zero, below the curve order')
    }
    const address = addressOfKey(privateKey)
    if (this.#entries.get(bytesToHex(address))?.privateKey !== undefined) {
      throw new KeyringError(`account already exists: ${bytesToHex(address)}`)
    }
    this.#set({ address, privateKey, passphrase, openUntilMs: 0 })
    return address
  }

  /** Adds an account that signs without a passphrase. */
  include(account: DevAccount): void {
    this.#set({ ...account, openUntilMs: Number.POSITIVE_INFINITY })
  }

  /** Adds an account that sends without a key once it is unlocked. Whether it was not there. */
  addWithoutKey(address: Uint8Array, passphrase: string): boolean {
    if (this.#entries.has(bytesToHex(address))) return false
    this.#set({ address, passphrase, openUntilMs: 0 })
    return true
  }

  /** Whether it was there. Throws a `KeyringError` for another passphrase. */
  remove(address: Uint8Array, passphrase: string): boolean {
    const hex = bytesToHex(address)
    const entry = this.#entries.get(hex)
    if (entry === undefined) return false
    checkPassphrase(entry, passphrase)
    this.#entries = new Map([...this.#entries].filter(([other]) => other !== hex))
    return true
  }

  /** Whether it was there. */
  lock(address: Uint8Array): boolean {
    const entry = this.#entries.get(bytesToHex(address))
    if (entry !== undefined) this.#set({ ...entry, openUntilMs: 0 })
    return entry !== undefined
  }

  /**
   * Lets the account sign for a while; one that is open without end stays so. Throws an
   * `UnknownAccount`, or a `KeyringError` for another passphrase.
   */
  unlock(address: Uint8Array, passphrase: string, durationMs: number): void {
    const entry = this.#entries.get(bytesToHex(address))
    if (entry === undefined) throw new UnknownAccount(address)
    checkPassphrase(entry, passphrase)
    if (entry.openUntilMs === Number.POSITIVE_INFINITY) return
    this.#set({ ...entry, openUntilMs: this.#clock.elapsed() + durationMs })
  }

  snapshot(): KeyringSnapshot {
    return { entries: this.#entries, derived: this.#derived }
  }

  restore({ entries, derived }: KeyringSnapshot): void {
    this.#entries = entries
    this.#derived = derived
  }

  #addressesOf(isWanted: (entry: Entry) => boolean): readonly Hex[] {
    const all = [...this.#entries.values()]
    const wanted = all.filter((entry) => entry.privateKey !== undefined && isWanted(entry))
    return wanted.map(({ address }) => bytesToHex(address))
  }

  #isOpen({ openUntilMs }: Entry): boolean {
    return this.#clock.elapsed() < openUntilMs
  }

  #set(entry: Entry): void {
    const address = bytesToHex(entry.address)
    if (!this.#entries.has(address)) this.#refuseMore()
    if ((entry.passphrase?.length ?? 0) > maxPassphrase) {
      throw new KeyringError(`the passphrase is too long: give at most ${maxPassphrase} characters`)
    }
    this.#entries = new Map([...this.#entries, [address, entry]])
  }

  #refuseMore(): void {
    if (this.#entries.size < this.#first + this.#limit) return
    const words = limitWords('accounts', this.#limit)
    throw new KeyringError(
      `too many accounts were added: ${words}; remove some (evm_removeAccount)`,
    )
  }
}

function checkPassphrase(entry: Entry, passphrase: string): void {
  if (entry.passphrase === undefined || entry.passphrase === passphrase) return
  const hex = bytesToHex(entry.address)
  throw new KeyringError(`could not decrypt key with given password: account ${hex}`)
}
