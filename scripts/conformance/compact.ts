import type { JsonSchema, ResultSchemas } from './openRpc.ts'

const reference = '#/components/schemas/'

/** The same rules in less room: without titles and descriptions, and only components that a result refers to. */
export function compact({ methods, components }: ResultSchemas): ResultSchemas {
  const kept = mapValues(methods, withoutWords) as Record<string, JsonSchema>
  const reached = new Map<string, JsonSchema>()
  const queue = namesIn(kept)
  for (let name = queue.pop(); name !== undefined; name = queue.pop()) {
    if (reached.has(name)) continue
    const schema = components.schemas[name]
    if (schema === undefined) throw new Error(`${reference}${name} is not in the document`)
    const plain = withoutWords(schema) as JsonSchema
    reached.set(name, plain)
    queue.push(...namesIn(plain))
  }
  const names = [...reached.keys()].sort()
  return {
    methods: kept,
    components: {
      schemas: Object.fromEntries(names.map((name) => [name, reached.get(name) as JsonSchema])),
    },
  }
}

/** Names of the components that a schema refers to, in whole or in part. */
function namesIn(schema: unknown): string[] {
  if (typeof schema !== 'object' || schema === null) return []
  return Object.entries(schema).flatMap(([key, value]) => {
    if (key !== '$ref' || typeof value !== 'string') return namesIn(value)
    return [value.slice(reference.length).split('/')[0] as string]
  })
}

/** A property may be called `title`: its schema is no string, as the annotation is. */
function withoutWords(schema: unknown): unknown {
  if (Array.isArray(schema)) return schema.map(withoutWords)
  if (typeof schema !== 'object' || schema === null) return schema
  const words = new Set(['title', 'description'])
  return mapValues(
    Object.fromEntries(
      Object.entries(schema).filter(([key, value]) => !words.has(key) || typeof value !== 'string'),
    ),
    withoutWords,
  )
}

function mapValues(
  object: Readonly<Record<string, unknown>>,
  change: (value: unknown) => unknown,
): Record<string, unknown> {
  return Object.fromEntries(Object.entries(object).map(([key, value]) => [key, change(value)]))
}
