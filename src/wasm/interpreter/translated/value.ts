import { memorySizeAt } from '../layout.ts'
import type { Body } from './encoder.ts'
import {
  i32,
  i64,
  isNotEqual64,
  load32As64,
  type OpcodeTable,
  select,
  subtract64,
  v128,
} from './instructions.ts'

/** 64 bits of a word: a constant, or the number of the local that has them. */
export type Limb = bigint | number

/** An item of the stack as translated code knows it. */
export class Value {
  /** The lowest first; undefined where they are only in memory, at `home`. */
  readonly limbs: (Limb | undefined)[]
  /** The place of the stack where memory has it. */
  home: number | undefined

  constructor(limbs: readonly (Limb | undefined)[], home?: number) {
    this.limbs = [...limbs]
    this.home = home
  }

  /** Bits from the 64th on are zeros. */
  get isSmall(): boolean {
    return this.limbs[1] === 0n && this.limbs[2] === 0n && this.limbs[3] === 0n
  }

  get constant(): bigint | undefined {
    let value = 0n
    for (const [index, limb] of this.limbs.entries()) {
      if (typeof limb !== 'bigint') return undefined
      value |= limb << BigInt(64 * index)
    }
    return value
  }
}

export function constantValue(value: bigint): Value {
  return new Value([0n, 64n, 128n, 192n].map((bits) => BigInt.asUintN(64, value >> bits)))
}

/** A value that its lowest limb makes out. */
export function smallValue(limb: Limb): Value {
  return new Value([limb, 0n, 0n, 0n])
}

/** Code, and what is known of it. */
export interface Subject {
  readonly code: Uint8Array
  readonly opcodes: OpcodeTable
  /** Places that have been jumped to. */
  readonly seen: ReadonlySet<number>
}

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
  /** The address in memory, used temporarily. */
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
