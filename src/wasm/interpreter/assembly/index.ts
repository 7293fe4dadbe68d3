// The WebAssembly module: what the host calls.
import { fillMasks } from './data'

export { analyse } from './analysis.ts'
export { divide, remainder } from './division.ts'
export { compute, grow, operate } from './forTranslated.ts'
export { hashBytes as keccak256 } from './pairHash.ts'
export { environmentStart, run, setCovering } from './interpreter.ts'
export { addModulo, multiplyModulo } from './modulo.ts'
export { payMemory, reserve, resize, setMemoryLimit } from './memory.ts'
export { clearOpcodes, setOpcode } from './opcodeTable.ts'
export {
  closeCall, currentCall, findSlot, openCall, openSlots, revertCall, slotsEnd, slotsStart, takenEnd, takeValue,
} from './slots.ts'
export {
  closeStep, closeStepLog, dropStep, endStep, isStorageStep, openStepLog, priceStep, setStepDepth, stepBytes,
  stepGas, stepOperands, stepTexts, takeSteps,
} from './stepLog.ts'
export { setPrice, setStorageHere } from './storage.ts'
export { multiply } from './word.ts'

/** Where the memory is free. */
export function heapStart(): usize {
  return (__heap_base + 63) & ~63
}

fillMasks()
