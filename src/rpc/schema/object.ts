import * as v from 'valibot'

const notAnObject = v.never('expected an object')

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
 * The first `most` items of a JSON array and one more, if there are: enough for whoever refuses too
 * many, without the cost of parsing them all.
 */
export function boundedList<const schema extends v.GenericSchema>(item: schema, most: number) {
  return v.pipe(
    list(v.unknown()),
    v.transform((items) => items.slice(0, most + 1)),
    list(item),
  )
}

/** Members of an object of values by a key: parsing as many takes most of a second. */
const mostEntries = 100_000

const tooManyEntries = v.never(`more than ${mostEntries} entries`)

/** A JSON array of items of one kind. */
export function list<const schema extends v.GenericSchema>(item: schema) {
  return v.array(item, 'expected an array')
}

/** A JSON object of values by a key, as a list of both. A key that occurs twice has its last value. */
export function entries<
  const key extends v.GenericSchema<string, string>,
  const value extends v.GenericSchema,
>(key: key, value: value) {
  const schema = v.pipe(
    v.record(key, value, 'expected an object'),
    v.transform((record) => Object.entries<v.InferOutput<value>>(record)),
  )
  return v.lazy((input) => {
    if (Array.isArray(input)) return notAnObject
    return countEntries(input) > mostEntries ? tooManyEntries : schema
  })
}

/** Members of whatever may be an object. */
export function countEntries(value: unknown): number {
  return typeof value === 'object' && value !== null ? Object.keys(value).length : 0
}

/**
 * A schema that need not be asked about most values: `parse` gives what it would make of such a one, and
 * nothing for all others, wrong ones among them.
 */
export function shortcut<const schema extends v.GenericSchema>(
  parse: (input: unknown) => v.InferOutput<schema> | undefined,
  schema: schema,
): schema {
  const run: schema['~run'] = (dataset, config) => {
    const value = parse(dataset.value)
    return value === undefined ? schema['~run'](dataset, config) : { typed: true, value }
  }
  return { ...schema, '~run': run }
}
