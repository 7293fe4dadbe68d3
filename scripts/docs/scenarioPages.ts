import { occurrenceKinds } from '../../src/extensions/scenarios/conditions.ts'
import { factKinds } from '../../src/extensions/scenarios/facts.ts'
import { actionKinds, scenarioRule, timing } from '../../src/extensions/scenarios/stepKinds.ts'

/** Lists the members of a scenario. */
export function scenarioMembers(): string {
  const { properties } = scenarioRule.schema as { readonly properties: Described }
  return listOf(Object.entries(properties).map(([name, { description }]) => [name, description]))
}

/** Lists what a step can do. */
export function scenarioSteps(): string {
  return listOf(Object.entries(actionKinds).map(([name, { summary }]) => [name, summary]))
}

/** Lists what says when a step begins. */
export function scenarioTimes(): string {
  return listOf(Object.entries(timing).map(([name, { schema }]) => [name, schema.description]))
}

/** Lists what a step can wait for and, in the first part, expect. */
export function scenarioConditions(): string {
  const kinds = Object.entries({ ...factKinds, ...occurrenceKinds })
  return listOf(kinds.map(([name, { summary }]) => [name, summary]))
}

type Described = Readonly<Record<string, { readonly description?: string }>>

function listOf(items: readonly (readonly [name: string, words: unknown])[]): string {
  return items.map(([name, words]) => `- \`${name}\`: ${words}`).join('\n')
}
