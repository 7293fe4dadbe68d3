import type * as v from 'valibot'
import { invalidArgument, invalidParams, missingArgument, type RpcError } from './rpcError.ts'
import { type ReadingRules, read, specified } from './schema/parsed.ts'

/** A tuple of valibot schemas, one for each positional parameter. */
export interface ParamsSchema extends v.GenericSchema<unknown[], unknown[]> {
  readonly items: readonly v.GenericSchema[]
}

/** Longest part of a client's value that an error message repeats. */
const maxQuotedLength = 80
const maxProblemLength = 400

function quoted(text: string): string {
  if (text.length <= maxQuotedLength) return JSON.stringify(text)
  return `${JSON.stringify(text.slice(0, maxQuotedLength))}… (${text.length} characters)`
}

/** A value in a few words, whatever its size. */
function describe(value: unknown): string {
  if (typeof value === 'string') return quoted(value)
  if (Array.isArray(value)) return `an array of ${value.length}`
  if (typeof value === 'object' && value !== null) return 'an object'
  return value === undefined ? 'nothing' : String(value)
}

/** Where inside an argument: `calls[3].to`. */
function pathInside(path: readonly v.IssuePathItem[]): string {
  let text = ''
  for (const { key } of path) {
    if (typeof key === 'number') text += `[${key}]`
    else text += `${text === '' ? '' : '.'}${String(key).slice(0, maxQuotedLength)}`
  }
  return text
}

function problemOf(issue: v.BaseIssue<unknown>): string {
  // valibot's own words repeat the whole value, however long; ours and a schema's do not.
  const generated = issue.message.endsWith(`eceived ${issue.received}`)
  if (!generated) return issue.message
  return issue.expected === null ? 'not allowed' : `expected ${issue.expected}`
}

function shortened(text: string): string {
  return text.length <= maxProblemLength ? text : `${text.slice(0, maxProblemLength)}…`
}

/**
 * The arguments of a call, checked and parsed. Trailing optional ones may be left out, and `null`
 * stands for an argument left out. Throws -32602 naming the first bad argument.
 */
export function parseParams<const schema extends ParamsSchema>(
  schema: schema,
  args: readonly unknown[],
  rules: ReadingRules = specified,
): v.InferOutput<schema> {
  const { items } = schema
  if (args.length > items.length) {
    throw invalidParams(`too many arguments, want at most ${items.length}`)
  }
  // Not by the schema of all, which takes longer than all else about a small request.
  const values: unknown[] = []
  for (let index = 0; index < items.length; index++) {
    const given = args[index] ?? undefined
    const { output, issues } = read(items[index] as v.GenericSchema, given, rules)
    if (issues !== undefined) throw problemWith(index, given, issues[0])
    values.push(output)
  }
  return values as v.InferOutput<schema>
}

function problemWith(index: number, given: unknown, issue: v.BaseIssue<unknown>): RpcError {
  if (given === undefined) return missingArgument(index)
  const { path, input } = issue
  const place = path === undefined ? '' : `${shortened(pathInside(path))}: `
  const problem = `${place}${shortened(problemOf(issue))}, got ${describe(input)}`
  return invalidArgument(index, problem)
}
