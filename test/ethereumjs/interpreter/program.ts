import type { Random } from './random.ts'
import { randomWord } from './randomWord.ts'

/** Code that grows: bytes, and how many items it leaves on a stack that was empty. */
interface Draft {
  readonly bytes: number[]
  height: number
}

/** Whom programs call. */
export interface Surroundings {
  readonly addresses: readonly bigint[]
}

const arithmetic = [
  0x01, 0x02, 0x03, 0x04, 0x05, 0x06, 0x07, 0x0a, 0x0b, 0x10, 0x11, 0x12, 0x13, 0x14, 0x16, 0x17,
  0x18, 0x1a, 0x1b, 0x1c, 0x1d,
] as const
const ternary = [0x08, 0x09] as const
const unary = [0x15, 0x19, 0x1e] as const
const constants = [
  0x30, 0x32, 0x33, 0x34, 0x36, 0x38, 0x3a, 0x3d, 0x41, 0x42, 0x43, 0x44, 0x45, 0x46, 0x47, 0x48,
  0x4a, 0x58, 0x59, 0x5a, 0x5f,
] as const
const ofAddress = [0x31, 0x3b, 0x3f] as const
const copies = [0x37, 0x39, 0x3e, 0x5e] as const

/** Random code that mostly has what its opcodes take, and mostly reaches its end. */
export function randomProgram(random: Random, around: Surroundings, depth = 0): Uint8Array {
  const draft: Draft = { bytes: [], height: 0 }
  const length = 1 + random.below(depth === 0 ? 40 : 12)
  for (let index = 0; index < length; index++) addPiece(draft, random, around, depth)
  addEnd(draft, random, around)
  return Uint8Array.from(draft.bytes)
}

function addPiece(draft: Draft, random: Random, around: Surroundings, depth: number): void {
  const kind = random.below(100)
  if (kind < 20) addArithmetic(draft, random)
  else if (kind < 30) emit(draft, random.pick(constants), 0, 1)
  else if (kind < 38) addStackWork(draft, random)
  else if (kind < 50) addMemoryWork(draft, random)
  else if (kind < 62) addStorageWork(draft, random)
  else if (kind < 66) addAddressWork(draft, random, around)
  else if (kind < 76) addCall(draft, random, around)
  else if (kind < 80) addCreation(draft, random, around, depth)
  else if (kind < 84) addLog(draft, random)
  else if (kind < 88) addBranch(draft, random, around, depth)
  else if (kind < 92) addLoop(draft, random, around, depth)
  else if (kind < 94) addOther(draft, random)
  else if (kind < 95) emit(draft, random.below(256), 0, 0)
  else push(draft, randomWord(random))
}

function emit(draft: Draft, opcode: number, takes: number, gives: number): void {
  draft.bytes.push(opcode)
  draft.height = Math.max(0, draft.height - takes) + gives
}

/** PUSH in its shortest form, but never PUSH0, which not all hardforks have. */
function push(draft: Draft, value: bigint, size?: number): void {
  const hex = value.toString(16)
  const bytes = Buffer.from(hex.padStart(2 * (size ?? Math.ceil(hex.length / 2)), '0'), 'hex')
  draft.bytes.push(0x5f + bytes.length, ...bytes)
  draft.height++
}

/** Makes sure of so many items, sometimes not. */
function want(draft: Draft, random: Random, count: number): void {
  if (random.chance(0.004)) return
  while (draft.height < count) push(draft, randomWord(random))
}

function addArithmetic(draft: Draft, random: Random): void {
  const kind = random.below(10)
  if (kind < 7) {
    if (random.chance(0.4)) push(draft, randomWord(random))
    want(draft, random, 2)
    emit(draft, random.pick(arithmetic), 2, 1)
  } else if (kind < 9) {
    want(draft, random, 3)
    emit(draft, random.pick(ternary), 3, 1)
  } else {
    want(draft, random, 1)
    emit(draft, random.pick(unary), 1, 1)
  }
}

function addStackWork(draft: Draft, random: Random): void {
  const depth = 1 + (random.chance(0.8) ? random.below(4) : random.below(16))
  const kind = random.below(3)
  if (kind === 0) {
    want(draft, random, depth)
    emit(draft, 0x7f + depth, 0, 1)
  } else if (kind === 1) {
    want(draft, random, depth + 1)
    emit(draft, 0x8f + depth, 0, 0)
  } else {
    want(draft, random, 1)
    emit(draft, 0x50, 1, 0)
  }
}

/** Mostly near the start of memory, seldom far beyond. */
function offset(random: Random): bigint {
  const kind = random.below(60)
  if (kind === 0) return randomWord(random)
  if (kind === 1) return BigInt(random.below(100_000))
  return BigInt(random.below(200))
}

function size(random: Random): bigint {
  const kind = random.below(60)
  if (kind === 0) return randomWord(random)
  if (kind === 1) return BigInt(random.below(50_000))
  return random.chance(0.3) ? 0n : BigInt(random.below(140))
}

function addMemoryWork(draft: Draft, random: Random): void {
  const kind = random.below(8)
  if (kind < 2) {
    push(draft, offset(random))
    emit(draft, 0x51, 1, 1)
  } else if (kind < 5) {
    want(draft, random, 1)
    push(draft, offset(random))
    emit(draft, random.pick([0x52, 0x52, 0x53]), 2, 0)
  } else if (kind < 6) {
    push(draft, size(random))
    push(draft, offset(random))
    emit(draft, 0x20, 2, 1)
  } else {
    const opcode = random.pick(copies)
    push(draft, size(random))
    push(draft, random.chance(0.1) ? randomWord(random) : BigInt(random.below(40)))
    push(draft, offset(random))
    emit(draft, opcode, 3, 0)
  }
}

function addStorageWork(draft: Draft, random: Random): void {
  const slot = BigInt(random.below(4))
  const isTransient = random.chance(0.25)
  if (random.chance(0.4)) {
    push(draft, slot)
    emit(draft, isTransient ? 0x5c : 0x54, 1, 1)
  } else {
    push(draft, random.chance(0.7) ? BigInt(random.below(3)) : randomWord(random))
    push(draft, slot)
    emit(draft, isTransient ? 0x5d : 0x55, 2, 0)
  }
}

function addAddressWork(draft: Draft, random: Random, around: Surroundings): void {
  if (random.chance(0.2)) {
    push(draft, size(random))
    push(draft, offset(random))
    push(draft, offset(random))
    push(draft, random.pick(around.addresses))
    emit(draft, 0x3c, 4, 0)
  } else {
    push(draft, random.pick(around.addresses))
    emit(draft, random.pick(ofAddress), 1, 1)
  }
}

function addCall(draft: Draft, random: Random, around: Surroundings): void {
  const opcode = random.pick([0xf1, 0xf1, 0xf2, 0xf4, 0xf4, 0xfa, 0xfa])
  push(draft, size(random))
  push(draft, offset(random))
  push(draft, size(random))
  push(draft, offset(random))
  const sendsValue = opcode === 0xf1 || opcode === 0xf2
  if (sendsValue) push(draft, random.chance(0.6) ? 0n : BigInt(random.below(50)))
  push(draft, random.pick(around.addresses))
  if (random.chance(0.7)) emit(draft, 0x5a, 0, 1)
  else push(draft, random.chance(0.8) ? BigInt(random.below(60_000)) : randomWord(random))
  emit(draft, opcode, sendsValue ? 7 : 6, 1)
  if (random.chance(0.4)) {
    emit(draft, 0x3d, 0, 1)
    push(draft, 0n)
    push(draft, offset(random))
    emit(draft, 0x3e, 3, 0)
  }
}

function addCreation(draft: Draft, random: Random, around: Surroundings, depth: number): void {
  const code = depth < 2 ? randomProgram(random, around, depth + 1) : random.bytes(random.below(20))
  for (let at = 0; at < code.length; at += 32) {
    const word = Buffer.alloc(32)
    word.set(code.subarray(at, at + 32))
    push(draft, BigInt(`0x${word.toString('hex')}`), 32)
    push(draft, BigInt(at))
    emit(draft, 0x52, 2, 0)
  }
  const isSalted = random.chance(0.5)
  if (isSalted) push(draft, BigInt(random.below(2)))
  push(draft, random.chance(0.95) ? BigInt(code.length) : size(random))
  push(draft, 0n)
  push(draft, random.chance(0.7) ? 0n : BigInt(random.below(20)))
  emit(draft, isSalted ? 0xf5 : 0xf0, isSalted ? 4 : 3, 1)
  if (random.chance(0.5)) {
    // Calls what it has created.
    for (let index = 0; index < 4; index++) push(draft, BigInt(random.below(40)))
    push(draft, 0n)
    emit(draft, 0x85, 0, 1)
    emit(draft, 0x5a, 0, 1)
    emit(draft, 0xf1, 7, 1)
  }
}

function addLog(draft: Draft, random: Random): void {
  const topics = random.below(5)
  want(draft, random, topics)
  push(draft, size(random))
  push(draft, offset(random))
  emit(draft, 0xa0 + topics, 2 + topics, 0)
}

/** Jumps forward over something, if a condition holds. */
function addBranch(draft: Draft, random: Random, around: Surroundings, depth: number): void {
  const isConditional = random.chance(0.7)
  if (isConditional) want(draft, random, 1)
  const at = draft.bytes.length + 1
  push(draft, 0n, 2)
  emit(draft, isConditional ? 0x57 : 0x56, isConditional ? 2 : 1, 0)
  const { height } = draft
  const count = random.below(3)
  for (let index = 0; index < count; index++) addPiece(draft, random, around, depth)
  const target = draft.bytes.length + (random.chance(0.02) ? 1 : 0)
  draft.bytes[at] = target >> 8
  draft.bytes[at + 1] = target & 255
  emit(draft, 0x5b, 0, 0)
  draft.height = Math.min(draft.height, height)
}

/** Repeats something a few times. */
function addLoop(draft: Draft, random: Random, around: Surroundings, depth: number): void {
  push(draft, BigInt(1 + random.below(6)))
  const start = draft.bytes.length
  emit(draft, 0x5b, 0, 0)
  const { height } = draft
  const inner: Draft = { bytes: draft.bytes, height: 0 }
  addPiece(inner, random, around, depth)
  while (inner.height > 0) emit(inner, 0x50, 1, 0)
  draft.height = height
  push(draft, 1n)
  emit(draft, 0x90, 0, 0)
  emit(draft, 0x03, 2, 1)
  emit(draft, 0x80, 0, 1)
  push(draft, BigInt(start), 2)
  emit(draft, 0x57, 2, 0)
  emit(draft, 0x50, 1, 0)
}

function addOther(draft: Draft, random: Random): void {
  const opcode = random.pick([0x35, 0x40, 0x49])
  push(draft, random.chance(0.9) ? BigInt(random.below(80)) : randomWord(random))
  emit(draft, opcode, 1, 1)
}

function addEnd(draft: Draft, random: Random, around: Surroundings): void {
  const kind = random.below(20)
  if (kind < 8) {
    push(draft, size(random))
    push(draft, offset(random))
    emit(draft, random.pick([0xf3, 0xf3, 0xfd]), 2, 0)
  } else if (kind < 10) {
    push(draft, random.pick(around.addresses))
    emit(draft, 0xff, 1, 0)
  } else if (kind < 12) {
    emit(draft, random.pick([0xfe, 0x0c, 0x56, 0x57]), 0, 0)
  } else if (kind < 14) {
    // A PUSH that lacks bytes.
    draft.bytes.push(0x60 + random.below(32), 1)
  } else {
    emit(draft, 0x00, 0, 0)
  }
}
