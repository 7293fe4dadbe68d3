import type { YieldIfDue } from '../../clock/pace.ts'
import type { DeclaredFixture } from '../../files/declared/declaredFixture.ts'
import { type Field, fieldOf } from '../../files/declared/field.ts'
import {
  type FieldPath,
  type FixtureFiles,
  type FixtureOrigin,
  filesBeside,
  InvalidFixture,
} from '../../files/declared/fixtureErrors.ts'
import { readContent } from '../../files/declared/readDeclared.ts'
import { UnreadableFile } from '../../files/fileErrors.ts'
import { type FileSource, objectSource, pathSource } from '../../files/fileSource.ts'
import { isObject } from '../../files/section.ts'
import { reasonOf } from '../../lib/errors.ts'
import { suggest } from '../../lib/text.ts'
import type { ScenarioActions } from '../../types/scenario.ts'
import type { Action, Repeats } from './action.ts'
import type { Condition } from './conditions.ts'
import { fixtureOfActors, readFixtures, resolved } from './fixtures.ts'
import { membersIn, object } from './rules.ts'
import { actionKinds, type BlockCount, maxSteps, scenarioRule, timing, waits } from './stepKinds.ts'

/** What a step waits for; nothing: it follows the one before it. */
export type Wait =
  | { readonly kind: 'none' }
  | { readonly kind: 'at' | 'after'; readonly ms: number }
  | ({ readonly kind: 'block' } & BlockCount)
  | { readonly kind: 'flashblock'; readonly count: number }
  | { readonly kind: 'condition'; readonly condition: Condition }

/** A step with all that it is and does. */
export interface Step {
  readonly index: number
  readonly name: string
  readonly kind: keyof ScenarioActions
  readonly field: Field
  readonly action: Action
  readonly wait: Wait
  /** How long it waits before the scenario fails, ms. */
  readonly withinMs: number | undefined
  /** When it begins, in words. */
  readonly when: string
  readonly repeats: Repeats | undefined
  /** The scenarios that it is in, the outermost first: `at` counts from the beginning of the last. */
  readonly scopes: readonly number[]
}

/** A scenario with those that it includes, as it is played. */
export interface Course {
  readonly name: string
  /** What is loaded before the first step. */
  readonly fixtures: readonly DeclaredFixture[]
  readonly steps: readonly Step[]
}

/** How deep scenarios include others, and how many there are in all. */
const maxDepth = 16
const maxFiles = 100
const maxActors = 1_000

/**
 * Reads a scenario with all that it names: files are opened as `files` says. The names of scenarios are added to
 * `names`, and `pace` is called after each step. Throws an `InvalidFixture` or an `UnreadableFile`.
 */
export async function readCourse(
  source: FileSource,
  files: FixtureFiles,
  { names, pace }: { readonly names: Set<string>; readonly pace: YieldIfDue },
): Promise<Course> {
  const reader = new CourseReader(names, pace)
  const name = await reader.read(source, files, { before: [], scopes: [] })
  return { ...reader.course, name }
}

interface Place {
  /** The names of the scenarios that lead to this one. */
  readonly before: readonly string[]
  /** The scenarios that this one is in. */
  readonly scopes: readonly number[]
}

class CourseReader {
  readonly #fixtures: DeclaredFixture[] = []
  readonly #steps: Step[] = []
  readonly #names: Set<string>
  readonly #pace: YieldIfDue
  #scopes = 0
  #actors = 0

  constructor(names: Set<string>, pace: YieldIfDue) {
    this.#names = names
    this.#pace = pace
  }

  get course(): Omit<Course, 'name'> {
    return { fixtures: this.#fixtures, steps: this.#steps }
  }

  /** Returns the scenario's name. */
  async read(source: FileSource, files: FixtureFiles, { before, scopes }: Place): Promise<string> {
    this.#names.add(source.name)
    const { value, origin: plain } = await readContent(source)
    const origin: FixtureOrigin = { ...plain, wordsOf: (path) => wordsOf(value, path) }
    const top = fieldOf(origin, [], value)
    const { version, name, fixture, include, actors, traffic, searchers, steps } =
      scenarioRule.read(top)
    if (version === undefined && origin.lineOf([]) !== undefined) {
      throw new InvalidFixture(origin, ['version'], 'is missing: begin with version: 1')
    }
    const place = { before: [...before, source.name], scopes: [...scopes, this.#scopes++] }
    if (include !== undefined) {
      const all = Array.isArray(include.value) ? itemsOf(include) : [include]
      for (const one of all) await this.#include(one, files, place)
    }
    if (fixture !== undefined) this.#fixtures.push(...(await readFixtures(fixture, files)))
    if (actors !== undefined) this.#addActors(actors)
    for (const [kind, inner] of Object.entries({ traffic, searchers })) {
      if (inner === undefined) continue
      await this.#add(
        { field: inner, kind: kind as keyof ScenarioActions, inner, given: {} },
        files,
        place,
      )
    }
    if (steps !== undefined) await this.#addSteps(steps, files, place)
    return name ?? nameOf(source.name)
  }

  async #include(field: Field, files: FixtureFiles, place: Place): Promise<void> {
    const { value } = field
    if (place.before.length >= maxDepth)
      field.refuse(`scenarios include each other ${maxDepth} deep`)
    if (this.#scopes >= maxFiles) field.refuse(`more than ${maxFiles} scenarios are included`)
    if (isObject(value)) {
      await this.read(objectSource(value, field.origin.name), files, place)
      return
    }
    if (typeof value !== 'string') field.refuse('give the path of a scenario, or its content')
    const path = await resolved(field, files)
    if (place.before.includes(path)) {
      field.refuse(`it includes itself: ${[...place.before, path].join(' -> ')}`)
    }
    const source = await pathSource(path)
    await this.read(source, filesBeside(path), place).catch((cause) => {
      // What is wrong inside it says where.
      if (cause instanceof UnreadableFile) field.refuse(reasonOf(cause), { cause })
      throw cause
    })
  }

  #addActors(field: Field): void {
    const fixture = fixtureOfActors(field)
    this.#actors += fixture.accounts.length
    if (this.#actors > maxActors) field.refuse(`there are more than ${maxActors} actors`)
    this.#fixtures.push(fixture)
  }

  async #addSteps(field: Field, files: FixtureFiles, place: Place): Promise<void> {
    const names = new Map<string, number>()
    for (const [index, one] of itemsOf(field).entries()) {
      const { name } = (isObject(one.value) ? one.value : {}) as { readonly name?: unknown }
      if (typeof name === 'string') {
        const other = names.get(name)
        if (other !== undefined) one.at('name', name).refuse(`steps[${other}] has this name too`)
        names.set(name, index)
      }
      await this.#addStep(one, files, place)
    }
  }

  async #addStep(field: Field, files: FixtureFiles, place: Place): Promise<void> {
    await this.#pace()
    const { kind, inner, times } = splitStep(field)
    const given = object(timing).read(times)
    await this.#add({ field, kind, inner, given }, files, place)
    if (kind === 'include') await this.#include(inner, files, place)
  }

  async #add(written: WrittenStep, files: FixtureFiles, { scopes }: Place): Promise<void> {
    const { field, kind, inner, given } = written
    const action = await actionKinds[kind].read(inner, files)
    const index = this.#steps.length
    if (index >= maxSteps) field.refuse(`a scenario has at most ${maxSteps} steps`)
    const wait = waitOf(field, given)
    this.#steps.push({
      index,
      name: given.name ?? ownName(kind, inner) ?? `step ${index + 1}`,
      kind,
      field,
      action,
      wait,
      withinMs: given.within,
      when: whenWords(field, wait),
      repeats: repeatsOf(field, given, action, kind),
      scopes,
    })
  }
}

/** A name for what has none: that of its file. */
function nameOf(source: string): string {
  return /([^/\\]+?)(\.[a-z]+)?$/.exec(source)?.[1] ?? source
}

/** The items of a list, each with its place. */
function itemsOf(field: Field): readonly Field[] {
  const { value } = field
  if (!Array.isArray(value)) return field.refuse('give a list')
  return value.map((one, index) => field.at(index, one))
}

/** `steps[3] 'crash' price.ETH/USD` */
function wordsOf(content: unknown, path: FieldPath): string {
  const [first, index, ...rest] = path
  if (first !== 'steps' || typeof index !== 'number') return path.join('.')
  const steps = (content as { readonly steps?: unknown } | undefined)?.steps
  const step = Array.isArray(steps) ? steps[index] : undefined
  const name = isObject(step) && typeof step.name === 'string' ? [`'${step.name}'`] : []
  const inner = rest.length === 0 ? [] : [rest.join('.')]
  return [`steps[${index}]`, ...name, ...inner].join(' ')
}

/** What a step does, and the rest of it. */
function splitStep(field: Field) {
  const members = [...membersIn(field)]
  const actions = members.filter(([name]) => Object.hasOwn(actionKinds, name))
  const names = Object.keys(actionKinds)
  const others = members.filter(([name]) => !Object.hasOwn(actionKinds, name))
  const unknown = others.find(([name]) => !Object.hasOwn(timing, name))
  if (unknown !== undefined) {
    const [name, inner] = unknown
    const known = [...Object.keys(timing), ...names]
    const meant = suggest(name, known)
    const hint = meant === undefined ? '' : `did you mean ${meant}? `
    inner.refuse(`there is no such step; ${hint}a step has one of ${names.join(', ')}`)
  }
  const [first, second] = actions
  if (first === undefined) return field.refuse(`it does nothing: give one of ${names.join(', ')}`)
  if (second !== undefined) {
    return second[1].refuse(`it is given together with ${first[0]}: make two steps`)
  }
  const rest = Object.fromEntries(others.map(([name, inner]) => [name, inner.value]))
  return {
    kind: first[0] as keyof ScenarioActions,
    inner: first[1],
    times: fieldOf(field.origin, field.path, rest),
  }
}

/** A checkpoint is called by what it keeps. */
function ownName(kind: keyof ScenarioActions, { value }: Field): string | undefined {
  return kind === 'checkpoint' ? String(value) : undefined
}

type Timing = Partial<ReturnType<ReturnType<typeof object<typeof timing>>['read']>>

/** A step as it is written: what it does, and when. */
interface WrittenStep {
  readonly field: Field
  readonly kind: keyof ScenarioActions
  /** What the kind is given. */
  readonly inner: Field
  readonly given: Timing
}

function waitOf(field: Field, given: Timing): Wait {
  const [first, second] = waits.filter((name) => given[name] !== undefined)
  if (second !== undefined) {
    const { value } = field as { readonly value: Readonly<Record<string, unknown>> }
    field.at(second, value[second]).refuse(`it is given together with ${first}: give one of them`)
  }
  const { at, after, atBlock, atFlashblock, when, within } = given
  if (within !== undefined && (first === undefined || first === 'at' || first === 'after')) {
    field.at('within', within).refuse('remove it: it is for atBlock, atFlashblock and when')
  }
  if (at !== undefined) return { kind: 'at', ms: at }
  if (after !== undefined) return { kind: 'after', ms: after }
  if (atBlock !== undefined) return { kind: 'block', ...atBlock }
  if (atFlashblock !== undefined) return { kind: 'flashblock', count: Number(atFlashblock.number) }
  return when === undefined ? { kind: 'none' } : { kind: 'condition', condition: when }
}

function whenWords({ value }: Field, wait: Wait): string {
  const given = value as Readonly<Record<string, unknown>>
  switch (wait.kind) {
    case 'none':
      return 'then'
    case 'at':
      return `at ${withUnit(given.at)}`
    case 'after':
      return `after ${withUnit(given.after)}`
    case 'block':
      return wait.isRelative ? `${wait.number} blocks later` : `at block ${wait.number}`
    case 'flashblock':
      return `${wait.count} flashblocks later`
    case 'condition':
      return `when ${wait.condition.words}`
  }
}

function withUnit(span: unknown): string {
  return typeof span === 'number' || /^\d+$/.test(String(span)) ? `${span} ms` : String(span)
}

function repeatsOf(
  field: Field,
  { every, times }: Timing,
  { ramp }: Action,
  kind: keyof ScenarioActions,
): Repeats | undefined {
  if (every === undefined && times === undefined) return ramp
  if (kind === 'include' || kind === 'checkpoint') field.refuse(`${kind} cannot be repeated`)
  if (ramp !== undefined) field.refuse('a ramp cannot be repeated: make two steps')
  if (every === undefined) return field.refuse('it has times without every: give every')
  if (times === undefined) return field.refuse('it has every without times: give times')
  return { everyMs: every, times }
}
