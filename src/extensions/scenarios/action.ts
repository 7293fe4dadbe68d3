import type { DeclaredFixture } from '../../files/declared/declaredFixture.ts'
import type { Field } from '../../files/declared/field.ts'
import type { FixtureFiles } from '../../files/declared/fixtureErrors.ts'
import type { Hex } from '../../lib/hex.ts'
import type { Known, Sent } from './facts.ts'
import { amount, either, type JsonSchema, object, optional, period, type Rule } from './rules.ts'
import type { Scene } from './scene.ts'
import type { Undo } from './undo.ts'

/** How often an action has been done, and will have been: for ramps. */
export interface Turn {
  /** The number of times before, from 0. */
  readonly count: number
  readonly times: number
}

/** What an action that is done has besides the chain. */
export interface Stage {
  readonly scene: Scene
  readonly undo: Undo
  readonly sent: Sent
  /** Notes the transaction of the step. */
  note(hash: Hex): unknown
  /** Takes a checkpoint, to which `seek` goes back. */
  keep(name: string): Promise<void>
}

/** What the steps before have said, for the checks before a scenario starts. */
export interface Plan extends Known {
  /** A transaction is sent by the account that is written, or by the first one. Throws an `InvalidFixture`. */
  pays(from: Field, sender: Uint8Array): Promise<void>
  /** The account may get ether. */
  funds(address: Hex): void
  /** The step has a checkpoint of that name. */
  keeps(field: Field): void
  /** Contracts and accounts of a fixture come with a step. */
  brings(fixtures: readonly DeclaredFixture[]): void
}

/** When an action is done several times, and how often. */
export interface Repeats {
  readonly everyMs: number
  readonly times: number
}

/** What a step does. */
export interface Action {
  readonly words: string
  /** The times of a value that changes from one amount to another. */
  readonly ramp?: Repeats | undefined
  /** Whether it sends a transaction. */
  readonly sends?: boolean | undefined
  /** Checks it on a copy of the devnet. Throws an `InvalidFixture` for what cannot be done. */
  check?(scene: Scene, plan: Plan): void | Promise<void>
  run(stage: Stage, turn: Turn): Promise<void>
}

/** A kind of action: what it is for, how it is written, and what becomes of that. */
export interface ActionKind {
  /** One sentence, for documents and editors. */
  readonly summary: string
  readonly schema: JsonSchema
  /** Throws an `InvalidFixture`. */
  read(field: Field, files: FixtureFiles): Action | Promise<Action>
}

export function kind<Value>(
  summary: string,
  rule: Rule<Value>,
  make: (value: Value, field: Field, files: FixtureFiles) => Action | Promise<Action>,
): ActionKind {
  return {
    summary,
    schema: { ...rule.schema, description: summary },
    read: (field, files) => make(rule.read(field), field, files),
  }
}

/** An amount that may move to another one. */
export interface Ramped {
  readonly words: string
  readonly ramp: Repeats | undefined
  at(turn: Turn): bigint
}

/** More changes are not of use. */
const maxChanges = 10_000

const written = object({ from: amount, to: amount, within: period, every: optional(period) })

/** An amount, or a ramp from one to another. */
export const ramped: Rule<Ramped> = {
  schema: either(() => false, amount, written).schema,
  read: (field) => {
    if (typeof field.value !== 'object' || field.value === null) {
      const value = amount.read(field)
      return { words: String(field.value), ramp: undefined, at: () => value }
    }
    const { from, to, within, every = 1000 } = written.read(field)
    const times = Math.floor(within / every) + 1
    if (times > maxChanges) field.refuse(`it has ${times} changes: give a longer every`)
    const { value } = field as { readonly value: { readonly [name: string]: unknown } }
    return {
      words: `from ${value.from} to ${value.to} within ${value.within}`,
      ramp: { everyMs: every, times },
      at: ({ count }) =>
        times === 1 ? to : from + ((to - from) * BigInt(count)) / BigInt(times - 1),
    }
  },
}

/** The ramp of several amounts, which have to change at the same times. Throws an `InvalidFixture`. */
export function commonRamp(
  field: Field,
  values: readonly (Ramped | undefined)[],
): Repeats | undefined {
  const [first, ...others] = values.flatMap((value) => value?.ramp ?? [])
  const isSame = others.every(
    (other) => other.everyMs === first?.everyMs && other.times === first.times,
  )
  if (isSame) return first
  return field.refuse('its ramps change at other times: give them the same within and every')
}
