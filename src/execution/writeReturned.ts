import { bytesToBigInt, bytesToHex, numberToBytes } from '../lib/hex.ts'
import type { ExecutionContext } from '../types/execution.ts'
import type { CallRequest, SlotOverride } from '../types/request.ts'
import { call } from './call.ts'
import { ExecutionFailed, ExecutionReverted } from './executionErrors.ts'
import { opcodes } from './trace/instruction.ts'
import type { TraceEngine } from './trace/replay.ts'
import { traceCall } from './trace/traceCall.ts'

/** A slot of a contract with the word that is to be in it. */
export interface StorageWrite {
  readonly address: Uint8Array
  readonly slot: Uint8Array
  readonly word: Uint8Array
}

/** A part of a slot, from its lowest bit on. */
interface Field {
  readonly shift: bigint
  /** All its bits, at the bottom. */
  readonly mask: bigint
}

/** A slot that the call reads, with what is in it. */
interface Candidate {
  readonly address: Uint8Array
  readonly slot: Uint8Array
  readonly word: bigint
}

/** 32 bytes, each with its position as value: 1 at the bottom, 32 at the top. */
const ruler = Array.from(
  { length: 32 },
  (_, place) => BigInt(place + 1) << BigInt(8 * place),
).reduce((sum, byte) => sum | byte)

const maxWord = 2n ** 256n - 1n

/**
 * What is to be written so that a view function returns `value`: a slot that it reads, wherever its
 * contract keeps it (behind a proxy, in another contract, in a part of a slot whose other parts
 * stay). `undefined` when no slot does it alone. Throws an `InvalidMessage`.
 */
export async function writeReturned(
  engine: TraceEngine,
  context: ExecutionContext,
  request: CallRequest,
  value: bigint,
): Promise<StorageWrite | undefined> {
  const candidates = await slotsRead(engine, context, request)
  for (const { address, slot, word } of candidates) {
    const returnedWith = (other: bigint) =>
      returned(engine, context, request, { address, slot: [slot, numberToBytes(other, 32)] })
    const field = await fieldReturned(returnedWith)
    if (field === undefined || value > field.mask) continue
    const others = word & (maxWord ^ (field.mask << field.shift))
    const written = others | (value << field.shift)
    if ((await returnedWith(written)) === value) {
      return { address, slot, word: numberToBytes(written, 32) }
    }
  }
  return undefined
}

/** The slots that the call reads, the last one first: what is in it is most often what is returned. */
async function slotsRead(
  engine: TraceEngine,
  context: ExecutionContext,
  request: CallRequest,
): Promise<readonly Candidate[]> {
  const found = new Map<string, Candidate>()
  let read: ((address: Uint8Array, slot: Uint8Array) => Uint8Array) | undefined
  await traceCall(
    engine,
    context,
    { request, overrides: {} },
    {
      start: ({ state }) => {
        read = (address, slot) => state.readStorage(address, slot)
      },
      access: ({ opcode, height, item, address }) => {
        if (opcode !== opcodes.sload || height === 0 || read === undefined) return
        const slot = numberToBytes(item(0), 32)
        const word = bytesToBigInt(read(address, slot))
        found.set(bytesToHex(address) + bytesToHex(slot), { address, slot, word })
      },
    },
  )
  return [...found.values()].reverse()
}

/** The part of a slot that the function returns as it is; `undefined` when it returns something else. */
async function fieldReturned(
  returnedWith: (word: bigint) => Promise<bigint | undefined>,
): Promise<Field | undefined> {
  const measured = await returnedWith(ruler)
  if (measured === undefined || measured === 0n) return undefined
  const shift = 8n * ((measured & 0xffn) - 1n)
  if (shift < 0n || shift > 248n) return undefined
  const bytes = BigInt(Math.ceil(measured.toString(16).length / 2))
  const bytesMask = (1n << (8n * bytes)) - 1n
  if (((ruler >> shift) & bytesMask) !== measured) return undefined
  // A flag may share a byte with the field.
  const mask = (await returnedWith(bytesMask << shift)) ?? 0n
  return mask > 0n && (mask & (mask + 1n)) === 0n ? { shift, mask } : { shift, mask: bytesMask }
}

async function returned(
  { machines }: TraceEngine,
  context: ExecutionContext,
  request: CallRequest,
  { address, slot }: { readonly address: Uint8Array; readonly slot: SlotOverride },
): Promise<bigint | undefined> {
  try {
    const overrides = { state: [{ address, stateDiff: [slot] }] }
    const output = await call(machines, context, request, overrides)
    return output.length === 32 ? bytesToBigInt(output) : undefined
  } catch (error) {
    if (error instanceof ExecutionReverted || error instanceof ExecutionFailed) return undefined
    throw error
  }
}
