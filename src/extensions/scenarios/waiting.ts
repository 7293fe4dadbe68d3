import type { Condition, Happening } from './conditions.ts'
import type { Step } from './course.ts'
import type { Sent } from './facts.ts'
import type { Scene } from './scene.ts'

export interface WaitingDeps {
  /** When the step before began, when its own scenario did, and now; ms of the scenario. */
  readonly beganMs: number
  readonly scopeMs: number
  readonly nowMs: number
  /** Called when it may not have to wait any longer. */
  readonly onChange: () => void
}

/** When a step is due, ms of the scenario. */
export interface DueStep {
  readonly ms: number
  readonly step: Step
  /** Whether it has waited for too long then. */
  readonly isTooLate: boolean
}

/** A step that waits for a time, a block, a flashblock or a condition. */
export class Waiting {
  readonly step: Step
  /** When it is due, ms of the scenario; none: time does not bring it. */
  readonly dueMs: number | undefined
  /** When it has waited too long, ms of the scenario. */
  readonly #deadlineMs: number | undefined
  readonly #scene: Scene
  readonly #onChange: () => void
  #ends: (() => void)[] = []
  #isMet = false
  /** Whether a fact has to be looked at. */
  #isStale = false
  #error: unknown

  constructor(scene: Scene, step: Step, { beganMs, scopeMs, nowMs, onChange }: WaitingDeps) {
    const { wait, withinMs } = step
    this.step = step
    this.#scene = scene
    this.#onChange = onChange
    this.#deadlineMs = withinMs === undefined ? undefined : nowMs + withinMs
    switch (wait.kind) {
      case 'none':
        this.dueMs = beganMs
        break
      case 'at':
        this.dueMs = Math.max(scopeMs + wait.ms, beganMs)
        break
      case 'after':
        this.dueMs = beganMs + wait.ms
        break
      case 'block':
        this.#awaitBlock(wait.isRelative ? this.#head + wait.number : wait.number)
        break
      case 'flashblock':
        this.#awaitFlashblocks(wait.count)
        break
      case 'condition':
        this.#awaitCondition(wait.condition)
        break
    }
  }

  /** Whether what it waits for has come. */
  get isMet(): boolean {
    return this.#isMet
  }

  /** When it is due; none: something else has to happen first. */
  due(nowMs: number): DueStep | undefined {
    const { step, dueMs } = this
    const ms = this.#isMet ? nowMs : dueMs
    if (ms !== undefined) return { ms, step, isTooLate: false }
    const deadlineMs = this.#deadlineMs
    return deadlineMs === undefined ? undefined : { ms: deadlineMs, step, isTooLate: true }
  }

  /** Looks at the fact that it waits for. Throws what went wrong. */
  async look(sent: Sent): Promise<void> {
    if (this.#error !== undefined) throw this.#error
    const { wait } = this.step
    if (wait.kind !== 'condition' || wait.condition.fact === undefined || !this.#isStale) return
    this.#isStale = false
    if ((await wait.condition.fact.differs(this.#scene, sent)) === undefined) this.#isMet = true
  }

  /** It does not wait any longer. */
  end(): void {
    for (const end of this.#ends) end()
    this.#ends = []
  }

  get #head(): bigint {
    return this.#scene.devnet.chain.head.number
  }

  #awaitBlock(number: bigint): void {
    const look = () => {
      if (this.#head >= number) this.#meet()
    }
    look()
    this.#ends.push(this.#scene.devnet.hub.on('sealed', look))
  }

  #awaitFlashblocks(count: number): void {
    let left = count
    if (left === 0) this.#isMet = true
    const { hub } = this.#scene.devnet
    this.#ends.push(
      hub.on('newFlashblocks', () => {
        if (--left === 0) this.#meet()
      }),
    )
  }

  #awaitCondition(condition: Condition): void {
    const { hub } = this.#scene.devnet
    this.#isStale = true
    for (const channel of condition.channels) {
      this.#ends.push(
        hub.on(channel, (event) => this.#hear(condition, { channel, event } as Happening)),
      )
    }
  }

  #hear({ happens }: Condition, happening: Happening): void {
    if (this.#isMet) return
    if (happens === undefined) {
      this.#isStale = true
      this.#onChange()
      return
    }
    try {
      if (happens(this.#scene, happening)) this.#meet()
    } catch (error) {
      this.#error = error
      this.#onChange()
    }
  }

  #meet(): void {
    this.#isMet = true
    this.#onChange()
  }
}
