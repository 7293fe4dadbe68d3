import type {
  StructLog,
  StructLoggerOptions,
  StructLoggerResult,
} from '../../execution/trace/structLogger.ts'
import { bytesToHex, type Hex, quantity } from '../../lib/hex.ts'
import { Pieces } from '../../lib/pieces.ts'

/** An entry of `structLogs` as JSON text: execution-apis `StructLog`. What is empty or zero is left out, as geth does. */
export function encodeStructLog(
  log: StructLog,
  { zeroRefund = false }: Pick<StructLoggerOptions, 'zeroRefund'> = {},
): string {
  const { pc, op, gas, gasCost, depth, error, stack, returnData, memory, storage, refund } = log
  let text = `{"pc":${pc},"op":"${op}","gas":${gas},"gasCost":${gasCost},"depth":${depth}`
  if (error !== undefined) text += `,"error":${JSON.stringify(error)}`
  if (stack !== undefined) text += `,"stack":${encodeTexts(stack.map(quantity))}`
  if (returnData !== undefined && returnData.length > 0) {
    text += `,"returnData":"${bytesToHex(returnData)}"`
  }
  if (memory !== undefined && memory.length > 0) text += `,"memory":${encodeTexts(words(memory))}`
  if (storage !== undefined) text += `,"storage":${encodeStorage(storage)}`
  if (refund > 0n || zeroRefund) text += `,"refund":${refund}`
  return `${text}}`
}

/** An entry as Hardhat 2 has it: words without `0x`, and nothing that is asked for left out. */
export function encodeHardhatStructLog(log: StructLog): string {
  const { pc, op, gas, gasCost, depth, error, stack, memory, storage } = log
  const bare = (value: bigint) => value.toString(16).padStart(64, '0')
  return JSON.stringify({
    depth,
    gas: Number(gas),
    gasCost: Number(gasCost),
    op,
    pc,
    error,
    memory: memory && words(memory).map((word) => word.slice(2)),
    stack: stack?.map(bare),
    storage:
      storage && Object.fromEntries([...storage].map(([slot, value]) => [bare(slot), bare(value)])),
  })
}

/** A trace as JSON, with its encoded entries, each with a comma behind it: execution-apis `OpcodeTransactionTrace`. */
export function encodeStructTrace(
  { gas, failed, returnValue }: StructLoggerResult,
  structLogs: Pieces,
): Pieces {
  const head = `{"gas":${gas},"failed":${failed},"returnValue":"${bytesToHex(returnValue)}",`
  if (structLogs.length > 0) structLogs.dropLast()
  return new Pieces().add(`${head}"structLogs":[`).add(structLogs).add(']}')
}

/** Hex needs no escapes. */
function encodeTexts(texts: readonly Hex[]): string {
  return texts.length === 0 ? '[]' : `["${texts.join('","')}"]`
}

function words(memory: Uint8Array): readonly Hex[] {
  const list: Hex[] = []
  for (let start = 0; start < memory.length; start += 32) {
    list.push(bytesToHex(memory.subarray(start, start + 32)))
  }
  return list
}

/** The `storage` of an entry. */
export function encodeStorage(storage: ReadonlyMap<bigint, bigint>): string {
  const slots = [...storage].sort(([left], [right]) => (left < right ? -1 : 1))
  return `{${slots.map(([slot, value]) => `"${word(slot)}":"${word(value)}"`).join(',')}}`
}

function word(value: bigint): Hex {
  return `0x${value.toString(16).padStart(64, '0')}`
}
