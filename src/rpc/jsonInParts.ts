import type { JsonPart, LongJson, LongText } from './jsonScan.ts'

/** Gives others their turn. */
type Turn = () => Promise<void>

/**
 * As `JSON.parse`, of a long text that a `JsonScan` has divided: others get their turns between the parts, as what is
 * parsed at once cannot be interrupted, and before what is done with the value. Rejects with a `SyntaxError`.
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

/** As JSON has it, where `__proto__` is a name like others. */
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
    throw new SyntaxError(`nothing may stand at position ${from}`)
  }
}
