import { wordBytes } from '../layout.ts'
import type { Body, CoreFunction, Label } from './encoder.ts'
import {
  add32,
  add64,
  and64,
  extend32,
  isBelow64,
  isBelowSigned64,
  multiply64,
  or64,
  shiftLeft64,
  shiftRight64,
  shiftRightSigned64,
  subtract64,
  xor64,
} from './instructions.ts'
import { offsetOf, Stack } from './stack.ts'
import { maxNeed } from './trace.ts'
import { type Limb, type Registers, writeRoom } from './value.ts'

const ones = 2n ** 64n - 1n

const meanings: ReadonlyMap<number, (x: bigint, y: bigint) => bigint> = new Map([
  [add64, (x: bigint, y: bigint) => x + y],
  [subtract64, (x: bigint, y: bigint) => x - y],
  [multiply64, (x: bigint, y: bigint) => x * y],
  [and64, (x: bigint, y: bigint) => x & y],
  [or64, (x: bigint, y: bigint) => x | y],
  [xor64, (x: bigint, y: bigint) => x ^ y],
  [shiftLeft64, (x: bigint, y: bigint) => x << y],
  [shiftRight64, (x: bigint, y: bigint) => x >> y],
  [shiftRightSigned64, (x: bigint, y: bigint) => BigInt.asIntN(64, x) >> y],
  [isBelow64, (x: bigint, y: bigint) => (x < y ? 1n : 0n)],
])

/** What an instruction gives, where that needs none. */
function fold(x: Limb, y: Limb, instruction: number): Limb | undefined {
  if (typeof x === 'bigint' && typeof y === 'bigint') {
    const meaning = meanings.get(instruction)
    return meaning && BigInt.asUintN(64, meaning(x, y))
  }
  switch (instruction) {
    case add64:
    case or64:
    case xor64:
      if (x === 0n) return y
      if (y === 0n) return x
      return instruction === or64 && (x === ones || y === ones) ? ones : undefined
    case and64:
      if (x === 0n || y === 0n) return 0n
      if (x === ones) return y
      return y === ones ? x : undefined
    case multiply64:
      if (x === 0n || y === 0n) return 0n
      if (x === 1n) return y
      return y === 1n ? x : undefined
    case subtract64:
    case shiftLeft64:
    case shiftRight64:
    case shiftRightSigned64:
      return y === 0n || (x === 0n && instruction !== subtract64) ? x : undefined
    default:
      return undefined
  }
}

/** Where traces branch to. */
export interface Labels {
  /** To where `next` says. */
  readonly dispatch: Label
  /** To the interpreter, at `pc`. */
  readonly interpret: Label
  /** The number of the trace that starts there. */
  traceAt(pc: number): number | undefined
  /** Returns the label of a trace, for code before it. */
  labelOf(trace: number): Label
}

export interface TraceContext {
  readonly body: Body
  readonly registers: Registers
  readonly labels: Labels
  readonly imports: ReadonlyMap<CoreFunction, number>
  /** Where the words stand that do not change while a transaction runs. */
  readonly environment: number
  readonly codeSize: number
  /** Which of the traces it is, and its gas. */
  readonly index: number
  readonly gas: number
  /** To the trace's own start. */
  readonly start: Label
}

/** Writes the code of a trace, opcode by opcode. */
export class Writer {
  readonly context: TraceContext
  readonly body: Body
  readonly registers: Registers
  readonly stack: Stack
  /** Bytes of memory that are there for sure. */
  knownMemory = 0

  constructor(context: TraceContext) {
    this.context = context
    this.body = context.body
    this.registers = context.registers
    this.stack = new Stack(context.body, context.registers.base)
  }

  /** What an instruction makes of two limbs. */
  binary(x: Limb, y: Limb, instruction: number): Limb {
    const known = fold(x, y, instruction)
    if (known !== undefined) return known
    this.stack.put(x)
    this.stack.put(y)
    this.body.add(instruction)
    return this.stack.keep()
  }

  /** 1 or 0 for whether a comparison of two limbs holds. */
  flag(x: Limb, y: Limb, instruction: number): Limb {
    const known = fold(x, y, instruction)
    if (known !== undefined) return known
    this.stack.put(x)
    this.stack.put(y)
    this.body.add(instruction, extend32)
    return this.stack.keep()
  }

  /** Calls a function of the core with what is on WebAssembly's stack. */
  call(name: CoreFunction): void {
    this.body.call(this.context.imports.get(name) as number)
  }

  /**
   * Takes over the gas that a function of the core has left, and how far memory reaches now. Below zero it
   * has done nothing, and the interpreter goes on at `pc`.
   */
  takeGas(pc: number, gasBefore: number): void {
    const { body, registers } = this
    body.tee(registers.scratch)
    body.const64(0n)
    body.add(isBelowSigned64)
    body.if()
    this.leave(pc, gasBefore)
    body.end()
    body.get(registers.scratch)
    body.set(registers.gas)
    writeRoom(body, registers)
  }

  /** Puts the address of a place of the stack on WebAssembly's stack. */
  addressOf(place: number): void {
    this.body.get(this.registers.base)
    this.body.const32(offsetOf(place))
    this.body.add(add32)
  }

  /** Lets the interpreter go on at `pc`; gas for what is behind that has been taken, and is given back. */
  leave(pc: number, gasBefore: number): void {
    this.#finish(gasBefore)
    this.body.const32(pc)
    this.body.set(this.registers.pc)
    this.body.branch(this.context.labels.interpret)
  }

  /** Goes on at the trace that starts at `pc`, if there is one. */
  goto(pc: number, gasBefore: number): void {
    const { labels, index, start } = this.context
    const trace = labels.traceAt(pc)
    if (trace === undefined) {
      this.leave(pc, gasBefore)
      return
    }
    this.#finish(gasBefore)
    if (trace === index) {
      this.body.branch(start)
    } else if (trace > index) {
      this.body.branch(labels.labelOf(trace))
    } else {
      this.body.const32(trace)
      this.body.set(this.registers.next)
      this.body.branch(labels.dispatch)
    }
  }

  /** Goes on at the trace whose number is in `next`. */
  dispatch(): void {
    this.#finish(this.context.gas)
    this.body.branch(this.context.labels.dispatch)
  }

  /** Stores the stack, and gives the gas back of what is not done. */
  #finish(gasBefore: number): void {
    const { body, stack, registers } = this
    stack.writeAll()
    body.get(registers.base)
    body.const32((maxNeed + stack.top) * wordBytes)
    body.add(add32)
    body.set(registers.sp)
    const left = this.context.gas - gasBefore
    if (left === 0) return
    body.get(registers.gas)
    body.const64(BigInt(left))
    body.add(add64)
    body.set(registers.gas)
  }
}
