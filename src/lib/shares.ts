import { limitWords } from './limits.ts'

/** The holder of a share: the origin of a page, or `undefined` for all programs, which send none. */
export type Holder = string | undefined

/** Pages of one origin hold at most this part of what all pages may. */
const origins = 4

/** What a value takes in memory besides its characters or bytes. */
const valueOverhead = 256

/**
 * How much of something clients hold. Programs may hold as much as the limit, all pages together as much again,
 * and the pages of one origin a quarter of that: no page takes anything from programs, and none all from others.
 */
export class Shares {
  readonly limit: number
  readonly #held = new Map<Holder, number>()
  #ofPages = 0

  constructor(limit: number) {
    this.limit = limit
  }

  /** Whether there is room; then it is held until `give`. */
  take(holder: Holder, amount: number): boolean {
    const held = (this.#held.get(holder) ?? 0) + amount
    const isPage = holder !== undefined
    const most = isPage ? Math.ceil(this.limit / origins) : this.limit
    if (held > most || (isPage && this.#ofPages + amount > this.limit)) return false
    this.#held.set(holder, held)
    if (isPage) this.#ofPages += amount
    return true
  }

  give(holder: Holder, amount: number): void {
    const held = (this.#held.get(holder) ?? 0) - amount
    if (held > 0) this.#held.set(holder, held)
    else this.#held.delete(holder)
    if (holder !== undefined) this.#ofPages -= amount
  }
}

/** Bytes that come without being counted: what programs ask for all the time always has room. */
const freeBytes = 16 * 1024

/** Bytes that come bit by bit: a body, or a message. */
export class Incoming {
  readonly #shares: Shares
  readonly #holder: Holder
  #free = freeBytes
  #held = 0

  constructor(shares: Shares, holder: Holder) {
    this.#shares = shares
    this.#holder = holder
  }

  /** Takes a number of bytes; returns whether there is room for them. */
  take(bytes: number): boolean {
    const free = Math.min(this.#free, bytes)
    this.#free -= free
    if (bytes === free) return true
    if (!this.#shares.take(this.#holder, bytes - free)) return false
    this.#held += bytes - free
    return true
  }

  /** They are not in memory any more; what comes then is something new. */
  end(): void {
    if (this.#held > 0) this.#shares.give(this.#holder, this.#held)
    this.#held = 0
    this.#free = freeBytes
  }
}

/** Returns the message for a client whose body or message has no room. */
export function bodiesWords({ limit }: Shares, holder: Holder): string {
  const words = limitWords('allBodyBytes', limit, 'bytes') + shareWords(holder)
  return `too much is sent at the same time: ${words}; try again`
}

/** What an error says behind the limit. */
export function shareWords(holder: Holder): string {
  return holder === undefined ? '' : ` for all pages, and a quarter of that for those of one origin`
}

/** Returns the message for a client whose filters and subscriptions exceed the limit. */
export function criteriaWords(limit: number, holder: Holder): string {
  const words = limitWords('criteriaBytes', limit, 'bytes') + shareWords(holder)
  return `filters and subscriptions ask for too much: ${words}; ask for fewer addresses and topics, or end some of them`
}

/** What a number, or another value without parts, takes in memory. */
const slotBytes = 8

/** What a value of plain objects, lists, texts and bytes takes in memory, in bytes, about. */
export function keptBytes(value: unknown): number {
  if (typeof value === 'string' || value instanceof Uint8Array) return valueOverhead + value.length
  if (typeof value !== 'object' || value === null) return slotBytes
  return Object.values(value).reduce<number>((sum, part) => sum + keptBytes(part), valueOverhead)
}
