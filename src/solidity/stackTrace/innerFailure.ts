import { equalBytes } from '../../lib/hex.ts'
import { beginsFrame, opcodes } from '../sourceMaps.ts'
import type { StackTrace } from './entries.ts'
import { isFrame } from './frameTracer.ts'
import { instructionAt, isKnown, type KnownFrame, lastInstruction, staysAt } from './knownFrame.ts'
import { withFunctionFirst } from './modifiers.ts'
import { callEntry, referenceWithin, startOfContract } from './references.ts'
import type { InnerFrame, Walk } from './walk.ts'

/** Whether the last call is to blame: it failed and that was handed on, or it returned what nobody can read. */
export function failureOfInner({ frame, entries, lastInner }: Walk): StackTrace | undefined {
  if (lastInner === undefined) return undefined
  const { program } = frame
  const call = instructionAt(frame, lastInner.step - 1)
  if (call === undefined) return undefined
  const entry = callEntry(program, call)
  if (lastInner.frame.failure === undefined) {
    if (!failsRightAfter(frame, lastInner.step)) return undefined
    const { sourceReference } = entry
    const wrong = { type: 'RETURNDATA_SIZE_ERROR', sourceReference } as const
    return withFunctionFirst(frame, [...entries, wrong])
  }
  if (!isHandedOn(frame, lastInner) && !isHandedOnByProxy(frame, lastInner)) return undefined
  const trace = [...entries, entry, ...lastInner.trace]
  if (hasRunOutOfGas(frame, lastInner)) {
    const { sourceReference } = trace.pop() ?? entry
    trace.push({ type: 'CONTRACT_CALL_RUN_OUT_OF_GAS_ERROR', sourceReference })
  }
  return withFunctionFirst(frame, trace)
}

/** Whether a call or creation could not even begin, as for lack of ether, and that was the end. */
export function failureToBegin({ frame, entries }: Walk): StackTrace | undefined {
  const { program, steps } = frame
  for (let at = steps.length - 2; at >= 0; at--) {
    if (isFrame(steps[at])) return undefined
    const instruction = instructionAt(frame, at)
    if (instruction === undefined || !beginsFrame(instruction.opcode)) continue
    if (isFrame(steps[at + 1]) || !staysAt(frame, at, instruction.location)) continue
    const sourceReference =
      referenceWithin(program.contract, instruction.location) ?? startOfContract(program.contract)
    return withFunctionFirst(frame, [...entries, { type: 'CALL_FAILED_ERROR', sourceReference }])
  }
  return undefined
}

function isHandedOn(frame: KnownFrame, { frame: inner, step }: InnerFrame): boolean {
  if (!equalBytes(frame.output, inner.output)) return false
  if (frame.failure === 'out of gas' && inner.failure === 'out of gas') return true
  return frame.output.length > 0 || failsRightAfter(frame, step)
}

/** Whether it is assembly that calls another contract for its code and returns what that returns. */
function isHandedOnByProxy(frame: KnownFrame, { frame: inner, step }: InnerFrame): boolean {
  if (frame.kind !== 'call' || !isKnown(inner)) return false
  if (instructionAt(frame, step - 1)?.opcode !== opcodes.delegateCall) return false
  if (inner.program.contract.declared.kind === 'library') return false
  if (!equalBytes(frame.output, inner.output)) return false
  for (let at = step + 1; at < frame.steps.length; at++) {
    const instruction = instructionAt(frame, at)
    if (instruction?.location === undefined || instruction.jump !== undefined) return false
  }
  return lastInstruction(frame)?.opcode === opcodes.revert
}

/** Whether a call without enough gas made it revert without a word. */
function hasRunOutOfGas(frame: KnownFrame, { frame: inner, step }: InnerFrame): boolean {
  const isSilent = frame.output.length === 0 && frame.failure === 'revert'
  return isSilent && inner.failure === 'out of gas' && failsRightAfter(frame, step)
}

function failsRightAfter(frame: KnownFrame, innerStep: number): boolean {
  if (lastInstruction(frame)?.opcode !== opcodes.revert) return false
  return staysAt(frame, innerStep + 1, instructionAt(frame, innerStep - 1)?.location)
}
