import { opcodeName } from '../../ethereumjs/opcodes.ts'
import { bytesToBigInt, bytesToHex, numberToBytes } from '../../lib/hex.ts'
import { opcodes } from './instruction.ts'
import type { FrameEnd, Step, StepText, TracedState, Tracer } from './tracer.ts'

export interface StructLoggerOptions {
  readonly disableStack?: boolean | undefined
  readonly disableStorage?: boolean | undefined
  readonly enableMemory?: boolean | undefined
  /** An option of Hardhat, whose steps have their memory by default. */
  readonly disableMemory?: boolean | undefined
  /** Whether all steps have the storage, as in Hardhat 2. @default false */
  readonly storageAtEachStep?: boolean | undefined
  /** Whether steps have a refund of zero, too, as in Hardhat 3. @default false */
  readonly zeroRefund?: boolean | undefined
  readonly enableReturnData?: boolean | undefined
  /** The maximum number of steps; 0 for all. @default 0 */
  readonly limit?: number | undefined
}

/** A step, with what the options ask for. */
export interface StructLog {
  readonly pc: number
  readonly op: string
  readonly gas: bigint
  readonly gasCost: bigint
  readonly depth: number
  readonly refund: bigint
  /** Why the instruction could not begin. */
  readonly error?: string | undefined
  readonly stack?: readonly bigint[] | undefined
  /** Whole words. */
  readonly memory?: Uint8Array | undefined
  readonly returnData?: Uint8Array | undefined
  /** Slots that the contract has read and written so far; only at a step that does, unless all have it. */
  readonly storage?: ReadonlyMap<bigint, bigint> | undefined
}

export interface StructLoggerResult {
  /** What the transaction used. */
  readonly gas: bigint
  readonly failed: boolean
  /** What it returned, or its revert data. */
  readonly returnValue: Uint8Array
}

/** Takes steps one after the other, and has to use each at once: the storage in it changes later. */
export interface StructLogWriter {
  log(log: StructLog): void
  /** Receives steps as text where possible, which is much faster. Without it `log` receives all. */
  readonly asText?: StructLogText
}

export interface StructLogText {
  /** Steps as JSON, valid now, each with a comma behind it; the last one's can end before its storage. */
  steps(json: Uint8Array): void
  /** The storage of the step that has not ended. */
  storage(slots: ReadonlyMap<bigint, bigint>): void
}

/** Tells every step, as geth does when no tracer is named. */
export function structLogger(
  options: StructLoggerOptions,
  writer: StructLogWriter,
): Tracer<StructLoggerResult> {
  const { limit = 0 } = options
  const storageOf = new Map<string, Map<bigint, bigint>>()
  let state: TracedState | undefined
  let pending: StructLog | undefined
  let count = 0
  let root: Pick<FrameEnd, 'error' | 'output'> = { error: undefined, output: new Uint8Array() }
  let gas = 0n

  function flush(): void {
    if (pending !== undefined) writer.log(pending)
    pending = undefined
  }

  /** Told before the instruction runs, with the value that it is about to write. */
  function touchedStorage({
    opcode,
    stack,
    address,
  }: Step): ReadonlyMap<bigint, bigint> | undefined {
    const slot = stack.at(-1)
    const written = stack.at(-2)
    const isLoad = opcode === opcodes.sload
    const untouched = () =>
      options.storageAtEachStep ? (storageOf.get(bytesToHex(address)) ?? noSlots) : undefined
    if (!isLoad && opcode !== opcodes.sstore) return untouched()
    if (slot === undefined || (!isLoad && written === undefined)) return untouched()
    const read = () => bytesToBigInt(state?.readStorage(address, numberToBytes(slot, 32)) ?? zero)
    return touch(address, slot, isLoad ? read() : (written ?? 0n))
  }

  /** Returns the contract's storage as far as it was reported. */
  function touch(address: Uint8Array, slot: bigint, value: bigint): Map<bigint, bigint> {
    const key = bytesToHex(address)
    const storage = storageOf.get(key) ?? new Map<bigint, bigint>()
    storageOf.set(key, storage)
    return storage.set(slot, value)
  }

  const stepText = (text: StructLogText): StepText => ({
    withStack: !options.disableStack,
    withStorage: !options.disableStorage,
    withZeroRefund: options.zeroRefund === true,
    most: limit === 0 ? Number.MAX_SAFE_INTEGER : limit,
    text: (json, steps) => {
      flush()
      count += steps
      text.steps(json)
    },
    storage: (address, slot, value) => text.storage(touch(address, slot, value)),
  })

  // Memory and return data need reports step by step.
  const isPlain = !options.enableMemory && !options.enableReturnData

  return {
    stepText: isPlain && writer.asText ? stepText(writer.asText) : undefined,
    start: (transaction) => {
      state = transaction.state
    },
    step: (step) => {
      flush()
      if (limit > 0 && count >= limit) return
      count++
      pending = {
        pc: step.pc,
        op: opcodeName(step.opcode),
        gas: step.gas,
        gasCost: step.gasCost,
        depth: step.depth,
        refund: step.refund,
        stack: options.disableStack ? undefined : step.stack,
        memory: options.enableMemory ? step.memory : undefined,
        returnData: options.enableReturnData ? step.returnData : undefined,
        storage: options.disableStorage ? undefined : touchedStorage(step),
      }
    },
    fault: (fault) => {
      pending = pending && { ...pending, ...fault }
    },
    exit: ({ depth, error, output }) => {
      if (depth === 0) root = { error, output }
    },
    end: ({ gasUsed }) => {
      flush()
      gas = gasUsed
    },
    result: () => ({ gas, failed: root.error !== undefined, returnValue: root.output }),
  }
}

const zero = new Uint8Array(32)
const noSlots: ReadonlyMap<bigint, bigint> = new Map()
