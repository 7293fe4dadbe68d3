import { JUMP, JUMPI } from '../assembly/opcodes.ts'
import { isEnd, isPush, type OpcodeTable, pushed, sizeOf } from './opcodes.ts'
import { planTrace, type Trace } from './trace.ts'

/** Code, and what is known of it. */
export interface Subject {
  readonly code: Uint8Array
  readonly opcodes: OpcodeTable
  /** Whether it has been jumped to, so that it can be. */
  isSeen(pc: number): boolean
}

/** Instructions that are translated of one code, which take some tens of milliseconds. */
const mostSteps = 4_000

/** How long the end of a function is that several have in common. */
const mostStepsToReturn = 20

/** The traces of what has been run of a code, in the order of where they start. */
export function planRegion(subject: Subject): Trace[] {
  const loops = loopStarts(subject)
  const traces = new Map<number, Trace>()
  const waiting = [0]
  let steps = 0
  for (let start = waiting.shift(); start !== undefined; start = waiting.shift()) {
    if (traces.has(start) || steps > mostSteps) continue
    const trace = planTrace(subject, loops, start)
    if (trace.steps.length === 0) {
      waiting.push(...continuations(subject, trace))
      continue
    }
    traces.set(start, trace)
    steps += trace.steps.length
    waiting.push(...trace.targets, ...continuations(subject, trace))
  }
  return [...traces.values()].sort((one, other) => one.start - other.start)
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
  let last: bigint | undefined
  for (let pc = 0; pc < code.length; pc += sizeOf(code[pc] as number)) {
    const opcode = code[pc] as number
    if ((opcode === JUMP || opcode === JUMPI) && last !== undefined && last <= pc) {
      if (!returns(code, Number(last))) starts.add(Number(last))
    }
    last = isPush(opcode) ? pushed(code, pc) : undefined
  }
  return starts
}

/** Whether the code there soon jumps to where the stack says. */
function returns(code: Uint8Array, start: number): boolean {
  let pc = start
  for (let count = 0; count < mostStepsToReturn; count++) {
    const opcode = code[pc] ?? 0
    const next = pc + sizeOf(opcode)
    if (isPush(opcode) && (code[next] === JUMP || code[next] === JUMPI)) return false
    if (opcode === JUMP) return true
    pc = next
  }
  return false
}
