import * as op from '../assembly/opcodes.ts'
import {
  addressAt,
  callDataSizeAt,
  callerAt,
  memorySizeAt,
  returnDataSizeAt,
  stackLimit,
  valueAt,
  wordBytes,
} from '../layout.ts'
import {
  add,
  bitwise,
  divide,
  extendSign,
  isBelow,
  isBelowSigned,
  isEqual,
  isZero,
  multiply,
  not,
  pickByte,
  remainder,
  shiftBy,
  shiftLeftBy,
  shiftRightBy,
  shiftRightSignedBy,
  subtract,
} from './arithmetic.ts'
import {
  add64,
  and64,
  isAbove32,
  isBelowSigned64,
  isOperated,
  isPush,
  load32As64,
  load64,
  type OpcodeTable,
  or32,
  or64,
  subtract32,
  subtract64,
  xor64,
} from './instructions.ts'
import { loadWord, storeByte, storeWord } from './memory.ts'
import { writeBranch, writeJump } from './region.ts'
import { maxNeed, type Step, type Trace } from './trace.ts'
import { constantValue, smallValue, Value } from './value.ts'
import { type TraceContext, Writer } from './writer.ts'

/** Words of the frame. */
const words: ReadonlyMap<number, number> = new Map([
  [op.ADDRESS, addressAt],
  [op.CALLER, callerAt],
  [op.CALLVALUE, valueAt],
])

/** Numbers of 32 bits of the frame. */
const numbers: ReadonlyMap<number, number> = new Map([
  [op.CALLDATASIZE, callDataSizeAt],
  [op.RETURNDATASIZE, returnDataSizeAt],
  [op.MSIZE, memorySizeAt],
])

/** Words that do not change while a transaction runs. */
const constants: ReadonlySet<number> = new Set([
  ...[op.ORIGIN, op.GASPRICE, op.COINBASE, op.TIMESTAMP, op.NUMBER],
  ...[op.PREVRANDAO, op.GASLIMIT, op.CHAINID, op.BASEFEE],
])

/** What an opcode gives that takes nothing; undefined for others. */
function environmentValue(writer: Writer, opcode: number): Value | undefined {
  const { body, stack, registers, context } = writer
  const number = numbers.get(opcode)
  if (number !== undefined) {
    body.get(registers.frame)
    body.access(load32As64, number)
    return smallValue(stack.keep())
  }
  const word = words.get(opcode)
  if (word === undefined && !constants.has(opcode)) return undefined
  const limbs = [0, 8, 16, 24].map((offset) => {
    if (word === undefined) body.const32(context.environment + (opcode & 0x1f) * wordBytes)
    else body.get(registers.frame)
    body.access(load64, (word ?? 0) + offset)
    return stack.keep()
  })
  return new Value(limbs)
}

/** Writes the code of a trace: looks whether all can be paid and the stack has room, then does it. */
export function writeTrace(context: TraceContext, trace: Trace, opcodes: OpcodeTable): void {
  const writer = new Writer(context)
  writeHead(writer, trace)
  for (const step of trace.steps) {
    writeStep(writer, step, opcodes)
    writer.stack.sweep()
  }
  const { end } = trace
  writer.stack.settle()
  if (end.kind === 'goto') writer.goto(end.to, trace.gas)
  else if (end.kind === 'leave') writer.leave(end.pc, trace.gas)
  else writeJump(writer, end.pc, end.gasBefore)
  writer.stack.clear()
}

/** Whatever is not as it should be is left to the interpreter before anything is done. */
function writeHead({ body, registers, context }: Writer, trace: Trace): void {
  body.get(registers.sp)
  body.const32(maxNeed * wordBytes)
  body.add(subtract32)
  body.set(registers.base)
  body.get(registers.gas)
  body.const64(BigInt(trace.gas))
  body.add(subtract64)
  body.tee(registers.scratch)
  body.get(registers.floor)
  body.add(isBelowSigned64)
  body.get(registers.sp)
  body.get(registers.stackStart)
  body.add(subtract32)
  body.const32(trace.need * wordBytes)
  body.add(subtract32)
  body.const32((stackLimit - trace.growth - trace.need) * wordBytes)
  body.add(isAbove32, or32)
  body.if()
  body.const32(trace.start)
  body.set(registers.pc)
  body.branch(context.labels.interpret)
  body.end()
  body.get(registers.scratch)
  body.set(registers.gas)
}

function writeStep(writer: Writer, step: Step, opcodes: OpcodeTable): void {
  const { stack } = writer
  const { opcode } = step
  if (isPush(opcode)) {
    stack.push(constantValue(step.value))
  } else if (opcode >= op.DUP1 && opcode < op.SWAP1) {
    stack.push(stack.peek(opcode - op.DUP1))
  } else if (opcode >= op.SWAP1 && opcode <= op.SWAP1 + 15) {
    stack.swap(opcode - op.SWAP1 + 1)
  } else if (isOperated(opcode)) {
    const { takes = 0, gives = 0 } = opcodes.get(opcode) ?? {}
    operate(writer, step, takes, gives)
  } else {
    writeOther(writer, step, opcodes)
  }
}

function writeOther(writer: Writer, step: Step, opcodes: OpcodeTable): void {
  const { stack, context } = writer
  const { opcode } = step
  const gas = opcodes.get(opcode)?.gas ?? 0
  if (opcode === op.JUMPDEST) return
  if (opcode === op.POP || opcode === op.JUMP) stack.pop()
  else if (opcode === op.JUMPI) writeBranch(writer, step, gas)
  else if (opcode === op.MLOAD) loadWord(writer, step)
  else if (opcode === op.MSTORE) storeWord(writer, step)
  else if (opcode === op.MSTORE8) storeByte(writer, step)
  else if (opcode === op.PC) stack.push(constantValue(BigInt(step.pc)))
  else if (opcode === op.CODESIZE) stack.push(constantValue(BigInt(context.codeSize)))
  else if (opcode === op.GAS) stack.push(gasLeft(writer, step.gasBefore + gas))
  else writeFunction(writer, opcode)
}

/** What is left after so much of the trace's gas. */
function gasLeft({ body, stack, registers, context }: Writer, gasUsed: number): Value {
  body.get(registers.gas)
  body.const64(BigInt(context.gas - gasUsed))
  body.add(add64)
  return smallValue(stack.keep())
}

/** An opcode that makes one item of those that it takes. */
function writeFunction(writer: Writer, opcode: number): void {
  const { stack } = writer
  const inCore = coreNames.get(opcode)
  const environment = environmentValue(writer, opcode)
  if (environment !== undefined) {
    stack.push(environment)
  } else if (opcode === op.ISZERO || opcode === op.NOT) {
    stack.push((opcode === op.NOT ? not : isZero)(writer, stack.pop()))
  } else if (opcode === op.CLZ || opcode === op.CALLDATALOAD) {
    compute(writer, opcode, 1)
  } else if (opcode === op.ADDMOD || opcode === op.MULMOD) {
    callOnStack(writer, 3, opcode === op.ADDMOD ? 'addModulo' : 'multiplyModulo')
  } else {
    const result = binary(writer, opcode, stack.peek(0), stack.peek(1))
    if (result !== undefined) {
      stack.pop()
      stack.pop()
      stack.push(result)
    } else if (inCore !== undefined) {
      callOnStack(writer, 2, inCore)
    } else {
      compute(writer, opcode, 2)
    }
  }
}

/** What the core has a function for that takes addresses. */
const coreNames = new Map<number, 'multiply' | 'divide' | 'remainder'>([
  [op.MUL, 'multiply'],
  [op.DIV, 'divide'],
  [op.MOD, 'remainder'],
])

/** Writes a binary operation of the topmost item and the one below; `undefined` where the core is called. */
function binary(writer: Writer, opcode: number, top: Value, below: Value): Value | undefined {
  switch (opcode) {
    case op.ADD:
      return add(writer, top, below)
    case op.SUB:
      return subtract(writer, top, below)
    case op.MUL:
      return multiply(writer, top, below)
    case op.DIV:
      return divide(writer, top, below)
    case op.MOD:
      return remainder(writer, top, below)
    case op.LT:
      return isBelow(writer, top, below)
    case op.GT:
      return isBelow(writer, below, top)
    case op.SLT:
      return isBelowSigned(writer, top, below)
    case op.SGT:
      return isBelowSigned(writer, below, top)
    case op.EQ:
      return isEqual(writer, top, below)
    case op.AND:
      return bitwise(writer, top, below, and64)
    case op.OR:
      return bitwise(writer, top, below, or64)
    case op.XOR:
      return bitwise(writer, top, below, xor64)
    case op.SHL:
      return shiftBy(writer, [top, below], shiftLeftBy)
    case op.SHR:
      return shiftBy(writer, [top, below], shiftRightBy)
    case op.SAR:
      return shiftBy(writer, [top, below], shiftRightSignedBy)
    case op.BYTE: {
      const index = top.constant
      if (index === undefined) return undefined
      return index > 31n ? constantValue(0n) : pickByte(writer, below, Number(index))
    }
    case op.SIGNEXTEND: {
      const index = top.constant
      if (index === undefined) return undefined
      return index > 30n ? below : extendSign(writer, below, Number(index))
    }
    default:
      return undefined
  }
}

/** Lets the core work on the topmost items, whose last place gets the result; it takes their addresses. */
function callOnStack(
  writer: Writer,
  takes: number,
  name: 'addModulo' | 'multiplyModulo' | 'multiply' | 'divide' | 'remainder',
): void {
  const { stack } = writer
  const { top } = stack
  const place = beginCall(writer, takes)
  writer.addressOf(place)
  for (let nth = 0; nth < takes; nth++) writer.addressOf(top - 1 - nth)
  writer.call(name)
  stack.pushStored(takes)
}

/** Lets the core do an opcode that has no price of its own. */
function compute(writer: Writer, opcode: number, takes: number): void {
  const { stack, body, registers } = writer
  beginCall(writer, takes)
  body.get(registers.frame)
  body.const32(opcode)
  writer.addressOf(stack.top)
  writer.call('compute')
  stack.pushStored(takes)
}

/** Lets the core do an opcode that it takes the gas of. */
function operate(
  writer: Writer,
  { pc, opcode, gasBefore }: Step,
  takes: number,
  gives: number,
): void {
  const { stack, body, registers } = writer
  beginCall(writer, takes)
  stack.settle()
  body.get(registers.frame)
  body.const32(opcode)
  writer.addressOf(stack.top)
  body.get(registers.gas)
  writer.call('operate')
  writer.takeGas(pc, gasBefore)
  if (gives > 0) stack.pushStored(takes)
  else for (let count = 0; count < takes; count++) stack.pop()
}

/** Stores what the core takes, and gives the place that gets the result. */
function beginCall({ stack }: Writer, takes: number): number {
  stack.store(takes)
  const place = stack.top - takes
  stack.release(place, place)
  return place
}
