import type { Devnet } from '../../devnet/devnet.ts'
import { joined } from '../../files/declared/declaredFixture.ts'
import { ScenarioFailed } from '../../files/declared/scenarioErrors.ts'
import { reasonOf } from '../../lib/errors.ts'
import type { Hex } from '../../lib/hex.ts'
import { Lock } from '../../lib/lock.ts'
import type {
  PlayStatus,
  PlayStep,
  ScenarioEvent,
  ScenarioPlay,
  ScenarioResult,
} from '../../types/scenario.ts'
import type { Stage } from './action.ts'
import type { Course, Step } from './course.ts'
import { Outcome, ScenarioRefusal } from './outcome.ts'
import { ScenarioTime } from './scenarioTime.ts'
import { type Layouts, Scene } from './scene.ts'
import { skipTo } from './skip.ts'
import { Undo } from './undo.ts'
import { Waiting } from './waiting.ts'

/** A step that is done again at a time of the scenario. */
interface Repeat {
  readonly step: Step
  /** How often it was done. */
  readonly count: number
  readonly dueMs: number
}

/** Where a scenario is. It never changes, so that `seek` can go back to it. */
interface Position {
  readonly next: number
  /** When the step before began, ms. */
  readonly beganMs: number
  /** When scenarios that are included began, ms. */
  readonly scopes: ReadonlyMap<number, number>
  readonly repeats: readonly Repeat[]
  readonly sent: ReadonlyMap<string, Hex>
}

const start: Position = {
  next: 0,
  beganMs: 0,
  scopes: new Map(),
  repeats: [],
  sent: new Map(),
}

/** A checkpoint of the devnet, and where the scenario was. */
interface Kept {
  readonly id: Hex
  readonly position: Position
  readonly nowMs: number
  /** Restores what the checkpoint does not have. */
  readonly restore: () => Promise<void>
}

/** What is done next, and when, ms. */
type Due =
  | { readonly ms: number; readonly repeat: Repeat }
  | { readonly ms: number; readonly step: Step; readonly isTooLate: boolean }

/** Plays a course on the clock of a devnet: one step at a time, those that are repeated beside the others. */
export class Play implements ScenarioPlay {
  readonly name: string
  readonly devnet: Devnet
  readonly course: Course
  readonly time: ScenarioTime
  readonly #scene: Scene
  readonly #undo = new Undo()
  /** One step, or one change of the play, at a time. */
  readonly #turns = new Lock()
  readonly #kept = new Map<string, Kept>()
  #outcome = new Outcome()
  #status: PlayStatus = 'playing'
  #position = start
  #waiting: Waiting | undefined
  #timer: { cancel(): void } | undefined
  #running: Step | undefined
  #failure: ScenarioFailed | undefined
  #failed: Step | undefined
  /** The step before which it stops for now. */
  #until: number | undefined

  constructor(devnet: Devnet, course: Course, layouts: Layouts) {
    this.devnet = devnet
    this.course = course
    this.name = course.name
    this.#scene = new Scene(devnet, layouts)
    this.time = new ScenarioTime(devnet.clock)
  }

  get status(): PlayStatus {
    return this.#status
  }

  get position(): number {
    return this.#position.next
  }

  get elapsedMs(): number {
    return Math.round(this.time.nowMs)
  }

  get failure(): Error | undefined {
    return this.#failure
  }

  get ended(): Promise<ScenarioResult> {
    return this.#outcome.promise
  }

  get steps(): readonly PlayStep[] {
    return this.course.steps.map((step) => ({ ...shown(step), state: this.#stateOf(step) }))
  }

  /** Whether it is neither over nor stopped. */
  get isGoingOn(): boolean {
    return this.#status === 'playing' || this.#status === 'paused'
  }

  /** What the next step waits for; none at the end. */
  get waiting(): Waiting | undefined {
    return this.#waiting
  }

  /** When something is due next, ms; none: nothing is due by itself. */
  get dueMs(): number | undefined {
    return this.#due()?.ms
  }

  /** Loads the fixtures. Throws a `FixtureFailed`. */
  async load(): Promise<void> {
    const { fixtures } = this.course
    if (fixtures.length > 0) await this.devnet.declaredFixtures.load(joined(fixtures))
  }

  /** Begins, and does the steps that wait for nothing. */
  async begin(): Promise<void> {
    this.time.begin()
    this.#tell('began')
    this.#await()
    await this.#turn()
  }

  pause(): void {
    if (this.#status !== 'playing') return
    this.#status = 'paused'
    this.time.hold()
    this.#timer?.cancel()
    this.#tell('paused')
  }

  resume(): void {
    if (this.#status !== 'paused') return
    this.#status = 'playing'
    this.time.goOn()
    this.#tell('resumed')
    this.devnet.clock.soon(() => this.#turn())
  }

  async step(): Promise<void> {
    await this.#turns.run(async () => {
      this.#requireGoingOn()
      await this.force()
    })
    await this.#turn()
    this.#throwFailure()
  }

  async skipTo(step?: string | number): Promise<void> {
    this.#requireGoingOn()
    const index = this.#indexOf(step)
    this.#until = index
    try {
      await skipTo(this, index)
    } finally {
      this.#until = undefined
    }
    await this.#turn()
    this.#throwFailure()
  }

  seek(checkpoint: string): Promise<void> {
    return this.#turns.run(async () => {
      const kept = this.#kept.get(checkpoint)
      if (kept === undefined || this.#status === 'stopped') throw this.#noCheckpoint(checkpoint)
      const isThere = await this.devnet.history.restore(kept.id)
      if (!isThere) throw new ScenarioRefusal(`the checkpoint '${checkpoint}' was forgotten`)
      await kept.restore()
      this.#forgetAfter(kept)
      if (!this.isGoingOn) {
        this.#status = 'playing'
        this.#outcome = new Outcome()
      }
      this.#failure = undefined
      this.#failed = undefined
      this.#position = kept.position
      this.time.goTo(kept.nowMs)
      if (this.#status === 'playing') this.time.goOn()
      this.#await()
      this.#tell('sought', this.course.steps[kept.position.next - 1])
      await this.#proceed()
    })
  }

  stop(): Promise<void> {
    return this.#turns.run(async () => {
      if (this.#status === 'stopped') return
      this.#end('stopped')
      await this.#undo.run()
      this.forget()
      this.#tell('stopped')
    })
  }

  /** Forgets its checkpoints. */
  forget(): void {
    for (const { id } of this.#kept.values()) this.devnet.history.forget(id)
    this.#kept.clear()
  }

  /** The devnet ends: nothing is restored. */
  close(): void {
    if (this.#status !== 'stopped') this.#end('stopped')
  }

  /** Resolves when nothing is under way. */
  settled(): Promise<void> {
    return this.#turns.run(async () => {})
  }

  /** Runs a task while no step is done. */
  inTurn(task: () => Promise<void>): Promise<void> {
    return this.#turns.run(task)
  }

  /** Does the next step now, and before it what is to be repeated until then. */
  async force(): Promise<void> {
    const step = this.course.steps[this.#position.next]
    const dueMs = this.#waiting?.dueMs ?? this.time.nowMs
    for (let due = this.#due(); this.isGoingOn && due && 'repeat' in due; due = this.#due()) {
      if (step !== undefined && due.ms > dueMs) break
      this.time.jumpTo(due.ms)
      await this.#repeat(due.repeat)
      if (step === undefined) return
    }
    if (step === undefined || !this.isGoingOn) return
    this.time.jumpTo(dueMs)
    await this.#do(step, Math.max(dueMs, this.#position.beganMs))
  }

  #turn(): Promise<void> {
    return this.#turns.run(() => this.#proceed())
  }

  /** Does all that is due, and sets the timer for what comes next. */
  async #proceed(): Promise<void> {
    this.#timer?.cancel()
    while (this.#status === 'playing') {
      await this.#look()
      const due = this.#due()
      if (due === undefined || due.ms > this.time.nowMs) break
      if ('repeat' in due) await this.#repeat(due.repeat)
      else if (due.isTooLate) this.#fail(due.step, new Error(tooLate(due.step)))
      else await this.#do(due.step, due.ms)
      await this.devnet.clock.yield()
    }
    this.#arm()
  }

  /** Looks at the fact that the next step waits for, if something has happened since. */
  async #look(): Promise<void> {
    const waiting = this.#waiting
    if (waiting === undefined) return
    try {
      await waiting.look(this.#position.sent)
    } catch (error) {
      this.#fail(waiting.step, error)
    }
  }

  #arm(): void {
    this.#timer?.cancel()
    const due = this.#status === 'playing' ? this.#due() : undefined
    if (due === undefined) return
    const delayMs = Math.max(0, due.ms - this.time.nowMs)
    this.#timer = this.devnet.clock.schedule(delayMs, () => this.#turn())
  }

  /** What is due first: of equal times what was begun before. */
  #due(): Due | undefined {
    const [first, ...others] = this.#position.repeats
    const repeat = others.reduce(
      (least, one) => (one.dueMs < (least?.dueMs ?? 0) ? one : least),
      first,
    )
    const own = this.#isHeld ? undefined : this.#ownDue()
    if (repeat === undefined || (own !== undefined && own.ms < repeat.dueMs)) return own
    return { ms: repeat.dueMs, repeat }
  }

  get #isHeld(): boolean {
    return this.#until !== undefined && this.#position.next >= this.#until
  }

  #ownDue(): Due | undefined {
    const waiting = this.#waiting
    if (waiting === undefined) return undefined
    const { step, deadlineMs } = waiting
    const ms = waiting.isMet ? this.time.nowMs : waiting.dueMs
    if (ms !== undefined) return { ms, step, isTooLate: false }
    return deadlineMs === undefined ? undefined : { ms: deadlineMs, step, isTooLate: true }
  }

  /** The next step waits from now on. */
  #await(): void {
    this.#waiting?.end()
    const { next, beganMs, scopes } = this.#position
    const step = this.course.steps[next]
    if (step === undefined) {
      this.#waiting = undefined
      if (this.#position.repeats.length === 0) {
        this.#end('ended')
        this.#tell('ended')
      }
      return
    }
    const opened = step.scopes.filter((scope) => !scopes.has(scope))
    if (opened.length > 0) {
      const begun = opened.map((scope) => [scope, scope === 0 ? 0 : beganMs] as const)
      this.#position = { ...this.#position, scopes: new Map([...scopes, ...begun]) }
    }
    this.#waiting = new Waiting(this.#scene, step, {
      beganMs,
      scopeMs: this.#position.scopes.get(step.scopes.at(-1) as number) ?? 0,
      nowMs: this.time.nowMs,
      onChange: () => this.devnet.clock.soon(() => this.#turn()),
    })
  }

  async #do(step: Step, beganMs: number): Promise<void> {
    this.#waiting?.end()
    this.#waiting = undefined
    const { everyMs = 0, times = 1 } = step.repeats ?? {}
    const kept = await this.#run(step, { count: 0, times })
    if (!this.isGoingOn) return
    const { repeats } = this.#position
    const again = times > 1 ? [{ step, count: 1, dueMs: beganMs + everyMs }] : []
    this.#position = {
      ...this.#position,
      next: step.index + 1,
      beganMs,
      repeats: [...repeats, ...again],
    }
    if (kept !== undefined) this.#keep(kept)
    this.#tell('step', step)
    this.#await()
  }

  async #repeat({ step, count, dueMs }: Repeat): Promise<void> {
    const { everyMs = 0, times = 1 } = step.repeats ?? {}
    await this.#run(step, { count, times })
    if (!this.isGoingOn) return
    const next = { step, count: count + 1, dueMs: dueMs + everyMs }
    const repeats = this.#position.repeats.flatMap((one) => {
      if (one.step !== step) return [one]
      return next.count < times ? [next] : []
    })
    this.#position = { ...this.#position, repeats }
    if (this.#position.next === this.course.steps.length) this.#await()
  }

  /** Returns the checkpoint that the step has taken, if it has. */
  async #run(step: Step, turn: { readonly count: number; readonly times: number }) {
    let kept: { readonly name: string; readonly id: Hex } | undefined
    const stage: Stage = {
      scene: this.#scene,
      undo: this.#undo,
      sent: this.#position.sent,
      note: (hash) => {
        const sent = new Map([...this.#position.sent, [step.name, hash]])
        this.#position = { ...this.#position, sent }
      },
      keep: async (name) => {
        kept = { name, id: await this.devnet.history.checkpoint() }
      },
    }
    this.#running = step
    try {
      await step.action.run(stage, turn)
    } catch (error) {
      this.#fail(step, error)
    } finally {
      this.#running = undefined
    }
    return kept
  }

  #keep({ name, id }: { readonly name: string; readonly id: Hex }): void {
    const before = this.#kept.get(name)
    if (before !== undefined) this.devnet.history.forget(before.id)
    const restore = this.#undo.capture()
    this.#kept.set(name, { id, position: this.#position, nowMs: this.time.nowMs, restore })
  }

  /** Those that were taken later are of a course that is gone. */
  #forgetAfter({ position }: Kept): void {
    for (const [name, { id, position: other }] of this.#kept) {
      if (other.next <= position.next) continue
      this.devnet.history.forget(id)
      this.#kept.delete(name)
    }
  }

  #fail(step: Step, cause: unknown): void {
    if (!this.isGoingOn) return
    this.#failed = step
    this.#failure = new ScenarioFailed(step, cause)
    this.#end('failed')
    this.#tell('failed', step, reasonOf(this.#failure))
  }

  #end(status: 'ended' | 'failed' | 'stopped'): void {
    this.#timer?.cancel()
    this.#waiting?.end()
    this.#waiting = undefined
    if (this.isGoingOn) this.time.hold()
    this.#status = status
    if (status === 'failed') this.#outcome.reject(this.#failure as ScenarioFailed)
    else {
      const { name, elapsedMs, position: steps } = this
      this.#outcome.resolve({ name, status, steps, elapsedMs })
    }
  }

  #stateOf(step: Step): PlayStep['state'] {
    if (step === this.#failed) return 'failed'
    const { next, repeats } = this.#position
    const isRepeated = repeats.some((repeat) => repeat.step === step) && this.isGoingOn
    if (step === this.#running || isRepeated) return 'running'
    return step.index < next ? 'done' : 'waiting'
  }

  #indexOf(wanted: string | number | undefined): number {
    const { steps } = this.course
    if (wanted === undefined) return steps.length
    const { next } = this.#position
    const isIt = ({ name, index }: Step) => name === wanted || index === wanted
    const index = steps.findIndex((step) => isIt(step) && step.index >= next)
    if (index >= 0) return index
    if (steps.some(isIt)) {
      throw new ScenarioRefusal(
        `the step '${wanted}' was done already: go back to a checkpoint before it with seek`,
      )
    }
    const names = steps.map(({ name }) => name).join(', ')
    throw new ScenarioRefusal(`the scenario has no step '${wanted}'; it has ${names}`)
  }

  #noCheckpoint(wanted: string): ScenarioRefusal {
    const names = [...this.#kept.keys()].join(', ') || 'none so far'
    return new ScenarioRefusal(
      `the scenario has not passed a checkpoint '${wanted}'; it has passed ${names}`,
    )
  }

  #requireGoingOn(): void {
    if (this.isGoingOn) return
    throw new ScenarioRefusal(
      `the scenario has ${this.#status}: play it again, or seek a checkpoint`,
    )
  }

  #throwFailure(): void {
    if (this.#failure !== undefined) throw this.#failure
  }

  #tell(kind: ScenarioEvent['kind'], step?: Step, message?: string): void {
    const { name: scenario, elapsedMs } = this
    this.devnet.hub.scenario({ kind, scenario, elapsedMs, step: step && shown(step), message })
    this.devnet.hub.controls()
  }
}

function shown({ index, name, action, when }: Step): Omit<PlayStep, 'state'> {
  return { index, name, words: action.words, when }
}

function tooLate({ when, withinMs }: Step): string {
  return `it waited for ${withinMs} ms (${when}), which did not come`
}
