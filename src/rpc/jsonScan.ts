const quote = 0x22
const backslash = 0x5c
const comma = 0x2c
const openArray = 0x5b
const closeArray = 0x5d
const openObject = 0x7b
const closeObject = 0x7d

const idName = '"id"'

/** What a JSON text may have at most. */
export interface JsonBounds {
  /** Arrays and objects inside each other. */
  readonly depth: number
  /** Elements and members in all: a short text can stand for very many objects. */
  readonly values: number
  /** Members of one object. */
  readonly members: number
}

/** A part of a long container: some of what is in it, or one entry with a long value at its end. */
export interface JsonPart {
  readonly from: number
  readonly to: number
  readonly inner: LongJson | LongText | undefined
}

/** A string that takes long to parse, with its quotes. */
export interface LongText {
  readonly isText: true
  readonly start: number
  readonly end: number
}

/** An array or object that is better parsed in parts. */
export interface LongJson {
  readonly isText: false
  readonly isArray: boolean
  /** The position of its opening bracket. */
  readonly start: number
  readonly end: number
  readonly parts: readonly JsonPart[]
}

/** An array or object that is open. One for each depth, used again and again. */
interface Frame {
  isArray: boolean
  start: number
  /** Where the part begins that comes next. */
  from: number
  /** Where the entry begins that is being read. */
  entry: number
  entries: number
  inner: LongJson | LongText | undefined
  parts: JsonPart[] | undefined
}

/** Characters that are parsed at a stretch: a millisecond or two. */
const usualPart = 2 ** 16

/** Spaces that are looked through before a long string. */
const maxSpace = 64

/** Characters of a member and its comma. */
const minMember = 5

/** Index of the quote that ends the string, or of the end of the text. */
function endOfString(text: string, start: number): number {
  for (let at = text.indexOf('"', start + 1); at >= 0; at = text.indexOf('"', at + 1)) {
    let slashes = 0
    while (text.charCodeAt(at - 1 - slashes) === backslash) slashes++
    if (slashes % 2 === 0) return at
  }
  return text.length
}

/** A colon, and the beginning of the value after it. */
const beforeValue = /[ \t\n\r]*:[ \t\n\r]*/y
const bareValue = /[^ \t\n\r,}\]]*/y

/** The value of the member whose name ends there, as it is written; nothing where no member is. */
function valueAfter(text: string, nameEnd: number): string | undefined {
  beforeValue.lastIndex = nameEnd + 1
  if (!beforeValue.test(text)) return undefined
  const start = beforeValue.lastIndex
  if (text.charCodeAt(start) === quote) return text.slice(start, endOfString(text, start) + 1)
  bareValue.lastIndex = start
  return bareValue.exec(text)?.[0]
}

/**
 * Whether a JSON text is within all bounds for sure, and its only request can be found without looking through it:
 * for the requests that nearly all clients send, to look through them takes three times as long as to parse them.
 * Gives the member `id` of that request as it is written, if it has one.
 */
export function idOfShort(
  text: string,
  bounds: JsonBounds,
): { id: string | undefined } | undefined {
  if (text.length > Math.min(bounds.depth, bounds.values, bounds.members)) return undefined
  // With no escapes a name is written in one way only.
  if (text.charCodeAt(0) !== openObject || text.includes('\\')) return undefined
  const at = text.indexOf(idName)
  if (at < 0) return { id: undefined }
  const end = at + idName.length
  return text.includes(idName, end) ? undefined : { id: valueAfter(text, end - 1) }
}

/**
 * Looks once through a JSON text, without recursion and without an object for each value: before anything parses it
 * or walks through it. A text that is no JSON is looked at too; to say so is left to who parses it.
 */
export class JsonScan {
  /** The member `id` of each request as it is written: of the only one, or by their places in the batch. */
  readonly ids: (string | undefined)[] = []
  readonly #text: string
  readonly #bounds: JsonBounds
  readonly #partLength: number
  /** Whether containers are looked at one by one: a short text has no long one, and none of many members. */
  readonly #isDivided: boolean
  readonly #frames: Frame[] = []
  #at = 0
  #depth = 0
  #values = 1
  #place = 0
  /** Inside a request, arrays and objects are this deep. */
  #requestDepth = 1
  #long: LongJson | undefined
  #isOdd = false

  /** `partLength`: of which containers count as long, and are divided into parts of it. */
  constructor(text: string, bounds: JsonBounds, partLength = usualPart) {
    this.#text = text
    this.#bounds = bounds
    this.#partLength = partLength
    this.#isDivided = text.length > Math.min(partLength, bounds.members * minMember)
  }

  get isDone(): boolean {
    return this.#at >= this.#text.length
  }

  /** What the text is, when it is long: nothing for a short one, and for one whose brackets do not match. */
  get long(): LongJson | undefined {
    return this.#isOdd || this.#depth !== 0 ? undefined : this.#long
  }

  /** Scans at least a number of characters; returns the limit exceeded. */
  run(length: number = this.#text.length): keyof JsonBounds | undefined {
    const text = this.#text
    const until = Math.min(text.length, this.#at + length)
    let at = this.#at
    for (; at < until; at++) {
      switch (text.charCodeAt(at)) {
        case quote:
          at = this.#string(at)
          break
        case openArray:
          if (this.#depth === 0) this.#requestDepth = 2
          this.#open(at, true)
          if (this.#depth > this.#bounds.depth) return 'depth'
          break
        case openObject:
          this.#open(at, false)
          if (this.#depth > this.#bounds.depth) return 'depth'
          break
        case closeArray:
          this.#close(at, true)
          break
        case closeObject:
          this.#close(at, false)
          break
        case comma: {
          if (++this.#values > this.#bounds.values) return 'values'
          if (this.#depth === this.#requestDepth - 1) this.#place++
          const frame = this.#frames[this.#depth - 1]
          if (frame === undefined) break
          this.#endEntry(frame, at)
          if (++frame.entries > this.#bounds.members && !frame.isArray) return 'members'
        }
      }
    }
    this.#at = at
    return undefined
  }

  #string(at: number): number {
    const end = endOfString(this.#text, at)
    const isName = this.#depth === this.#requestDepth && end - at === 3
    if (isName && this.#text.startsWith('id', at + 1)) {
      this.ids[this.#place] = valueAfter(this.#text, end) ?? this.ids[this.#place]
    }
    const frame = this.#isDivided ? this.#frames[this.#depth - 1] : undefined
    if (frame !== undefined && end - at > this.#partLength && this.#isValue(frame, at)) {
      frame.inner = { isText: true, start: at, end: end + 1 }
    }
    return end
  }

  /** Whether a string is no name of a member. */
  #isValue({ isArray, entry }: Frame, at: number): boolean {
    return isArray || /:[ \t\n\r]*$/.test(this.#text.slice(Math.max(entry, at - maxSpace), at))
  }

  #open(at: number, isArray: boolean): void {
    this.#values++
    const frame = this.#frames[this.#depth++]
    if (!this.#isDivided) return
    if (frame === undefined) {
      this.#frames.push(frameAt(at, isArray))
      return
    }
    frame.isArray = isArray
    frame.start = at
    frame.from = at + 1
    frame.entry = at + 1
    frame.entries = 1
    frame.inner = undefined
    frame.parts = undefined
  }

  #close(at: number, isArray: boolean): void {
    const frame = this.#frames[--this.#depth]
    if (!this.#isDivided) return
    if (frame === undefined || frame.isArray !== isArray) {
      this.#isOdd = true
      this.#depth = Math.max(0, this.#depth)
      return
    }
    if (frame.parts === undefined && at - frame.start <= this.#partLength) return
    this.#endEntry(frame, at)
    // Also where nothing is left: what follows a last comma is no entry.
    if (frame.from <= at) this.#endPart(frame, at, undefined)
    const { start, parts = [] } = frame
    const long: LongJson = { isText: false, isArray, start, end: at + 1, parts }
    const outer = this.#frames[this.#depth - 1]
    if (outer !== undefined) outer.inner = long
    else if (this.#long === undefined) this.#long = long
    else this.#isOdd = true
  }

  /** An entry ends there: one with a long value is a part of its own. */
  #endEntry(frame: Frame, at: number): void {
    if (frame.inner !== undefined) {
      if (frame.from < frame.entry) this.#endPart(frame, frame.entry - 1, undefined)
      frame.from = frame.entry
      this.#endPart(frame, at, frame.inner)
      frame.inner = undefined
    } else if (at - frame.from > this.#partLength) this.#endPart(frame, at, undefined)
    frame.entry = at + 1
  }

  #endPart(frame: Frame, to: number, inner: JsonPart['inner']): void {
    frame.parts ??= []
    frame.parts.push({ from: frame.from, to, inner })
    frame.from = to + 1
  }
}

function frameAt(start: number, isArray: boolean): Frame {
  const next = start + 1
  const empty = { entries: 1, inner: undefined, parts: undefined }
  return { isArray, start, from: next, entry: next, ...empty }
}
