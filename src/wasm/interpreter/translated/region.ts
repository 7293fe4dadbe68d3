import { JUMP, JUMPI } from '../assembly/opcodes.ts'
import { jumpTranslated } from '../layout.ts'
import { putAllLimbs, putIsTrue } from './arithmetic.ts'
import {
  add32,
  isBelowSigned32,
  isEnd,
  isNotBelow64,
  isNotEqual64,
  isPush,
  isZero32,
  load16Signed,
  or32,
  pushed,
  shiftLeft32,
  sizeOf,
  subtract32,
  wrap64,
} from './instructions.ts'
import { planTrace, type Step, type Trace } from './trace.ts'
import type { Subject } from './value.ts'
import type { Writer } from './writer.ts'

/** Traces and the number of their instructions. */
export interface Region {
  readonly traces: readonly Trace[]
  readonly steps: number
}

/** Instructions that are translated of one code, which take some milliseconds. */
const maxSteps = 600

/** How long the end of a function is that several have in common. */
const maxStepsToReturn = 20

/** The traces of what has been run of a code, in the order of where they start. */
export function planRegion(subject: Subject): Region {
  const loops = loopStarts(subject)
  const traces = new Map<number, Trace>()
  const covered = new Set<number>()
  let steps = 0
  for (const root of [0, ...subject.seen]) {
    if (covered.has(root)) continue
    const waiting = [root]
    for (let start = waiting.pop(); start !== undefined; start = waiting.pop()) {
      if (traces.has(start) || steps > maxSteps) continue
      const trace = planTrace(subject, loops, start)
      waiting.push(...trace.targets, ...continuations(subject, trace))
      if (trace.steps.length === 0) continue
      traces.set(start, trace)
      steps += trace.steps.length
      for (const { pc } of trace.steps) covered.add(pc)
    }
  }
  const sorted = [...traces.values()].sort((one, other) => one.start - other.start)
  return { traces: sorted, steps }
}

/** Where a frame goes on after the host has done what a trace has left to it. */
function continuations({ code, opcodes }: Subject, { end }: Trace): number[] {
  if (end.kind !== 'leave') return []
  const opcode = code[end.pc] ?? 0
  const isOver = isEnd(opcode) || opcode === JUMP || opcode === JUMPI || opcodes.has(opcode)
  return isOver ? [] : [end.pc + 1]
}

/** What is jumped to from further on, and does not just return from a function. */
function loopStarts({ code }: Subject): ReadonlySet<number> {
  const starts = new Set<number>()
  for (let pc = 0; pc < code.length; pc += sizeOf(code[pc] as number)) {
    const opcode = code[pc] as number
    const next = code[pc + sizeOf(opcode)]
    if (!isPush(opcode) || (next !== JUMP && next !== JUMPI)) continue
    const to = pushed(code, pc)
    if (to <= pc && !returns(code, Number(to))) starts.add(Number(to))
  }
  return starts
}

/** Whether the code there soon jumps to where the stack says. */
function returns(code: Uint8Array, start: number): boolean {
  let pc = start
  for (let count = 0; count < maxStepsToReturn; count++) {
    const opcode = code[pc] ?? 0
    const next = pc + sizeOf(opcode)
    if (isPush(opcode) && (code[next] === JUMP || code[next] === JUMPI)) return false
    if (opcode === JUMP) return true
    pc = next
  }
  return false
}

/** JUMPI: where the trace does not go on, it ends. */
export function writeBranch(writer: Writer, { pc, branch, gasBefore }: Step, gas: number): void {
  const { stack, body } = writer
  if (branch?.kind === 'leave') {
    const condition = stack.peek(1)
    stack.limbs(condition)
    stack.settle()
    putIsTrue(writer, condition)
    body.if()
    writer.leave(pc, gasBefore)
    body.end()
    stack.pop()
    stack.pop()
    return
  }
  stack.pop()
  const condition = stack.pop()
  stack.limbs(condition)
  stack.settle()
  putIsTrue(writer, condition)
  if (branch?.kind === 'goto') {
    body.if()
    writer.goto(branch.to, gasBefore + gas)
  } else {
    body.add(isZero32)
    body.if()
    writer.leave(pc + 1, gasBefore + gas)
  }
  body.end()
}

/** Writes a JUMP to an unknown place, which ends a trace. The interpreter runs what is not translated. */
export function writeJump(writer: Writer, pc: number, gasBefore: number): void {
  const { stack, body, registers, context } = writer
  const to = stack.peek(0)
  const [low, ...above] = stack.limbs(to)
  stack.settle()
  const isElsewhere = body.block()
  stack.put(low)
  body.const64(BigInt(context.codeSize))
  body.add(isNotBelow64)
  putAllLimbs(writer, above)
  body.const64(0n)
  body.add(isNotEqual64, or32)
  body.branchIf(isElsewhere)
  body.get(registers.jumps)
  stack.put(low)
  body.add(wrap64)
  body.const32(1)
  body.add(shiftLeft32, add32)
  body.access(load16Signed, 0)
  body.const32(jumpTranslated)
  body.add(subtract32)
  body.tee(registers.next)
  body.const32(0)
  body.add(isBelowSigned32)
  body.branchIf(isElsewhere)
  stack.pop()
  writer.dispatch()
  body.end()
  stack.push(to)
  writer.leave(pc, gasBefore)
}
