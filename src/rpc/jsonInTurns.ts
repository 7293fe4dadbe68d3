import { yieldToEventLoop } from '../clock/eventLoop.ts'
import { createPace, type PaceClock } from '../clock/pace.ts'
import { Pieces } from '../lib/pieces.ts'
import { RawJson } from './rawJson.ts'

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

/** The value, or its JSON where it is an array so long that it is to be written in turns. */
export function longInTurns(value: unknown): unknown {
  return Array.isArray(value) && value.length > itemsPerTurn ? arrayInTurns(value) : value
}

/** The JSON of a long array, such as logs. */
async function arrayInTurns(items: readonly unknown[]): Promise<RawJson> {
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
