import { bytesToHex, type Hex, numberToBytes } from '../../lib/hex.ts'
import { type CallFrame, callTracer } from './callTracer.ts'
import { addressOf, type Budget } from './frames.ts'

import { isCall, opcodes } from './instruction.ts'

import { preimageOf } from './smallTracers.ts'
import type { Step, TracedTransaction, Tracer } from './tracer.ts'

export interface Erc7562TracerOptions {
  /** Opcodes that are not counted. @default those that every contract may use */
  readonly ignoredOpcodes?: ReadonlySet<number> | undefined
  readonly withLog?: boolean | undefined
}

/** What the rules for the validation of user operations (ERC-7562) ask about a frame. */
export interface FrameUse {
  /** The values that slots held before they were first written. */
  readonly reads: Map<Hex, Hex>
  /** How often each slot was written. */
  readonly writes: Map<Hex, number>
  readonly transientReads: Map<Hex, number>
  readonly transientWrites: Map<Hex, number>
  /** Whose code was looked at, unless only for whether there is any. */
  readonly codeAccesses: Hex[]
  readonly opcodes: Map<number, number>
  /** How much code each account had, and by which opcode it was asked first. */
  readonly codeSizes: Map<Hex, { readonly size: number; readonly opcode: number }>
  isOutOfGas: boolean
}

export interface Erc7562Result {
  readonly root: CallFrame
  /** The uses of each frame, in the order in which they began. */
  readonly uses: readonly FrameUse[]
  /** All that was hashed, sorted. */
  readonly preimages: readonly Hex[]
}

const { extCodeSize, extCodeCopy, extCodeHash, gas: gasOpcode, isZero } = opcodes

const codeOpcodes: ReadonlySet<number> = new Set([extCodeSize, extCodeCopy, extCodeHash])

/** PUSH, DUP, SWAP, POP, arithmetic, comparisons and logic. */
const unimportant: ReadonlySet<number> = new Set([
  ...Array.from({ length: 0x41 }, (_, nth) => 0x5f + nth),
  ...[0x01, 0x02, 0x03, 0x04, 0x10, 0x11, 0x12, 0x13, 0x14, 0x15, 0x16, 0x17, 0x19, 0x1b, 0x1c],
  0x50,
])

const outOfGas: ReadonlySet<string | undefined> = new Set([
  'out of gas',
  'contract creation code storage out of gas',
])

/** Characters of a frame and of an entry of its lists in an answer. */
const frameLength = 250
const entryLength = 140

/** Tells frames with what ERC-7562 has rules about: geth's `erc7562Tracer`, for bundlers. */
export function erc7562Tracer(
  { ignoredOpcodes = unimportant, withLog }: Erc7562TracerOptions,
  budget: Budget,
): Tracer<Erc7562Result> {
  const frames = callTracer({ withLog }, budget)
  const uses: FrameUse[] = []
  const open: FrameUse[] = []
  const preimages = new Set<Hex>()
  let transaction: TracedTransaction | undefined
  let last: { readonly opcode: number; readonly top: bigint | undefined } | undefined

  function count<Key>(counts: Map<Key, number>, key: Key): void {
    const before = counts.get(key) ?? 0
    if (before === 0) budget.spend(entryLength)
    counts.set(key, before + 1)
  }

  /** What the instruction before has read is judged by the one that follows it. */
  function judgeLast(use: FrameUse, opcode: number): void {
    if (last === undefined) return
    const isCheck = last.opcode === extCodeSize && opcode === isZero
    if (codeOpcodes.has(last.opcode) && !isCheck && last.top !== undefined) {
      budget.spend(entryLength)
      use.codeAccesses.push(bytesToHex(addressOf(last.top)))
    }
    if (last.opcode === gasOpcode && !isCall(opcode)) count(use.opcodes, gasOpcode)
  }

  function noteCodeSize(use: FrameUse, { opcode, stack }: Step): void {
    const isLook = codeOpcodes.has(opcode)
    if (!isLook && !isCall(opcode)) return
    const item = stack.at(isLook ? -1 : -2)
    if (item === undefined) return
    const address = addressOf(item)
    const key = bytesToHex(address)
    if (use.codeSizes.has(key)) return
    budget.spend(entryLength)
    use.codeSizes.set(key, { size: transaction?.state.readCode(address).length ?? 0, opcode })
  }

  function noteSlot(use: FrameUse, { opcode, stack, address }: Step): void {
    const item = stack.at(-1)
    if (item === undefined) return
    const slot = numberToBytes(item, 32)
    const key = bytesToHex(slot)
    if (opcode === opcodes.sstore) count(use.writes, key)
    else if (opcode === opcodes.tload) count(use.transientReads, key)
    else if (opcode === opcodes.tstore) count(use.transientWrites, key)
    else if (opcode === opcodes.sload && !use.reads.has(key) && !use.writes.has(key)) {
      budget.spend(2 * entryLength)
      const value = transaction?.state.readStorage(address, slot) ?? new Uint8Array(32)
      use.reads.set(key, bytesToHex(value))
    }
  }

  function notePreimage(step: Step): void {
    const preimage = preimageOf(step)
    if (preimage === undefined) return
    const key = bytesToHex(preimage)
    if (preimages.has(key)) return
    budget.spend(key.length)
    preimages.add(key)
  }

  return {
    ...frames,
    start: (started) => {
      transaction = started
      frames.start?.(started)
    },
    enter: (frame) => {
      budget.spend(frameLength)
      const use = unused()
      uses.push(use)
      open.push(use)
      frames.enter?.(frame)
    },
    step: (step) => {
      const { opcode, stack } = step
      if (opcode === opcodes.return || opcode === opcodes.revert) last = undefined
      const use = open.at(-1)
      if (use === undefined) return
      judgeLast(use, opcode)
      noteCodeSize(use, step)
      if (opcode !== gasOpcode && !ignoredOpcodes.has(opcode)) count(use.opcodes, opcode)
      noteSlot(use, step)
      notePreimage(step)
      last = { opcode, top: stack.at(-1) }
    },
    exit: (frame) => {
      const use = open.pop()
      if (use !== undefined) use.isOutOfGas = frame.depth > 0 && outOfGas.has(frame.error)
      frames.exit?.(frame)
    },
    result: () => ({ root: frames.result(), uses, preimages: [...preimages].sort() }),
  }
}

function unused(): FrameUse {
  return {
    reads: new Map(),
    writes: new Map(),
    transientReads: new Map(),
    transientWrites: new Map(),
    codeAccesses: [],
    opcodes: new Map(),
    codeSizes: new Map(),
    isOutOfGas: false,
  }
}
