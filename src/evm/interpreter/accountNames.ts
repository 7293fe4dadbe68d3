import { Address } from '@ethereumjs/util'
import { bytesToHex } from '../../lib/hex.ts'

/** The name of an account in the forms that its readers want. */
export interface AccountName {
  /** By which the core tells the slots of accounts apart. */
  readonly number: number
  /** 20 of them. */
  readonly bytes: Uint8Array
  readonly address: Address
  /** 40 hex digits. */
  readonly digits: string
}

/** Some ten megabytes. */
const mostKept = 50_000

/** Names that have been used, so that their forms are made once. */
export class AccountNames {
  readonly #byBytes = new Map<string, AccountName>()
  readonly #byNumber: AccountName[] = []

  /** For an address of 20 bytes. */
  of(bytes: Uint8Array): AccountName {
    const key = String.fromCharCode.apply(null, bytes as unknown as number[])
    const known = this.#byBytes.get(key)
    if (known !== undefined) return known
    const own = bytes.slice()
    const name: AccountName = {
      number: this.#byNumber.length,
      bytes: own,
      address: new Address(own),
      digits: bytesToHex(own).slice(2),
    }
    this.#byBytes.set(key, name)
    this.#byNumber.push(name)
    return name
  }

  numbered(number: number): AccountName {
    return this.#byNumber[number] as AccountName
  }

  /** Forgets all names when they are many; only while no code runs, since numbers are given anew. */
  makeRoom(): void {
    if (this.#byNumber.length < mostKept) return
    this.#byBytes.clear()
    this.#byNumber.length = 0
  }
}
