import type * as v from 'valibot'
import { read } from './parsed.ts'

/** Items of lists that are parsed at a stretch: some milliseconds. */
const itemsPerSlice = 2_000

/** The number of items by which each slice is larger than the one before. */
const growth = 16

/** What is wrong with an item, from the list on. */
export interface ItemIssue {
  readonly message: string
  readonly input: unknown
  readonly expected: string | undefined
  readonly received: string
  readonly path: [v.IssuePathItem, ...v.IssuePathItem[]]
}

/** The items of a list as its schema makes them, or what is wrong with the first bad one. */
export interface Parsed<schema extends v.GenericSchema> {
  readonly values: v.InferOutput<schema>[]
  readonly issue?: ItemIssue | undefined
}

/** What a list is read from; an array is such. */
export interface Items {
  readonly length: number
  at(index: number): unknown
}

/** A list of which some items are parsed, or all. */
interface Begun {
  readonly items: Items
  readonly values: unknown[]
  issue: ItemIssue | undefined
}

interface Parse {
  /** Items until the end of the slice. */
  left: number
  /** The parses by the schema, and the list as it was given. */
  readonly begun: WeakMap<object, WeakMap<object, Begun>>
}

/** Thrown through a parse whose slice is over. */
const sliceEnd = new Error('a slice of a parse is over')

/** The parse at work, if it may be interrupted. */
let current: Parse | undefined

/**
 * Parses what may have lists of a hundred thousand items: gives a promise only where it takes so long that
 * others are to have turns in between.
 */
export function parseInSlices<Result>(
  parse: () => Result,
  turn: () => Promise<void>,
): Result | Promise<Result> {
  const begun: Parse['begun'] = new WeakMap()
  let slices = 0
  const slice = (): Result | typeof sliceEnd => {
    // A little more each time: a list rebuilt by a transform would never finish otherwise.
    current = { left: itemsPerSlice + slices++ * growth, begun }
    try {
      return parse()
    } catch (error) {
      if (error === sliceEnd) return sliceEnd
      throw error
    } finally {
      current = undefined
    }
  }
  const result = slice()
  return result === sliceEnd ? further(slice, turn) : (result as Result)
}

async function further<Result>(
  slice: () => Result | typeof sliceEnd,
  turn: () => Promise<void>,
): Promise<Result> {
  for (;;) {
    await turn()
    const result = slice()
    if (result !== sliceEnd) return result as Result
  }
}

/**
 * Parses the items of a list, in slices if need be; `owner` is what they stand in. Nothing where `itemsOf`
 * gives none.
 */
export function runList<const schema extends v.GenericSchema>(
  item: schema,
  owner: object,
  itemsOf: () => Items | undefined,
): Parsed<schema> | undefined {
  const begun = begunOf(item, owner, itemsOf)
  if (begun === undefined) return undefined
  const { items, values } = begun
  while (values.length < items.length && begun.issue === undefined) {
    if (current !== undefined && current.left-- <= 0) throw sliceEnd
    const value = items.at(values.length)
    const { output, issues } = read(item, value)
    if (issues !== undefined) begun.issue = inList(issues[0], owner, values.length, value)
    values.push(output)
  }
  return begun as Parsed<schema>
}

function inList(
  { message, input, expected, received, path }: v.BaseIssue<unknown>,
  owner: object,
  key: number,
  value: unknown,
): ItemIssue {
  const place = { type: 'array', origin: 'value', input: owner, key, value } as v.IssuePathItem
  return {
    message,
    input,
    expected: expected ?? undefined,
    received,
    path: [place, ...(path ?? [])],
  }
}

function begunOf(
  item: v.GenericSchema,
  owner: object,
  itemsOf: () => Items | undefined,
): Begun | undefined {
  const lists: WeakMap<object, Begun> = current?.begun.get(item) ?? new WeakMap()
  const known = lists.get(owner)
  if (known !== undefined) return known
  const items = itemsOf()
  if (items === undefined) return undefined
  const begun = { items, values: [], issue: undefined }
  current?.begun.set(item, lists.set(owner, begun))
  return begun
}
