// Writes each instruction as an entry of geth's struct logs, JSON text, while a frame runs. An entry is open
// from before its instruction until what that costs is known.
import { refundAt, stackAt } from '../layout'
import { armOpcodes, baseGasOf, fixedGasOf, noOpcode } from './opcodeTable'
import { SLOAD, SSTORE } from './opcodes'
import { copyWord } from './word'

/** The texts of opcodes, then those between numbers: the length in a byte, then the text. The host fills it. */
const texts = memory.data((256 + 9) * 64, 16)

export function stepTexts(): usize {
  return texts
}

// The texts between numbers, by their places after those of opcodes.
const pcText = 256
const gasCostText = 257
const depthText = 258
const noStackText = 259
const stackText = 260
const itemText = 261
const stackEndText = 262
const refundText = 263
const endText = 264

/** More than an entry has without its stack and what ends the entry before it. */
const entryBytes: usize = 512
/** What an item of the stack has at most, quotes and comma included, and what is written beyond it. */
const itemBytes: usize = 80

export let isLogging = false

let start: usize = 0
let end: usize = 0
let limit: usize = 0
/** Entries since the text was last taken, and how many more there may be. */
let written: i32 = 0
let left: f64 = 0
let hasStack = false
let hasStorage = false
/** Whether entries have a refund of zero, too. */
let hasZeroRefund = false
let depth: u32 = 0

let isOpen = false
let openAt: usize = 0
let openGas: i64 = 0
let openCode: i32 = 0
let openFrame: usize = 0
let openRefund: i64 = 0
/** Where the price stands that it will probably have. */
let priceAt: usize = 0
let priceLength: usize = 0
let price: u64 = 0
/** The two topmost items of the stack before it, for opcodes of storage. */
const operands = memory.data(64, 16)

/** Begins to write entries to `bytes` bytes from `at` on, at most `most` of them. */
export function openStepLog(
  at: usize,
  bytes: usize,
  most: f64,
  withStack: bool,
  withStorage: bool,
  withZeroRefund: bool,
): void {
  start = at
  end = at
  limit = at + bytes
  written = 0
  left = most
  hasStack = withStack
  hasStorage = withStorage
  hasZeroRefund = withZeroRefund
  isOpen = false
  isLogging = true
  armOpcodes(true)
}

export function closeStepLog(): void {
  isLogging = false
  armOpcodes(false)
}

/** Sets the depth of the frame that runs next; the transaction's own has 1. */
export function setStepDepth(value: u32): void {
  depth = value
}

/** Bytes of text that are to be taken, from the start on. */
export function stepBytes(): usize {
  return end - start
}

/** Forgets the text: it has been taken. Gives how many entries have ended in it. */
export function takeSteps(): i32 {
  const count = written
  written = 0
  end = start
  return count
}

/** Whether what the open entry does is to be told of with its storage. */
export function isStorageStep(): bool {
  return isOpen && tellsStorage(openCode)
}

export function stepOperands(): usize {
  return operands
}

/** Gas before the instruction of the open entry. */
export function stepGas(): f64 {
  return f64(openGas)
}

/** Takes the open entry back; the host tells of the instruction. */
export function dropStep(): void {
  if (isOpen) end = openAt
  isOpen = false
}

// @ts-ignore: decorator
@inline
export function tellsStorage(code: i32): bool {
  return hasStorage && (code == SLOAD || code == SSTORE)
}

/** Opens the entry of an instruction. Says whether there was room for it. */
export function beginStep(frame: usize, pc: u32, code: i32, sp: usize, gas: i64): bool {
  if (isOpen) endStep(f64(gas))
  openGas = gas
  if (left == 0) return true
  const stack = frame + stackAt
  if (end + entryBytes + (((sp - stack) >> 5) * itemBytes) > limit) return false
  left--
  isOpen = true
  openAt = end
  openCode = code
  openFrame = frame
  openRefund = load<i64>(frame, refundAt)
  put(pcText)
  putNumber(u64(pc))
  put(code)
  putNumber(u64(gas))
  put(gasCostText)
  const fixed = fixedGasOf(code)
  price = fixed == noOpcode ? 0 : u64(fixed + baseGasOf(code))
  priceAt = end
  putNumber(price)
  priceLength = end - priceAt
  put(depthText)
  putNumber(u64(depth))
  if (hasStack) putStack(stack, sp)
  if (tellsStorage(code) && sp - stack >= 64) {
    copyWord(operands, sp - 32)
    copyWord(operands + 32, sp - 64)
  } else if (tellsStorage(code) && sp - stack >= 32) {
    copyWord(operands, sp - 32)
  }
  return true
}

/** Ends the open entry: so much gas is left after its instruction. */
export function endStep(gasLeft: f64): void {
  if (!isOpen) return
  priceStep(gasLeft)
  closeStep()
}

/** Puts what the instruction has cost into the open entry; the host can go on with its text then. */
export function priceStep(gasLeft: f64): void {
  const cost = u64(openGas - i64(gasLeft))
  if (cost == price) return
  const length = lengthOf(cost)
  const tail = priceAt + priceLength
  if (length != priceLength) memory.copy(priceAt + length, tail, end - tail)
  end += length - priceLength
  putDigits(priceAt, cost, length)
}

/** Puts what ends an entry. */
export function closeStep(): void {
  // geth refunds what SSTORE does before it tells of it.
  const refund = openCode == SSTORE ? load<i64>(openFrame, refundAt) : openRefund
  if (refund > 0 || hasZeroRefund) {
    put(refundText)
    putNumber(u64(refund))
  }
  put(endText)
  isOpen = false
  written++
}

// @ts-ignore: decorator
@inline
function put(text: i32): void {
  const from = texts + (usize(text) << 6)
  v128.store(end, v128.load(from, 1))
  v128.store(end, v128.load(from, 17), 16)
  v128.store(end, v128.load(from, 33), 32)
  end += load<u8>(from)
}

function putNumber(value: u64): void {
  const length = lengthOf(value)
  putDigits(end, value, length)
  end += length
}

/** Decimal digits. */
function lengthOf(value: u64): usize {
  let length: usize = 1
  for (let bound: u64 = 10; value >= bound && length < 19; bound *= 10) length++
  return length
}

function putDigits(at: usize, value: u64, length: usize): void {
  let to = at + length
  let high = value
  while (high > 0xffffffff) {
    store<u8>(--to, u8(48 + (high % 10)))
    high /= 10
  }
  let low = u32(high)
  while (to > at) {
    store<u8>(--to, u8(48 + (low % 10)))
    low /= 10
  }
}

function putStack(stack: usize, sp: usize): void {
  if (sp == stack) return put(noStackText)
  put(stackText)
  putQuantity(stack)
  for (let item = stack + 32; item < sp; item += 32) {
    put(itemText)
    putQuantity(item)
  }
  put(stackEndText)
}

/** Hex digits of a word without leading zeros. */
function putQuantity(word: usize): void {
  let limb: usize = 24
  while (limb > 0 && load<u64>(word + limb) == 0) limb -= 8
  const top = load<u64>(word + limb)
  const length = top == 0 ? 1 : 16 - (clz(top) >> 2)
  putHex(top << ((16 - length) << 2))
  end += usize(length)
  while (limb > 0) {
    limb -= 8
    putHex(load<u64>(word + limb))
    end += 16
  }
}

/** 16 hex digits, which are not counted yet. */
// @ts-ignore: decorator
@inline
function putHex(value: u64): void {
  const bytes = i64x2.splat(bswap(value))
  const high = v128.and(v128.shr<u8>(bytes, 4), i8x16.splat(15))
  const low = v128.and(bytes, i8x16.splat(15))
  const nibbles = v128.shuffle<u8>(high, low, 0, 16, 1, 17, 2, 18, 3, 19, 4, 20, 5, 21, 6, 22, 7, 23)
  const digits = i8x16(48, 49, 50, 51, 52, 53, 54, 55, 56, 57, 97, 98, 99, 100, 101, 102)
  v128.store(end, v128.swizzle(digits, nibbles))
}
