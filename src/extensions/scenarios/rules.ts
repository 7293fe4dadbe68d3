import type { Field } from '../../files/declared/field.ts'
import { InvalidFixture } from '../../files/declared/fixtureErrors.ts'
import { isObject } from '../../files/section.ts'
import { reasonOf } from '../../lib/errors.ts'
import { suggest } from '../../lib/text.ts'
import {
  amountAdvice,
  durationPattern,
  parseAmount,
  parseDuration,
  parseSeconds,
  secondsAdvice,
} from '../../lib/units.ts'

/** A JSON schema, for editors. */
export type JsonSchema = Readonly<Record<string, unknown>>

/** What can be written at a place of a scenario: how it is read, and what editors know of it. */
export interface Rule<Value> {
  readonly schema: JsonSchema
  /** Throws an `InvalidFixture` that names the place. */
  read(field: Field): Value
}

/** A member that may be missing. */
export interface OptionalRule<Value> extends Rule<Value | undefined> {
  readonly isOptional: true
}

/** The value of a rule. */
export type ValueOf<Any> = Any extends Rule<infer Value> ? Value : never

type Members = Readonly<Record<string, Rule<unknown>>>

type Values<Given extends Members> = {
  readonly [Name in keyof Given]: ValueOf<Given[Name]>
}

export function optional<Value>(rule: Rule<Value>): OptionalRule<Value> {
  return {
    schema: rule.schema,
    isOptional: true,
    read: (field) => (field.value === undefined ? undefined : rule.read(field)),
  }
}

/** The same rule with a sentence for editors. */
export function described<Any extends Rule<unknown>>(description: string, rule: Any): Any {
  return { ...rule, schema: { ...rule.schema, description } }
}

/** A value that `parse` makes of what is written; `undefined` for what it cannot be. */
export function parsed<Value>(
  parse: (written: unknown) => Value | undefined,
  advice: string,
  schema: JsonSchema,
): Rule<Value> {
  return { schema, read: (field) => parse(field.value) ?? field.refuse(advice) }
}

/** What is written, as the place where it is: for names, which stand for something only when the step is done. */
export function place(schema: JsonSchema = {}): Rule<Field> {
  return {
    schema,
    read: (field) => (field.value === undefined ? field.refuse('give it') : field),
  }
}

/** The name of an account or a contract, or an address. */
export const address: Rule<Field> = {
  schema: { type: 'string' },
  read: (field) =>
    typeof field.value === 'string' && field.value !== ''
      ? field
      : field.refuse('give an address, or the name of an account or a contract'),
}

export const text: Rule<string> = parsed(
  (written) => (typeof written === 'string' && written !== '' ? written : undefined),
  'give a string that is not empty',
  { type: 'string', minLength: 1 },
)

export const flag: Rule<boolean> = parsed(
  (written) => (typeof written === 'boolean' ? written : undefined),
  'give true or false',
  { type: 'boolean' },
)

export const list: Rule<Field> = {
  schema: { type: 'array' },
  read: (field) => (Array.isArray(field.value) ? field : field.refuse('give a list')),
}

/** A whole number within bounds, also as a text of digits. */
export function whole(least: number, most: number): Rule<number> {
  return parsed(
    (written) => {
      const number =
        typeof written === 'string' && /^\d+$/.test(written) ? Number(written) : written
      const fits = typeof number === 'number' && Number.isInteger(number)
      return fits && number >= least && number <= most ? number : undefined
    },
    `give a whole number from ${least} to ${most}`,
    { type: 'integer', minimum: least, maximum: most },
  )
}

const maxUint256 = 2n ** 256n - 1n

export const amount: Rule<bigint> = parsed(
  (written) => {
    const value = parseAmount(written)
    return value === undefined || value < 0n || value > maxUint256 ? undefined : value
  },
  amountAdvice,
  { type: ['integer', 'string'] },
)

export const hex: Rule<`0x${string}`> = parsed(
  (written) =>
    typeof written === 'string' && /^0x([0-9a-f]{2})*$/i.test(written)
      ? (written as `0x${string}`)
      : undefined,
  'give bytes as 0x and hex digits',
  { type: 'string', pattern: '^0x([0-9a-fA-F]{2})*$' },
)

/** The longest time of a scenario, in milliseconds: a hundred years. */
const maxSpanMs = 36_525 * 86_400_000

function parseSpan(written: unknown): number | undefined {
  const ms = parseDuration(written)
  return ms === undefined || ms > maxSpanMs ? undefined : ms
}

const spanAdvice = 'give a time with its unit, such as 200ms, 30s, 2m, 1h or 7d'

const spanSchema: JsonSchema = {
  type: ['number', 'string'],
  pattern: durationPattern,
  minimum: 0,
}

/** Milliseconds. */
export const span: Rule<number> = parsed(parseSpan, spanAdvice, spanSchema)

/** Milliseconds, at least one. */
export const period: Rule<number> = parsed(
  (written) => {
    const ms = parseSpan(written)
    return ms === undefined || ms < 1 ? undefined : ms
  },
  `${spanAdvice}, of at least 1 ms`,
  spanSchema,
)

/** A time of whole seconds; a number without a unit is in seconds, and warned of. */
export const seconds: Rule<number> = withUnit('s', parsed(parseSeconds, secondsAdvice, spanSchema))

/** The same rule; warns of a number without a unit, which is read in this one here and in others elsewhere. */
export function withUnit<Value>(unit: string, { schema, read }: Rule<Value>): Rule<Value> {
  return {
    schema,
    read: (field) => {
      const { value } = field
      const result = read(field)
      if (typeof value === 'number' && value !== 0) field.unclear(`${value}${unit}`)
      return result
    },
  }
}

/** One of a few words. */
export function word<const Word extends string>(...words: readonly Word[]): Rule<Word> {
  return {
    schema: { enum: words },
    read: (field) => {
      const found = words.find((known) => known === field.value)
      if (found !== undefined) return found
      const meant = suggest(String(field.value), words)
      const hint = meant === undefined ? '' : `did you mean ${meant}? `
      return field.refuse(`${hint}give ${words.join(', ')}`)
    },
  }
}

/** An object with these members and no others. */
export function object<const Given extends Members>(members: Given): Rule<Values<Given>> {
  const names = Object.keys(members)
  const isOptional = (name: string) => 'isOptional' in (members[name] as object)
  return {
    schema: {
      type: 'object',
      properties: Object.fromEntries(names.map((name) => [name, members[name]?.schema])),
      required: names.filter((name) => !isOptional(name)),
      additionalProperties: false,
    },
    read: (field) => {
      const inner = membersIn(field)
      for (const name of inner.keys()) {
        if (!names.includes(name)) refuseName(inner.get(name) as Field, name, names)
      }
      const values = names.map((name) => {
        const rule = members[name] as Rule<unknown>
        return [name, rule.read(inner.get(name) ?? field.at(name))]
      })
      return Object.fromEntries(values) as Values<Given>
    },
  }
}

function refuseName(field: Field, name: string, known: readonly string[]): never {
  const meant = suggest(name, known)
  const hint = meant === undefined ? '' : `did you mean ${meant}? `
  return field.refuse(`there is no such field; ${hint}the fields are ${known.join(', ')}`)
}

/** An object by names of choice. */
export function record<Value>(rule: Rule<Value>): Rule<ReadonlyMap<string, Value>> {
  return {
    schema: { type: 'object', additionalProperties: rule.schema },
    read: (field) =>
      new Map([...membersIn(field)].map(([name, inner]) => [name, rule.read(inner)] as const)),
  }
}

/** The first of two rules where `isFirst` says so, and else the second. */
export function either<One, Other>(
  isFirst: (written: unknown) => boolean,
  one: Rule<One>,
  other: Rule<Other>,
): Rule<One | Other> {
  return {
    schema: { anyOf: [one.schema, other.schema] },
    read: (field) => (isFirst(field.value) ? one.read(field) : other.read(field)),
  }
}

/** The members of an object, in order; those that are `undefined` are absent. */
export function membersIn(field: Field): ReadonlyMap<string, Field> {
  const { value } = field
  if (!isObject(value)) return field.refuse('give an object')
  const present = Object.entries(value).filter(([, inner]) => inner !== undefined)
  return new Map(present.map(([name, inner]) => [name, field.at(name, inner)]))
}

/** The one member of an object of which there is to be exactly one, of these names. */
function choiceIn(field: Field, names: readonly string[]): readonly [string, Field] {
  const inner = [...membersIn(field)]
  const unknown = inner.find(([name]) => !names.includes(name))
  if (unknown !== undefined) refuseName(unknown[1], unknown[0], names)
  const [first, second] = inner
  if (first === undefined) return field.refuse(`give one of ${names.join(', ')}`)
  if (second === undefined) return first
  return second[1].refuse(`it is given together with ${first[0]}: give one of them`)
}

/** A price as a number. */
export const decimal: Rule<number> = parsed(
  (written) => {
    const isNumber = typeof written === 'number' || /^-?\d+(\.\d+)?$/.test(String(written))
    const number = isNumber ? Number(written) : Number.NaN
    return Number.isFinite(number) ? number : undefined
  },
  'give a number, such as 1800 or 0.9995',
  { type: ['number', 'string'] },
)

/** A rule whose value is made of what another one reads. */
export function made<Read, Value>(
  rule: Rule<Read>,
  make: (read: Read, field: Field) => Value,
): Rule<Value> {
  return { schema: rule.schema, read: (field) => make(rule.read(field), field) }
}

/** An object with exactly one member of these. */
export function choice<Value>(
  kinds: Readonly<Record<string, { readonly summary: string; readonly rule: Rule<Value> }>>,
): Rule<Value> {
  const names = Object.keys(kinds)
  const properties = names.map((name): readonly [string, JsonSchema] => {
    const { summary, rule } = kinds[name] as { summary: string; rule: Rule<Value> }
    return [name, { ...rule.schema, description: summary }]
  })
  return {
    schema: {
      type: 'object',
      properties: Object.fromEntries(properties),
      additionalProperties: false,
      minProperties: 1,
      maxProperties: 1,
    },
    read: (field) => {
      const [name, inner] = choiceIn(field, names)
      return (kinds[name] as { rule: Rule<Value> }).rule.read(inner)
    },
  }
}

/** Does what may be refused; the place in the scenario is named. Throws an `InvalidFixture`. */
export async function attempt<Result>(
  field: Field,
  task: () => Result | Promise<Result>,
): Promise<Result> {
  try {
    return await task()
  } catch (cause) {
    if (cause instanceof InvalidFixture) throw cause
    return field.refuse(reasonOf(cause), { cause })
  }
}
