import type { Erc7562Result, FrameUse } from '../../../execution/trace/erc7562Tracer.ts'
import { quantity } from '../../../lib/hex.ts'
import type { JsonTexts } from '../../jsonInTurns.ts'
import { callFrameTexts } from './callFrame.ts'

/** What geth's `erc7562Tracer` tells: frames as `callTracer` has them, each with what it used. */
export function erc7562Texts({ root, uses, preimages }: Erc7562Result): JsonTexts {
  const waiting = uses.values()
  let isRoot = true
  return callFrameTexts(root, () => {
    const { value: use } = waiting.next()
    const keccak = isRoot && preimages.length > 0 && { keccak: preimages }
    isRoot = false
    return { ...(use && formatUse(use)), ...keccak }
  })
}

function formatUse(use: FrameUse): object {
  const reads = [...use.reads].map(([slot, value]) => [slot, [value]] as const)
  const opcodes = [...use.opcodes].map(([opcode, count]) => [quantity(opcode), count] as const)
  const sizes = [...use.codeSizes].map(
    ([address, { size, opcode }]) => [address, { contractSize: size, opcode }] as const,
  )
  return {
    accessedSlots: {
      reads: sorted(reads),
      writes: sorted(use.writes),
      transientReads: sorted(use.transientReads),
      transientWrites: sorted(use.transientWrites),
    },
    extCodeAccessInfo: use.codeAccesses,
    usedOpcodes: sorted(opcodes),
    contractSize: sorted(sizes),
    outOfGas: use.isOutOfGas,
  }
}

/** As geth writes maps. */
function sorted(entries: Iterable<readonly [string, unknown]>): object {
  return Object.fromEntries([...entries].sort(([left], [right]) => (left < right ? -1 : 1)))
}
