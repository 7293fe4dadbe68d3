import {
  exitTranslated,
  exitYield,
  gasAt,
  gasFloorAt,
  heightAt,
  jumpsAt,
  jumpTranslated,
  memoryAt,
  pcAt,
  stackAt,
} from '../layout.ts'
import {
  Body,
  type CoreFunction,
  coreFunctions,
  encodeModule,
  type Label,
  type Signature,
} from './encoder.ts'

import {
  add32,
  add64,
  and32,
  globalGet,
  globalSet,
  i32,
  isBelowSigned64,
  isNotEqual32,
  leave,
  load16,
  load32,
  load64,
  type OpcodeTable,
  select,
  shiftLeft32,
  shiftRight32,
  store32,
  store64,
  subtract32,
  subtract64,
  unreachable,
} from './instructions.ts'
import type { Trace } from './trace.ts'
import { createRegisters, type Registers, writeRoom } from './value.ts'
import { writeTrace } from './writeTrace.ts'

export interface Translated {
  readonly traces: readonly Trace[]
  readonly opcodes: OpcodeTable
  readonly codeSize: number
  readonly environment: number
}

const imports = new Map(
  coreFunctions.map(({ name }, index): [CoreFunction, number] => [name, index]),
)

/** The module whose `run` does what the core's does, by the traces where they are. */
export function translate({
  traces,
  opcodes,
  codeSize,
  environment,
}: Translated): Uint8Array<ArrayBuffer> {
  const body = new Body(1)
  const registers = createRegisters(body)
  writeStart(body, registers)
  const again = body.loop()
  writeEntry(body, registers)
  const interpret = body.block()
  const dispatch = body.loop()
  const labels: Label[] = []
  for (let index = traces.length - 1; index >= 0; index--) labels[index] = body.block()
  body.get(registers.next)
  body.branchTable(labels, interpret)
  const numbers = new Map(traces.map(({ start }, index) => [start, index]))
  for (const [index, trace] of traces.entries()) {
    body.end()
    const start = body.loop()
    const context = {
      ...{ body, registers, imports, environment, codeSize, index, start },
      gas: trace.gas,
      labels: {
        dispatch,
        interpret,
        traceAt: (pc: number) => numbers.get(pc),
        labelOf: (number: number) => labels[number] as Label,
      },
    }
    writeTrace(context, trace, opcodes)
    body.end()
    body.add(unreachable)
  }
  body.end()
  body.end()
  writeInterpretation(body, registers, again)
  body.end()
  body.add(unreachable)
  const signature: Signature = { takes: [i32], gives: [i32] }
  return encodeModule(coreFunctions, {
    signature,
    locals: body.locals,
    code: [...body.bytes, 0x0b],
  })
}

/** What does not change while a frame runs. */
function writeStart(body: Body, registers: Registers): void {
  const { frame, memory, jumps, stackStart, floor } = registers
  body.get(frame)
  body.access(load32, memoryAt)
  body.set(memory)
  body.get(frame)
  body.access(load32, jumpsAt)
  body.set(jumps)
  body.get(frame)
  body.const32(stackAt)
  body.add(add32)
  body.set(stackStart)
  // No less than none.
  body.get(frame)
  body.access(load64, gasFloorAt)
  body.tee(floor)
  body.const64(0n)
  body.const64(0n)
  body.get(floor)
  body.add(isBelowSigned64, select)
  body.set(floor)
}

/** Takes the registers of the frame, and the number of the trace that starts where it is. */
function writeEntry(body: Body, registers: Registers): void {
  const { frame, sp, pc, next, gas, jumps, stackStart } = registers
  body.get(stackStart)
  body.get(frame)
  body.access(load32, heightAt)
  body.const32(5)
  body.add(shiftLeft32, add32)
  body.set(sp)
  body.get(frame)
  body.access(load64, gasAt)
  body.set(gas)
  body.get(jumps)
  body.get(frame)
  body.access(load32, pcAt)
  body.tee(pc)
  body.const32(1)
  body.add(shiftLeft32, add32)
  body.access(load16, 0)
  body.const32(0x7fff)
  body.add(and32)
  body.const32(jumpTranslated)
  body.add(subtract32)
  body.set(next)
  writeRoom(body, registers)
}

/** Lets the interpreter run until it leaves, or comes to where there is a trace again. */
function writeInterpretation(body: Body, registers: Registers, again: Label): void {
  const { frame, sp, pc, next, gas, stackStart } = registers
  body.get(frame)
  body.get(pc)
  body.access(store32, pcAt)
  body.get(frame)
  body.get(sp)
  body.get(stackStart)
  body.add(subtract32)
  body.const32(5)
  body.add(shiftRight32)
  body.access(store32, heightAt)
  body.get(frame)
  body.get(gas)
  body.access(store64, gasAt)
  body.get(gas)
  body.get(frame)
  body.access(load64, gasFloorAt)
  body.add(isBelowSigned64)
  body.if()
  body.const32(exitYield)
  body.add(leave)
  body.end()
  body.get(frame)
  body.call(imports.get('run') as number)
  body.set(next)
  // Counts the gas of it.
  body.add(globalGet, 0)
  body.get(gas)
  body.add(add64)
  body.get(frame)
  body.access(load64, gasAt)
  body.add(subtract64, globalSet, 0)
  body.get(next)
  body.const32(exitTranslated)
  body.add(isNotEqual32)
  body.if()
  body.get(next)
  body.add(leave)
  body.end()
  body.branch(again)
}
