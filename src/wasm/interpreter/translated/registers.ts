import { memorySizeAt } from '../layout.ts'
import type { Body } from './body.ts'
import { i32, i64, isNotEqual64, load32As64, select, subtract64, v128 } from './instructions.ts'

/** The locals that all traces have in common. */
export interface Registers {
  readonly frame: number
  /** The end of the stack: at the start and the end of a trace. */
  readonly sp: number
  /** What `Stack` counts from. */
  readonly base: number
  readonly pc: number
  readonly next: number
  readonly gas: number
  readonly floor: number
  /** Offsets below it are ones of words in memory. */
  readonly room: number
  readonly memory: number
  readonly jumps: number
  readonly stackStart: number
  /** For a while. */
  readonly address: number
  readonly scratch: number
  readonly half: number
}

export function createRegisters(body: Body): Registers {
  const address = () => body.addLocal(i32)
  const word = () => body.addLocal(i64)
  return {
    frame: 0,
    sp: address(),
    base: address(),
    pc: address(),
    next: address(),
    memory: address(),
    jumps: address(),
    stackStart: address(),
    address: address(),
    gas: word(),
    floor: word(),
    room: word(),
    scratch: word(),
    half: body.addLocal(v128),
  }
}

/** Notes how far memory reaches. */
export function writeRoom(body: Body, { frame, room, scratch }: Registers): void {
  body.get(frame)
  body.access(load32As64, memorySizeAt)
  body.tee(scratch)
  body.const64(31n)
  body.add(subtract64)
  body.const64(0n)
  body.get(scratch)
  body.const64(0n)
  body.add(isNotEqual64, select)
  body.set(room)
}
