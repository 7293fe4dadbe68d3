import { latin1Text } from '../../lib/encodings.ts'
import { digitsOfPacked } from '../../lib/hex.ts'

/** What an execution has found out about an account, which holds until something is taken back. */
export interface AccountFacts {
  /** The owner of the fact. */
  readonly owner: object
  readonly isPrecompile: boolean
  code: Uint8Array | undefined
  isWarm: boolean
  isTouched: boolean
  /** Whether the block's access list has it (EIP-7928). */
  isRecorded: boolean
}

/** An address in the forms that its readers want, with the number that stands for it in the core. */
export interface AddressId {
  /** The number by which the core distinguishes slots of accounts. */
  readonly number: number
  /** 20 of them. */
  readonly bytes: Uint8Array
  /** The bytes as a string. */
  readonly packed: string
  /** 40 hex digits. */
  readonly digits: string
  /** The address in a word: five numbers of 32 bits, the lowest first. */
  readonly parts: Uint32Array
  facts: AccountFacts | undefined
}

/** Some ten megabytes. */
const maxKept = 50_000

const addressBytes = 20
const partBytes = 4

/** Addresses that have been used, so that their forms are made once. */
export class AddressIds {
  readonly #byBytes = new Map<string, AddressId>()
  /** Ids by the lowest part alone: of those that share it, the last one that was read. */
  readonly #byPart = new Map<number, AddressId>()
  readonly #byNumber: AddressId[] = []

  /** Returns the id of an address of 20 bytes, which are the characters of the key. */
  of(bytes: Uint8Array, key: string = latin1Text(bytes)): AddressId {
    const known = this.#byBytes.get(key)
    if (known !== undefined) return known
    const id = createId(bytes, key, this.#byNumber.length)
    this.#byBytes.set(key, id)
    this.#byNumber.push(id)
    return id
  }

  /** Returns the id of a word in memory, by its lowest 20 bytes. */
  at(view: DataView, at: number): AddressId {
    const part = view.getUint32(at, true)
    const known = this.#byPart.get(part)
    if (known !== undefined && standsAt(view, at, known)) return known
    const bytes = Uint8Array.from({ length: addressBytes }, (_, index) =>
      view.getUint8(at + addressBytes - 1 - index),
    )
    const id = this.of(bytes)
    this.#byPart.set(part, id)
    return id
  }

  numbered(number: number): AddressId {
    return this.#byNumber[number] as AddressId
  }

  /** Forgets all ids when they are many; only while no code runs, since numbers are assigned again. */
  makeRoom(): void {
    if (this.#byNumber.length < maxKept) return
    this.#byBytes.clear()
    this.#byPart.clear()
    this.#byNumber.length = 0
  }
}

function createId(bytes: Uint8Array, packed: string, number: number): AddressId {
  const own = bytes.slice()
  return {
    number,
    bytes: own,
    packed,
    digits: digitsOfPacked(packed),
    parts: new Uint32Array(own.slice().reverse().buffer),
    facts: undefined,
  }
}

function standsAt(view: DataView, at: number, { parts }: AddressId): boolean {
  for (let index = 0; index < parts.length; index++) {
    if (view.getUint32(at + index * partBytes, true) !== parts[index]) return false
  }
  return true
}
