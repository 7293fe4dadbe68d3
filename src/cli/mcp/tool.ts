import * as v from 'valibot'
import type { AgentChain } from './agentChain.ts'
import { decimalAmounts } from './shortJson.ts'

type Entries = Record<string, v.GenericSchema>

/** What an agent can do. */
export interface Tool {
  readonly name: string
  readonly description: string
  /** What the arguments have to be. */
  readonly input: v.GenericSchema
  /** Returns the answer as text. Throws an `Error` whose message says what to do. */
  call(chain: AgentChain, given: unknown): Promise<string>
}

/** Defines a tool by the schema of its arguments, whose descriptions the agent reads. */
export function defineTool<const Members extends Entries>({
  name,
  description,
  members,
  run,
}: {
  readonly name: string
  readonly description: string
  readonly members: Members
  readonly run: (
    chain: AgentChain,
    given: v.InferOutput<v.StrictObjectSchema<Members, undefined>>,
  ) => Promise<unknown>
}): Tool {
  const schema = v.strictObject(members)
  return {
    name,
    description,
    input: schema,
    call: async (chain, given) => {
      const parsed = v.safeParse(schema, given ?? {})
      if (!parsed.success) throw new Error(problemOf(name, parsed.issues))
      return decimalAmounts(await run(chain, parsed.output))
    },
  }
}

function problemOf(tool: string, issues: readonly v.BaseIssue<unknown>[]): string {
  const problems = issues.map((issue) => `${v.getDotPath(issue) ?? 'arguments'}: ${issue.message}`)
  return `${tool} does not take this: ${problems.join('; ')}`
}

/** A text that the agent has to read. */
export const text = (description: string) => v.pipe(v.string(), v.description(description))

/** A whole number from 0 up to `most`. */
export const number = (description: string, most = 1_000_000_000) =>
  v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(most), v.description(description))

export const flag = (description: string) => v.pipe(v.boolean(), v.description(description))

export const anything = (description: string) => v.pipe(v.any(), v.description(description))
