import { bytesToHex, type Hex } from '../../lib/hex.ts'
import { keccak256 } from '../../wasm/keccak/keccak256.ts'
import type { Budget } from './budget.ts'
import { opcodes } from './instruction.ts'
import { readMemory } from './memory.ts'
import type { Step, Tracer } from './tracer.ts'

/** Zeros that are read beyond the memory: geth leaves out what reads more. */
const mostZeros = 1024 * 1024

/** Characters of an entry in an answer, without the bytes. */
const entryLength = 75

/** Tells all that is hashed, by its hash: geth's `keccak256PreimageTracer`. */
export function keccakTracer(budget: Budget): Tracer<ReadonlyMap<Hex, Uint8Array>> {
  const preimages = new Map<Hex, Uint8Array>()
  return {
    step: (step) => {
      const preimage = preimageOf(step)
      if (preimage === undefined) return
      const hash = bytesToHex(keccak256(preimage))
      if (preimages.has(hash)) return
      budget.spend(entryLength + 2 * preimage.length)
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
  const isTooFar = offset + length > BigInt(memory.length + mostZeros)
  return isTooFar ? undefined : readMemory(memory, offset, length)
}
