import * as v from 'valibot'
import { limitWords } from '../../lib/limits.ts'
import { currentRules, type ReadingRules } from './parsed.ts'
import { type ItemIssue, type Items, type Parsed, runList } from './slices.ts'

const notAnObject = v.never('expected an object')

/** A JSON object with whatever members. */
export const anObject = v.custom<object>(
  (value) => typeof value === 'object' && value !== null && !Array.isArray(value),
  'expected an object',
)

/** A JSON object with these members. Others are ignored, as geth ignores them. */
export function object<const entries extends v.ObjectEntries>(entries: entries) {
  const schema = v.object(entries, (issue) =>
    issue.expected === 'Object' ? 'expected an object' : 'missing value for required field',
  )
  return v.lazy((input) => (Array.isArray(input) ? notAnObject : schema))
}

/** A member that may be absent; `null` is absent too. */
export function field<const schema extends v.GenericSchema>(schema: schema) {
  return v.optional(
    v.pipe(
      v.nullable(schema),
      v.transform((value) => value ?? undefined),
    ),
  )
}

/**
 * Takes the first `most` items of a JSON array, a number or that of a limit, and one more if there is one: enough to
 * refuse too many, without parsing them all.
 */
export function boundedList<const schema extends v.GenericSchema>(
  item: schema,
  most: number | keyof ReadingRules['limits'],
) {
  return listUpTo(item, ({ limits }) => 1 + (typeof most === 'number' ? most : limits[most]))
}

/** A JSON array of items of one kind. */
export function list<const schema extends v.GenericSchema>(item: schema) {
  return listUpTo(item, () => Number.POSITIVE_INFINITY)
}

function listUpTo<const schema extends v.GenericSchema>(
  item: schema,
  maxOf: (rules: ReadingRules) => number,
) {
  const short = v.array(item, 'expected an array')
  const long = v.pipe(
    v.custom<unknown[]>(Array.isArray),
    v.rawTransform<unknown[], v.InferOutput<schema>[]>(({ dataset, addIssue, NEVER }) => {
      const { value } = dataset
      const most = maxOf(currentRules())
      const items = () => (value.length <= most ? value : value.slice(0, most))
      const { values, issue } = runList(item, value, items) as Parsed<schema>
      if (issue === undefined) return values
      addIssue(issue)
      return NEVER
    }),
  )
  return v.lazy((input) => (Array.isArray(input) && input.length >= longList ? long : short))
}

/** Shorter lists are parsed at once. */
const longList = 16

/** A JSON object of values by a key, as a list of both. A key that occurs twice has its last value. */
export function entries<
  const key extends v.GenericSchema<string, string>,
  const value extends v.GenericSchema,
>(key: key, value: value) {
  return entriesAs(key, value, (name, parsed): [v.InferOutput<key>, v.InferOutput<value>] => [
    name,
    parsed,
  ])
}

/** The same as `entries`, mapped to a list while parsing, as there may be very many. */
export function entriesAs<
  const key extends v.GenericSchema<string, string>,
  const value extends v.GenericSchema,
  Made,
>(key: key, value: value, make: (key: v.InferOutput<key>, value: v.InferOutput<value>) => Made) {
  const pair = v.pipe(
    v.tuple([key, value, v.string()]),
    v.transform(
      ([name, parsed, written]): Entry<Made> => ({
        name,
        made: make(name, parsed),
        isAsWritten: name === written,
      }),
    ),
  )
  const schema = v.pipe(
    anObject,
    v.rawTransform<object, readonly Made[]>(({ dataset, addIssue, NEVER }) => {
      const { value: record } = dataset
      const { jsonMembers } = currentRules().limits
      const parsed = runList(pair, record, () => entriesOf(record, jsonMembers))
      if (parsed?.issue === undefined && parsed !== undefined) return lastOf(parsed.values)
      addIssue(
        parsed?.issue === undefined
          ? { message: tooMany('entries', jsonMembers) }
          : ofEntry(parsed.issue, record),
      )
      return NEVER
    }),
  )
  return schema
}

interface Entry<Made> {
  readonly name: string
  readonly made: Made
  readonly isAsWritten: boolean
}

/** Names that differ in the JSON may be one key: addresses in small and in capital letters. */
function lastOf<Made>(entries: readonly Entry<Made>[]): Made[] {
  // A map of a hundred thousand takes a while.
  if (entries.every(({ isAsWritten }) => isAsWritten)) return entries.map(({ made }) => made)
  return [...new Map(entries.map(({ name, made }) => [name, made])).values()]
}

/** Returns the message that there are more than the limit; `what`, in the plural. */
export function tooMany(what: string, limit: number): string {
  return `too many ${what}: ${limitWords('jsonMembers', limit)}`
}

/** Nothing where they are too many. */
function entriesOf(record: object, most: number): Items | undefined {
  const all = Object.keys(record)
  if (all.length > most) return undefined
  const names = all.filter((name) => !unsafeKeys.has(name))
  const values = record as Readonly<Record<string, unknown>>
  // Each pair when it is parsed: a hundred thousand of them take a while.
  const at = (index: number) => {
    const name = names[index] as string
    return [name, values[name], name]
  }
  return { length: names.length, at }
}

/** Names that no entry can have. */
const unsafeKeys: ReadonlySet<string> = new Set(['__proto__', 'prototype', 'constructor'])

/** The issue at the entry's name, not at the place of the pair. */
function ofEntry(issue: ItemIssue, input: object): ItemIssue {
  const [item, part, ...inside] = issue.path
  const [name] = (item.value ?? []) as readonly string[]
  if (part === undefined || name === undefined) return issue
  const origin = part.key === 0 ? 'key' : 'value'
  const place = { type: 'object', origin, input, key: name, value: part.value } as v.IssuePathItem
  return { ...issue, path: [place, ...inside] }
}

/**
 * A schema that need not be asked about most values: `parse` gives what it would make of such a one, and
 * nothing for all others, wrong ones among them.
 */
export function shortcut<const schema extends v.GenericSchema>(
  parse: (input: unknown) => v.InferOutput<schema> | undefined,
  schema: schema,
) {
  let made: v.InferOutput<schema> | undefined
  const asMade = v.pipe(
    v.any(),
    v.transform((): v.InferOutput<schema> => made),
  )
  return v.lazy((input) => {
    made = parse(input)
    return made === undefined ? schema : asMade
  })
}
