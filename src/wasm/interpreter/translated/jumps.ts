import { jumpTranslated } from '../layout.ts'
import {
  add32,
  isBelowSigned32,
  isNotBelow64,
  isNotEqual64,
  isZero32,
  load16Signed,
  or32,
  shiftLeft32,
  subtract32,
  wrap64,
} from './instructions.ts'
import { putAllLimbs, putIsTrue } from './logic.ts'
import type { Step } from './trace.ts'
import type { Writer } from './writer.ts'

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

/** JUMP to where nobody knows; ends a trace. What is not translated is the interpreter's. */
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
