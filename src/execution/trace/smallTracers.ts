import { opcodeName } from '../../ethereumjs/opcodes.ts'
import { bytesToHex, type Hex } from '../../lib/hex.ts'
import type { FrameKind } from '../../types/solidity/callTrace.ts'
import { keccak256 } from '../../wasm/keccak/keccak256.ts'
import type { Budget } from './frames.ts'
import { opcodes, readMemory } from './instruction.ts'
import type { Step, TracedTransaction, Tracer } from './tracer.ts'

/** Characters of an entry in an answer. */
const entryLength = 30

const callKinds: ReadonlySet<FrameKind> = new Set([
  'CALL',
  'CALLCODE',
  'DELEGATECALL',
  'STATICCALL',
])

/**
 * Counts how often each function selector was called with how many bytes of arguments:
 * geth's `4byteTracer`. Keys are `0x…` of four bytes, `-`, and the number of bytes after them.
 */
export function fourByteTracer(budget: Budget): Tracer<ReadonlyMap<string, number>> {
  const counts = new Map<string, number>()
  let transaction: TracedTransaction | undefined
  return {
    start: (started) => {
      transaction = started
    },
    enter: ({ kind, to, input }) => {
      if (input.length < 4 || !callKinds.has(kind) || transaction?.isPrecompile(to)) return
      const key = `${bytesToHex(input.subarray(0, 4))}-${input.length - 4}`
      const count = counts.get(key) ?? 0
      if (count === 0) budget.spend(entryLength)
      counts.set(key, count + 1)
    },
    result: () => counts,
  }
}

/** The same as `fourByteTracer`, with the data of a creation too: geth's `4byteTracerLegacy`. */
export function legacyFourByteTracer(budget: Budget): Tracer<ReadonlyMap<string, number>> {
  const tracer = fourByteTracer(budget)
  return {
    ...tracer,
    enter: (frame) => tracer.enter?.(frame.depth === 0 ? { ...frame, kind: 'CALL' } : frame),
  }
}

/** Counts the instructions, with those that cannot begin: geth's `opcountTracer`. */
export function opcountTracer(): Tracer<number> {
  let count = 0
  return {
    step: () => {
      count++
    },
    result: () => count,
  }
}

/**
 * Counts sequences of `size` instructions in one frame by their names: geth's `unigramTracer`, `bigramTracer` and
 * `trigramTracer`. As there, sequences of three may begin with none where a frame begins or continues.
 */
export function gramTracer(size: 1 | 2 | 3, budget: Budget): Tracer<ReadonlyMap<string, number>> {
  const counts = new Map<string, number>()
  let last: string[] = ['', '']
  let lastDepth = 0
  const count = (key: string) => {
    const before = counts.get(key) ?? 0
    if (before === 0) budget.spend(entryLength + key.length)
    counts.set(key, before + 1)
  }
  return {
    step: ({ opcode, depth }) => {
      const name = opcodeName(opcode)
      const isSameFrame = depth === lastDepth
      lastDepth = depth
      if (size === 1) return count(name)
      if (size === 3 && !isSameFrame) {
        last = ['', '']
        return
      }
      if (isSameFrame) count([...last.slice(3 - size), name].join('-'))
      last = [last[1] as string, name]
    },
    result: () => counts,
  }
}

/** Tells nothing: geth's `noopTracer`, for measuring. */
export function noopTracer(): Tracer<undefined> {
  return { result: () => undefined }
}

/** Zeros that are read beyond the memory: geth leaves out what reads more. */
const maxZeros = 1024 * 1024

/** Characters of an entry in an answer, without the bytes. */
const preimageEntryLength = 75

/** Tells all that is hashed, by its hash: geth's `keccak256PreimageTracer`. */
export function keccakTracer(budget: Budget): Tracer<ReadonlyMap<Hex, Uint8Array>> {
  const preimages = new Map<Hex, Uint8Array>()
  return {
    step: (step) => {
      const preimage = preimageOf(step)
      if (preimage === undefined) return
      const hash = bytesToHex(keccak256(preimage))
      if (preimages.has(hash)) return
      budget.spend(preimageEntryLength + 2 * preimage.length)
      preimages.set(hash, preimage)
    },
    result: () => preimages,
  }
}

/** What an instruction is about to hash; nothing for all that hash nothing. */
export function preimageOf({ opcode, stack, memory }: Step): Uint8Array | undefined {
  if (opcode !== opcodes.keccak256) return undefined
  const [offset, length] = [stack.at(-1), stack.at(-2)]
  if (offset === undefined || length === undefined) return undefined
  const isTooFar = offset + length > BigInt(memory.length + maxZeros)
  return isTooFar ? undefined : readMemory(memory, offset, length)
}
