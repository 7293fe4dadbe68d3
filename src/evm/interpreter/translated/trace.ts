import * as op from '../assembly/opcodes.ts'
import { isOperated, isPush, pushed, sizeOf } from './opcodes.ts'
import type { Subject } from './region.ts'

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
  /** Of all that it does. */
  readonly gas: number
  /** Items that it needs on the stack. */
  readonly need: number
  /** Items that the stack grows by at most. */
  readonly growth: number
  /** Where other traces should start. */
  readonly targets: readonly number[]
}

/** What one trace holds; longer ones go on in others. */
const mostSteps = 150

/** How far down the stack a trace reaches. */
export const mostNeed = 48

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
  readonly #visited = new Set<number>()
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
    if (isEntered && (this.#steps.length >= mostSteps || this.#isOthers(pc, opcode))) {
      return { kind: 'goto', to: pc }
    }
    if (facts === undefined) return { kind: 'leave', pc }
    if (isEntered && this.#need + facts.takes > mostNeed) return { kind: 'goto', to: pc }
    if (opcode === op.JUMP) return this.#jump(facts.gas)
    if (opcode === op.JUMPI) return this.#branch(facts.gas)
    this.#visited.add(pc)
    const value = isPush(opcode) ? pushed(code, pc) : 0n
    this.#add({ pc, opcode, value }, isOperated(opcode) ? 0 : facts.gas)
    this.#apply(opcode, value, facts.takes, facts.gives)
    this.#pc += sizeOf(opcode)
    return undefined
  }

  /** Whether another trace should start there. */
  #isOthers(pc: number, opcode: number): boolean {
    return opcode === op.JUMPDEST && (this.#loops.has(pc) || this.#visited.has(pc))
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
    if (branch.kind === 'goto') this.#targets.push(branch.to)
    this.#add({ pc, opcode: op.JUMPI, value: 0n, branch }, gas)
    this.#drop(2)
    this.#pc = isDead ? to : pc + 1
    return undefined
  }

  /** Where the topmost item says, if that is known and code that has been run. */
  #target(): number | undefined {
    const { code, isSeen } = this.#subject
    const to = this.#top()
    if (to === undefined || to >= BigInt(code.length)) return undefined
    return isSeen.call(this.#subject, Number(to)) ? Number(to) : undefined
  }

  /** Whether the code there soon ends in failure. */
  #isDeadEnd(start: number): boolean {
    const { code, opcodes } = this.#subject
    let pc = start
    for (let count = 0; count < deadEndSteps && pc < code.length; count++) {
      const opcode = code[pc] as number
      if (opcode === op.REVERT || opcode === invalid) return true
      const goesOn = opcodes.has(opcode) && opcode !== op.JUMP && opcode !== op.JUMPI
      if (!goesOn || opcode === op.JUMPDEST || opcode === op.STOP || opcode === op.RETURN) {
        return false
      }
      pc += sizeOf(opcode)
    }
    return false
  }

  #add(step: Omit<Step, 'gasBefore'>, gas: number): void {
    this.#steps.push({ ...step, gasBefore: this.#gas })
    this.#gas += gas
  }

  #apply(opcode: number, value: bigint, takes: number, gives: number): void {
    if (isPush(opcode)) {
      this.#known.push(value)
      this.#noteReturn(value)
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

  /** Code that is pushed is mostly what a function returns to. */
  #noteReturn(value: bigint): void {
    const { code, isSeen } = this.#subject
    const isUsed = code[this.#pc + sizeOf(code[this.#pc] as number)] === op.JUMP
    if (value < BigInt(code.length) && !isUsed && isSeen.call(this.#subject, Number(value))) {
      this.#targets.push(Number(value))
    }
  }

  #top(): bigint | undefined {
    return this.#known.at(-1)
  }

  /** Takes items of the stack at the start in, so that there are so many. */
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
