import { createPace, type PaceClock, yieldToEventLoop } from '../clock/pace.ts'

import { Pieces } from '../lib/pieces.ts'
import type { JsonPart, LongJson, LongText } from './jsonScan.ts'

/** Gives others their turn. */
type Turn = () => Promise<void>

/**
 * Parses a long text as `JSON.parse`, in the parts that a `JsonScan` has found. Other work gets turns between the
 * parts and before the value is used. Rejects with a `SyntaxError`.
 */
export async function parseInParts(text: string, whole: LongJson, turn: Turn): Promise<unknown> {
  nothingIn(text, 0, whole.start)
  const value = await parseLong(text, whole, turn)
  nothingIn(text, whole.end, text.length)
  await turn()
  return value
}

async function parseLong(text: string, long: LongJson, turn: Turn): Promise<unknown> {
  const { isArray, parts } = long
  if (parts.length === 1 && isBlank(text, parts[0] as JsonPart)) return isArray ? [] : {}
  const values: unknown[] = []
  const members = {}
  for (const part of parts) {
    await turn()
    const { from, to, inner } = part
    if (inner !== undefined) {
      const key = isArray ? nothingIn(text, from, inner.start) : keyAt(text, from, inner.start)
      const value = await (inner.isText
        ? parseText(text, inner, turn)
        : parseLong(text, inner, turn))
      nothingIn(text, inner.end, to)
      if (key === undefined) values.push(value)
      else setMember(members, key, value)
      continue
    }
    if (isBlank(text, part)) throw new SyntaxError(`an entry is missing at position ${to}`)
    if (isArray) {
      for (const value of JSON.parse(`[${text.slice(from, to)}]`)) values.push(value)
    } else {
      const some = JSON.parse(`{${text.slice(from, to)}}`) as Readonly<Record<string, unknown>>
      for (const key of Object.keys(some)) setMember(members, key, some[key])
    }
  }
  return isArray ? values : members
}

/** Characters that are looked through at a stretch: a millisecond or two. */
const lookedThrough = 2 ** 20

/** A string that stands as it is in the text is a part of it, and is not copied. */
async function parseText(text: string, { start, end }: LongText, turn: Turn): Promise<unknown> {
  for (let from = start + 1; from < end - 1; from += lookedThrough) {
    const some = text.slice(from, Math.min(end - 1, from + lookedThrough))
    // biome-ignore lint/suspicious/noControlCharactersInRegex: those are what JSON forbids.
    if (/[\\\u0000-\u001f]/.test(some)) return JSON.parse(text.slice(start, end))
    await turn()
  }
  return text.slice(start + 1, end - 1)
}

/** Sets a member as JSON does, where `__proto__` is a name like others. */
function setMember(members: Record<string, unknown>, key: string, value: unknown): void {
  if (key !== '__proto__') members[key] = value
  else
    Object.defineProperty(members, key, {
      value,
      enumerable: true,
      configurable: true,
      writable: true,
    })
}

function keyAt(text: string, from: number, to: number): string | undefined {
  return Object.keys(JSON.parse(`{${text.slice(from, to)}null}`))[0]
}

function isBlank(text: string, { from, to }: JsonPart): boolean {
  return /^[ \t\n\r]*$/.test(text.slice(from, to))
}

function nothingIn(text: string, from: number, to: number): undefined {
  const between = text.slice(from, to)
  if (/[^ \t\n\r]/.test(between)) {
    throw new SyntaxError(`unexpected token at position ${from}`)
  }
}

/** A result that is JSON already: it goes into the answer as it is, where it is long in pieces. */
export class RawJson {
  readonly json: string | Pieces

  constructor(json: string | Pieces) {
    this.json = json
  }

  get text(): string {
    return String(this.json)
  }
}

/** JSON in bits, each made when it is asked for. */
export type JsonTexts = Iterable<string | Pieces>

/** Writes an answer that may be long bit by bit, so that others get their turns while it is made. */
export async function jsonInTurns(clock: PaceClock, texts: JsonTexts): Promise<RawJson> {
  const yieldIfDue = createPace(clock)
  const pieces = new Pieces()
  let waiting = ''
  for (const text of texts) {
    const isShort = typeof text === 'string'
    if (isShort) waiting += text
    if (!isShort || waiting.length >= charactersAtOnce) {
      pieces.add(waiting)
      waiting = ''
    }
    if (!isShort) pieces.add(text)
    const turn = yieldIfDue()
    if (turn !== undefined) await turn
  }
  return new RawJson(pieces.length === 0 ? waiting : pieces.add(waiting))
}

/** Short texts are made bytes together: each alone takes as long as to write it. */
const charactersAtOnce = 2 ** 13

/** Items that are written at a stretch: logs or traces of some milliseconds. */
const itemsPerTurn = 512

/**
 * A list whose items are formatted when they are asked for. A long one is written in parts, each of which is garbage
 * before the next is made: formatted at once, a search for 10,000 logs took 1.4 times the CPU time, in one turn.
 */
export class LongList<Item> {
  readonly #items: readonly Item[]
  readonly #format: (item: Item) => unknown

  constructor(items: readonly Item[], format: (item: Item) => unknown) {
    this.#items = items
    this.#format = format
  }

  get length(): number {
    return this.#items.length
  }

  slice(start: number, end: number): unknown[] {
    return this.#items.slice(start, end).map(this.#format)
  }

  /** All of them, formatted. */
  all(): unknown[] {
    return this.#items.map(this.#format)
  }
}

/** The value, or its JSON where it is a list so long that it is to be written in turns. */
export function longInTurns(value: unknown): unknown {
  const isList = Array.isArray(value) || value instanceof LongList
  return isList && value.length > itemsPerTurn ? arrayInTurns(value) : value
}

/** The JSON of a long array, such as logs. */
async function arrayInTurns(items: {
  readonly length: number
  slice(start: number, end: number): unknown[]
}): Promise<RawJson> {
  const pieces = new Pieces()
  for (let start = 0; start < items.length; start += itemsPerTurn) {
    const part = JSON.stringify(items.slice(start, start + itemsPerTurn)).slice(1, -1)
    pieces.add(start === 0 ? '[' : ',').add(part)
    await yieldToEventLoop()
  }
  return new RawJson(pieces.add(']'))
}

/** The array of what the items are formatted to. */
export function* listTexts<Item>(
  items: Iterable<Item>,
  format: (item: Item) => unknown,
): Generator<string> {
  let separator = '['
  for (const item of items) {
    yield separator + JSON.stringify(format(item))
    separator = ','
  }
  yield separator === '[' ? '[]' : ']'
}

/** The array of several texts. */
export function* joinedTexts(several: readonly JsonTexts[]): Generator<string | Pieces> {
  yield '['
  for (const [index, texts] of several.entries()) {
    if (index > 0) yield ','
    yield* texts
  }
  yield ']'
}

const utf8 = new TextEncoder()

/** A text that goes out on many connections: its bytes are made once, and are the same piece of memory for all. */
export class SharedText {
  readonly text: string
  #bytes: Uint8Array | undefined

  constructor(text: string) {
    this.text = text
  }

  /** The text in UTF-8. */
  get bytes(): Uint8Array {
    this.#bytes ??= utf8.encode(this.text)
    return this.#bytes
  }
}

/** A message that begins otherwise for each who gets it, and ends alike for all. */
export class SharedMessage {
  readonly head: SharedText
  readonly rest: SharedText

  constructor(head: SharedText, rest: SharedText) {
    this.head = head
    this.rest = rest
  }

  toString(): string {
    return this.head.text + this.rest.text
  }
}
