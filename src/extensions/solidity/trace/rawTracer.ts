import { codeRunAt } from '../../../execution/authorizations.ts'
import type { Budget } from '../../../execution/trace/frames.ts'
import { readMemory } from '../../../execution/trace/instruction.ts'
import {
  type FrameStart,
  NotTraceable,
  type Step,
  type TracedTransaction,
  type Tracer,
} from '../../../execution/trace/tracer.ts'

import { bytesToBigInt, numberToBytes } from '../../../lib/hex.ts'
import { keccak256 } from '../../../wasm/keccak/keccak256.ts'
import type { Program } from '../syntax/program.ts'
import { InternalWalk, type RawFrame, type RawTrace } from './internalWalk.ts'

/** What is kept counts in the budget of a trace, whose unit is characters. */
const frameLength = 500
const logLength = 400
const changeLength = 200

/** Keys of mappings are short; what is longer was hashed for something else. */
const maxPreimageLength = 1024n

const opcodes = { keccak256: 0x20, sstore: 0x55 } as const
const noBytes = new Uint8Array()

/** What is known of the codes that run. */
interface KnownPrograms {
  start(transaction: TracedTransaction): void
  codeOf(frame: FrameStart): { readonly program: Program | undefined } | undefined
}

/**
 * Keeps frames with their logs and changes of storage, and in `preimages` what was hashed; with `codes`
 * the functions of known code as well.
 */
export function rawTracer(
  budget: Budget,
  preimages = new Map<bigint, Uint8Array>(),
  codes?: KnownPrograms | undefined,
): Tracer<RawTrace> {
  const open: RawFrame[] = []
  const walks: InternalWalk[] = []
  let instructions = 0
  let transaction: TracedTransaction | undefined
  let root: RawFrame | undefined
  let undo: (() => void) | undefined

  function begin({ kind, from, to, input, gas, value = 0n }: FrameStart): RawFrame {
    const isCreation = kind === 'CREATE' || kind === 'CREATE2'
    const isPrecompile = !isCreation && (transaction?.isPrecompile(to) ?? false)
    const hasCode = !isCreation && !isPrecompile && kind !== 'SELFDESTRUCT'
    budget.spend(frameLength + 2 * input.length)
    return {
      kind,
      from,
      to,
      account: kind === 'DELEGATECALL' || kind === 'CALLCODE' ? from : to,
      value,
      gas: open.length === 0 ? (transaction?.gas ?? gas) : gas,
      gasUsed: 0n,
      input: input.slice(),
      code: hasCode && transaction !== undefined ? codeRunAt(transaction.state, to) : noBytes,
      isPrecompile,
      firstInstruction: instructions,
      instructions: 0,
      output: noBytes,
      error: undefined,
      steps: [],
      changes: new Map(),
    }
  }

  function write(slot: bigint, value: bigint, address: Uint8Array): void {
    const changes = open.at(-1)?.changes
    if (changes === undefined || transaction === undefined) return
    const known = changes.get(slot)
    if (known !== undefined) {
      const { after } = known
      known.after = value
      undo = () => {
        known.after = after
      }
      return
    }
    budget.spend(changeLength)
    const before = bytesToBigInt(transaction.state.readStorage(address, numberToBytes(slot, 32)))
    changes.set(slot, { slot, before, after: value })
    undo = () => changes.delete(slot)
  }

  function hash(offset: bigint, length: bigint, memory: Uint8Array): void {
    if (length < 32n || length > maxPreimageLength) return
    const preimage = readMemory(memory, offset, length)
    budget.spend(2 * preimage.length)
    preimages.set(bytesToBigInt(keccak256(preimage)), preimage)
  }

  return {
    start: (started) => {
      transaction = started
      codes?.start(started)
    },
    enter: (start) => {
      const frame = begin(start)
      walks.at(-1)?.steps.push(frame)
      open.push(frame)
      walks.push(new InternalWalk(codes?.codeOf(start)?.program, frame.steps))
    },
    step: ({ pc, opcode, stack, memory, address }: Step) => {
      undo = undefined
      instructions++
      if (codes !== undefined && walks.at(-1)?.next(pc) !== undefined) budget.spend(frameLength)
      const [first, second] = [stack.at(-1), stack.at(-2)]
      if (first === undefined || second === undefined) return
      if (opcode === opcodes.sstore) write(first, second, address)
      else if (opcode === opcodes.keccak256) hash(first, second, memory)
    },
    fault: () => undo?.(),
    log: ({ address, topics, data }) => {
      budget.spend(logLength + 2 * data.length)
      walks.at(-1)?.steps.push({ address, topics, data })
    },
    exit: ({ output, gasUsed, error }) => {
      undo = undefined
      const frame = open.pop()
      walks.pop()
      if (frame === undefined) return
      budget.spend(2 * output.length)
      frame.output = output.slice()
      frame.gasUsed = gasUsed
      frame.instructions = instructions - frame.firstInstruction
      frame.error = error
      if (open.length === 0) root = frame
    },
    end: ({ gasUsed }) => {
      if (root !== undefined) root.gasUsed = gasUsed
    },
    result: () => {
      if (root === undefined) throw new NotTraceable('nothing ran, so there is no call to trace')
      return { root, preimages }
    },
  }
}
