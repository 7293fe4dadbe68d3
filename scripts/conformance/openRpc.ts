import { Ajv, type ErrorObject, type ValidateFunction } from 'ajv'
import { isObject } from './compare.ts'

export type JsonSchema = Readonly<Record<string, unknown>>

/** Of an OpenRPC document: what the results of its methods look like. */
export interface ResultSchemas {
  /** By the name of the method; `$ref`s point to `#/components/schemas/`. */
  readonly methods: Readonly<Record<string, JsonSchema>>
  readonly components: { readonly schemas: Readonly<Record<string, JsonSchema>> }
}

interface OpenRpcDocument {
  readonly methods: readonly {
    readonly name: string
    readonly result: { readonly schema: JsonSchema }
  }[]
  readonly components: ResultSchemas['components']
}

/** Says in a line each what does not fit; nothing when the result does. */
export type ResultCheck = (method: string, result: unknown) => readonly string[]

export function resultSchemas(document: unknown): ResultSchemas {
  const { methods, components } = listsApart(document) as OpenRpcDocument
  return {
    methods: Object.fromEntries(methods.map(({ name, result }) => [name, result.schema])),
    components,
  }
}

/** Where lists of one or another kind are told apart by `oneOf`, an empty one would be of both, so of neither. */
function listsApart(schema: unknown): unknown {
  if (Array.isArray(schema)) return schema.map(listsApart)
  if (!isObject(schema)) return schema
  return Object.fromEntries(
    Object.entries(schema).map(([key, value]) =>
      key === 'oneOf' && Array.isArray(value) && value.every(isList)
        ? ['anyOf', listsApart(value)]
        : [key, listsApart(value)],
    ),
  )
}

function isList(schema: unknown): boolean {
  return isObject(schema) && schema.type === 'array'
}

/** Checks results against the schemas, each of which is compiled when it is first needed. */
export function createResultCheck({ methods, components }: ResultSchemas): ResultCheck {
  const ajv = new Ajv({ strict: false, allErrors: true })
  const compiled = new Map<string, ValidateFunction>()
  return (method, result) => {
    const schema = Object.hasOwn(methods, method) ? methods[method] : undefined
    if (schema === undefined) return [`the OpenRPC document has no method ${method}`]
    let validate = compiled.get(method)
    if (validate === undefined) {
      validate = ajv.compile({ ...schema, components })
      compiled.set(method, validate)
    }
    return validate(result) ? [] : describe(validate.errors ?? [])
  }
}

/** What lies deepest first: of alternatives, the one that fits furthest tells most. */
function describe(errors: readonly ErrorObject[]): readonly string[] {
  const lines = [...errors]
    .sort((one, other) => depth(other) - depth(one))
    .map(({ instancePath, message, params }) => {
      const surplus = params.additionalProperty ?? params.allowedValues ?? params.allowedValue
      const detail = surplus === undefined ? '' : ` (${JSON.stringify(surplus)})`
      return `result${instancePath}: ${message}${detail}`
    })
  return [...new Set(lines)]
}

function depth({ instancePath }: ErrorObject): number {
  return instancePath.split('/').length
}
