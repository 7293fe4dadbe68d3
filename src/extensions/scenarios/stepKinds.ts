import type { ScenarioActions } from '../../types/scenario.ts'
import { type Action, type ActionKind, kind } from './action.ts'
import {
  cadence,
  clearFaults,
  fault,
  fees,
  fixture,
  l1,
  labels,
  reorg,
  state,
  time,
} from './chainKinds.ts'
import { condition } from './conditions.ts'
import { actorsRule } from './fixtures.ts'
import { price, searchers, traffic } from './marketKinds.ts'
import {
  described,
  either,
  type JsonSchema,
  object,
  optional,
  parsed,
  period,
  place,
  span,
  text,
  whole,
} from './rules.ts'
import { checkpoint, drop, expect, mine, send } from './transactionKinds.ts'

const included = place({ type: ['string', 'object'] })

/** Its steps are read in its place, and follow. */
const include = kind(
  'Goes on with the steps of another scenario, by path or content.',
  included,
  (field): Action => ({
    words: typeof field.value === 'string' ? `include ${field.value}` : 'include a scenario',
    run: async () => {},
  }),
)

/** What a step can do: documents, the schema for editors, checks and the play come from this table. */
export const actionKinds: { readonly [Name in keyof ScenarioActions]: ActionKind } = {
  send,
  drop,
  price,
  traffic,
  searchers,
  state,
  fixture,
  fault,
  clearFaults,
  reorg,
  cadence,
  fees,
  l1,
  labels,
  mine,
  time,
  expect,
  checkpoint,
  include,
}

/** A number of blocks: one of the chain, or how many from now. */
export interface BlockCount {
  readonly number: bigint
  readonly isRelative: boolean
}

const blockCount = parsed(
  (written): BlockCount | undefined => {
    const [, sign, digits] = /^(\+?)(\d{1,15})$/.exec(String(written)) ?? []
    return digits === undefined ? undefined : { number: BigInt(digits), isRelative: sign === '+' }
  },
  'give the number of a block, or +3 for the third from now',
  { type: ['integer', 'string'], pattern: '^\\+?\\d+$' },
)

/** When a step begins: its members besides what it does. */
export const timing = {
  name: described('Its name, for skipTo, messages and later steps.', optional(text)),
  at: described('The time since the scenario began, such as 30s.', optional(span)),
  after: described('The time since the step before it began, such as 30s.', optional(span)),
  atBlock: described('A block, or +3 for the third from now.', optional(blockCount)),
  atFlashblock: described('+2 for the second flashblock from now.', optional(blockCount)),
  when: described('What has to be the case, or to happen.', optional(condition)),
  within: described('How long it waits before the scenario fails.', optional(period)),
  every: described('The time from each repeat to the next.', optional(period)),
  times: described(
    'How often it is done, beside the steps that follow.',
    optional(whole(1, 1_000_000)),
  ),
}

/** Members of which a step has one at most. */
export const waits = ['at', 'after', 'atBlock', 'atFlashblock', 'when'] as const

/** The most steps of a scenario, those of included ones too. */
export const maxSteps = 10_000

const stepList = place({ type: 'array', items: { $ref: '#/$defs/step' } })

/** What a scenario has besides its steps. */
export const scenarioRule = object({
  version: described(
    '1; files begin with it.',
    optional(
      parsed(
        (written) => (written === 1 ? 1 : undefined),
        'give 1, the version that this preconf reads',
        { const: 1 },
      ),
    ),
  ),
  name: described('Its name, in the console and the inspector.', optional(text)),
  fixture: described(
    'What is there before the first step: paths of fixtures, or the content of one.',
    optional(place({ type: ['string', 'array', 'object'] })),
  ),
  include: described(
    'Other scenarios, by path or content. Their steps come before.',
    optional(either(Array.isArray, place({ type: 'array' }), included)),
  ),
  actors: described('Accounts by name, as in a fixture.', optional(place(actorsRule.schema))),
  traffic: described(
    'Background transactions from the start, as the step traffic has them.',
    optional(place(traffic.schema)),
  ),
  searchers: described(
    'Searchers from the start, as the step searchers has them.',
    optional(place(searchers.schema)),
  ),
  steps: described('What happens, in order.', optional(stepList)),
})

/** The JSON schema of a scenario, for editors. */
export function scenarioSchema(): JsonSchema {
  const kinds = Object.entries(actionKinds)
  const times = Object.entries(timing)
  return {
    $schema: 'https://json-schema.org/draft/2020-12/schema',
    title: 'A scenario of preconf',
    ...scenarioRule.schema,
    $defs: {
      step: {
        type: 'object',
        properties: Object.fromEntries([
          ...times.map(([name, { schema }]) => [name, schema]),
          ...kinds.map(([name, { schema }]) => [name, schema]),
        ]),
        additionalProperties: false,
        oneOf: kinds.map(([name]) => ({ required: [name] })),
      },
    },
  }
}
