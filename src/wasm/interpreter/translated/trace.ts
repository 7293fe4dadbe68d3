import * as op from '../assembly/opcodes.ts'
import { isOperated, isPush, pushed, sizeOf } from './instructions.ts'
import type { Subject } from './value.ts'

/** What a conditional jump does where its trace does not go on. */
export type Branch =
  /** If the condition holds, another trace is next. */
  | { readonly kind: 'goto'; readonly to: number }
  /** If it holds, the interpreter does the jump. */
  | { readonly kind: 'leave' }
  /** If it does not hold, the interpreter goes on. */
  | { readonly kind: 'unless' }

export interface Step {
  readonly pc: number
  readonly opcode: number
  /** What a PUSH puts on the stack. */
  readonly value: bigint
  readonly branch?: Branch
  /** Gas of the steps before it. */
  readonly gasBefore: number
}

export type TraceEnd =
  | { readonly kind: 'goto'; readonly to: number }
  /** The interpreter does the instruction there. */
  | { readonly kind: 'leave'; readonly pc: number }
  /** To where the topmost item says. */
  | { readonly kind: 'jump'; readonly pc: number; readonly gasBefore: number }

/** Instructions that are run one after the other, through jumps whose target is known. */
export interface Trace {
  readonly start: number
  readonly steps: readonly Step[]
  readonly end: TraceEnd
  /** The gas of the whole trace. */
  readonly gas: number
  /** Items that it needs on the stack. */
  readonly need: number
  /** Items that the stack grows by at most. */
  readonly growth: number
  /** Where other traces should start. */
  readonly targets: readonly number[]
}

/** What one trace holds; longer ones go on in others. */
const maxSteps = 200

/** How far down the stack a trace reaches. */
export const maxNeed = 48

/** How far is looked for a REVERT. */
const deadEndSteps = 40

/** Follows the code from `start` as long as it is known where it goes. */
export function planTrace(subject: Subject, loops: ReadonlySet<number>, start: number): Trace {
  return new Planner(subject, loops, start).plan()
}

class Planner {
  readonly #subject: Subject
  readonly #loops: ReadonlySet<number>
  readonly #start: number
  readonly #steps: Step[] = []
  readonly #targets: number[] = []
  /** Items above those that the stack had at the start, as far as they are known. */
  readonly #known: (bigint | undefined)[] = []
  /** Items of the stack at the start that have been used. */
  #need = 0
  #growth = 0
  #gas = 0
  #pc: number

  constructor(subject: Subject, loops: ReadonlySet<number>, start: number) {
    this.#subject = subject
    this.#loops = loops
    this.#start = start
    this.#pc = start
  }

  plan(): Trace {
    let end: TraceEnd | undefined
    while (end === undefined) end = this.#step()
    if (end.kind === 'goto') this.#targets.push(end.to)
    this.#noteReturns()
    return {
      start: this.#start,
      steps: this.#steps,
      end,
      gas: this.#gas,
      need: this.#need,
      growth: this.#growth,
      targets: this.#targets,
    }
  }

  /** Takes in an instruction. Gives how the trace ends if it ends there. */
  #step(): TraceEnd | undefined {
    const { code, opcodes } = this.#subject
    const pc = this.#pc
    const opcode = code[pc] ?? op.STOP
    const facts = opcodes.get(opcode)
    const isEntered = pc !== this.#start || this.#steps.length > 0
    if (isEntered && (this.#steps.length >= maxSteps || this.#isOthers(pc, opcode))) {
      return { kind: 'goto', to: pc }
    }
    if (facts === undefined) return { kind: 'leave', pc }
    if (isEntered && this.#need + facts.takes > maxNeed) return { kind: 'goto', to: pc }
    if (opcode === op.JUMP) return this.#jump(facts.gas)
    if (opcode === op.JUMPI) return this.#branch(facts.gas)
    const value = isPush(opcode) ? pushed(code, pc) : 0n
    this.#add({ pc, opcode, value }, isOperated(opcode) ? 0 : facts.gas)
    this.#apply(opcode, value, facts.takes, facts.gives)
    this.#pc += sizeOf(opcode)
    return undefined
  }

  /** Whether another trace should start there. */
  #isOthers(pc: number, opcode: number): boolean {
    return opcode === op.JUMPDEST && (this.#loops.has(pc) || pc === this.#start)
  }

  #jump(gas: number): TraceEnd | undefined {
    const pc = this.#pc
    const to = this.#target()
    if (to === undefined) {
      this.#require(1)
      if (this.#top() !== undefined) return { kind: 'leave', pc }
      const gasBefore = this.#gas
      this.#gas += gas
      return { kind: 'jump', pc, gasBefore }
    }
    this.#add({ pc, opcode: op.JUMP, value: 0n }, gas)
    this.#drop(1)
    this.#pc = to
    return this.#isOthers(to, op.JUMPDEST) ? { kind: 'goto', to } : undefined
  }

  #branch(gas: number): TraceEnd | undefined {
    const pc = this.#pc
    const to = this.#target()
    if (this.#top() === undefined) return { kind: 'leave', pc }
    const isDead = to !== undefined && this.#isDeadEnd(pc + 1) && !this.#isOthers(to, op.JUMPDEST)
    const branch: Branch =
      to === undefined ? { kind: 'leave' } : isDead ? { kind: 'unless' } : { kind: 'goto', to }
    this.#add({ pc, opcode: op.JUMPI, value: 0n, branch }, gas)
    this.#drop(2)
    if (branch.kind === 'goto') {
      this.#targets.push(branch.to)
      this.#noteReturns()
    }
    this.#pc = isDead ? to : pc + 1
    return undefined
  }

  /** Where the topmost item says, if that is known and code that has been run. */
  #target(): number | undefined {
    const to = this.#top()
    return to !== undefined && this.#isSeen(to) ? Number(to) : undefined
  }

  /** Whether the code there soon ends in failure, or goes where it never has. */
  #isDeadEnd(start: number): boolean {
    const { code, opcodes } = this.#subject
    let last: bigint | undefined
    let pc = start
    for (let count = 0; count < deadEndSteps && pc < code.length; count++) {
      const opcode = code[pc] as number
      if (opcode === op.REVERT || opcode === invalid) return true
      if (opcode === op.JUMP && last !== undefined) return !this.#isSeen(last)
      const isPlain = opcodes.has(opcode) && opcode !== op.JUMP && opcode !== op.JUMPI
      if (!isPlain || opcode === op.JUMPDEST) return false
      last = isPush(opcode) ? pushed(code, pc) : undefined
      pc += sizeOf(opcode)
    }
    return false
  }

  #isSeen(to: bigint): boolean {
    return to < BigInt(this.#subject.code.length) && this.#subject.seen.has(Number(to))
  }

  #add(step: Omit<Step, 'gasBefore'>, gas: number): void {
    this.#steps.push({ ...step, gasBefore: this.#gas })
    this.#gas += gas
  }

  #apply(opcode: number, value: bigint, takes: number, gives: number): void {
    if (isPush(opcode)) {
      this.#known.push(value)
    } else if (opcode >= op.DUP1 && opcode < op.SWAP1) {
      const depth = opcode - op.DUP1 + 1
      this.#require(depth)
      this.#known.push(this.#known.at(-depth))
    } else if (opcode >= op.SWAP1 && opcode <= swap16) {
      const depth = opcode - op.SWAP1 + 2
      this.#require(depth)
      const at = this.#known.length - depth
      const top = this.#known.length - 1
      ;[this.#known[at], this.#known[top]] = [this.#known[top], this.#known[at]]
    } else {
      this.#drop(takes)
      for (let index = 0; index < gives; index++) this.#known.push(undefined)
    }
    this.#growth = Math.max(this.#growth, this.#known.length - this.#need)
  }

  /** What the stack has of code is mostly where a function returns to: it is needed once the trace is left. */
  #noteReturns(): void {
    for (const value of this.#known) {
      if (value !== undefined && this.#isSeen(value)) this.#targets.push(Number(value))
    }
  }

  #top(): bigint | undefined {
    return this.#known.at(-1)
  }

  /** Loads items of the stack at the start until there are `count`. */
  #require(count: number): void {
    while (this.#known.length < count) {
      this.#known.unshift(undefined)
      this.#need++
    }
  }

  #drop(count: number): void {
    this.#require(count)
    this.#known.length -= count
  }
}

const swap16 = op.SWAP1 + 15
const invalid = 0xfe
