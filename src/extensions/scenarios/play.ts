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
  ScenarioStatus,
} from '../../types/scenario.ts'
import type { Stage } from './action.ts'
import { Checkpoints } from './checkpoints.ts'
import type { Course, Step } from './course.ts'
import { Outcome, ScenarioRefusal } from './outcome.ts'
import {
  afterRepeat,
  afterStep,
  countTo,
  firstRepeat,
  type Repeat,
  shownStep,
  startPosition,
  stateOf,
  withScopes,
} from './position.ts'
import { ScenarioTime } from './scenarioTime.ts'
import { type Layouts, Scene } from './scene.ts'
import { skipTo } from './skip.ts'
import { Undo } from './undo.ts'
import { type DueStep, Waiting } from './waiting.ts'

/** What is done next, and when, ms. */
type Due = { readonly ms: number; readonly repeat: Repeat } | DueStep

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
  readonly checkpoints: Checkpoints
  /** Transactions by the names of their steps. */
  #sent = new Map<string, Hex>()
  #outcome = new Outcome()
  #status: PlayStatus = 'playing'
  #position = startPosition
  #waiting: Waiting | undefined
  #timer: { cancel(): void } | undefined
  #running: Step | undefined
  #failure: ScenarioFailed | undefined
  #failed: Step | undefined
  #events = 0
  /** The step before which it stops for now. */
  #until: number | undefined

  constructor(devnet: Devnet, course: Course, layouts: Layouts) {
    this.devnet = devnet
    this.course = course
    this.name = course.name
    this.#scene = new Scene(devnet, layouts)
    this.time = new ScenarioTime(devnet.clock)
    this.checkpoints = new Checkpoints(devnet)
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
    const underWay = { running: this.#running, failed: this.#failed, isGoingOn: this.isGoingOn }
    return this.course.steps.map((step) => ({
      ...shownStep(step),
      state: stateOf(step, this.#position, underWay),
    }))
  }

  get shortStatus(): ScenarioStatus {
    const { name, status, position } = this
    return { name, status, position, events: this.#events }
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
    this.#arm()
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
    // The number of steps that are done then.
    this.#until = countTo(this.course.steps, this.#position, step)
    try {
      await skipTo(this, this.#until)
    } finally {
      this.#until = undefined
    }
    await this.#turn()
    this.#throwFailure()
  }

  seek(checkpoint: string): Promise<void> {
    return this.#turns.run(async () => {
      if (this.#status === 'stopped') this.#requireGoingOn()
      const moment = await this.checkpoints.restore(checkpoint)
      if (!this.isGoingOn) {
        this.#status = 'playing'
        this.#outcome = new Outcome()
      }
      this.#failure = undefined
      this.#failed = undefined
      this.#position = moment.position
      this.#sent = new Map(moment.sent)
      this.time.goTo(moment.nowMs)
      if (this.#status === 'playing') this.time.goOn()
      this.#await()
      this.#tell('sought', this.course.steps[moment.position.next - 1])
      await this.#proceed()
    })
  }

  /** `isReset`: the chain is at its start again, with its cadence and faults. */
  stop({ isReset = false } = {}): Promise<void> {
    return this.#turns.run(async () => {
      if (this.#status === 'stopped') return
      this.#end('stopped')
      await this.#undo.run({ isReset })
      this.checkpoints.clear()
      this.#tell('stopped')
    })
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
      else if (due.isTooLate)
        this.#fail(
          due.step,
          new Error(`it waited for ${due.step.withinMs} ms (${due.step.when}), which did not come`),
        )
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
      await waiting.look(this.#sent)
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
    const repeat = firstRepeat(this.#position)
    const own = this.#isHeld ? undefined : this.#waiting?.due(this.time.nowMs)
    if (repeat === undefined || (own !== undefined && own.ms < repeat.dueMs)) return own
    return { ms: repeat.dueMs, repeat }
  }

  get #isHeld(): boolean {
    return this.#until !== undefined && this.#position.next >= this.#until
  }

  /** The next step waits from now on. */
  #await(): void {
    this.#waiting?.end()
    this.#waiting = undefined
    const { next, repeats } = this.#position
    const step = this.course.steps[next]
    if (step === undefined) {
      if (repeats.length > 0) return
      this.#end('ended')
      this.#tell('ended')
      return
    }
    this.#position = withScopes(this.#position, step)
    const { beganMs, scopes } = this.#position
    this.#waiting = new Waiting(this.#scene, step, {
      beganMs,
      scopeMs: scopes.get(step.scopes.at(-1) as number) ?? 0,
      nowMs: this.time.nowMs,
      onChange: () => this.devnet.clock.soon(() => this.#turn()),
    })
  }

  async #do(step: Step, beganMs: number): Promise<void> {
    this.#waiting?.end()
    this.#waiting = undefined
    const checkpoint = await this.#run(step, 0)
    if (!this.isGoingOn) return
    this.#position = afterStep(this.#position, step, beganMs)
    if (checkpoint !== undefined) {
      this.checkpoints.keep(checkpoint.name, checkpoint.id, {
        position: this.#position,
        nowMs: this.time.nowMs,
        sent: new Map(this.#sent),
        restore: this.#undo.capture(this.devnet.schedule),
      })
    }
    this.#tell('step', step)
    this.#await()
  }

  async #repeat(repeat: Repeat): Promise<void> {
    await this.#run(repeat.step, repeat.count)
    if (!this.isGoingOn) return
    this.#position = afterRepeat(this.#position, repeat)
    if (this.#position.next === this.course.steps.length) this.#await()
  }

  /** Returns the checkpoint that the step has taken, if it has. */
  async #run(step: Step, count: number) {
    let checkpoint: { readonly name: string; readonly id: Hex } | undefined
    const stage: Stage = {
      scene: this.#scene,
      undo: this.#undo,
      sent: this.#sent,
      note: (hash) => this.#sent.set(step.name, hash),
      keep: async (name) => {
        checkpoint = { name, id: await this.devnet.history.checkpoint() }
      },
    }
    this.#running = step
    try {
      await step.action.run(stage, { count, times: step.repeats?.times ?? 1 })
    } catch (error) {
      this.#fail(step, error)
    } finally {
      this.#running = undefined
    }
    return checkpoint
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

  #requireGoingOn(): void {
    if (this.isGoingOn) return
    const advice = 'play it again, or seek a checkpoint'
    throw new ScenarioRefusal(`the scenario has ${this.#status}: ${advice}`)
  }

  #throwFailure(): void {
    if (this.#failure !== undefined) throw this.#failure
  }

  #tell(kind: ScenarioEvent['kind'], step?: Step, message?: string): void {
    this.#events++
    const { name: scenario, elapsedMs } = this
    this.devnet.hub.scenario({ kind, scenario, elapsedMs, step: step && shownStep(step), message })
    this.devnet.hub.controls()
  }
}
