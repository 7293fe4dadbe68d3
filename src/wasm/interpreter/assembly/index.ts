// The WebAssembly module: what the host calls.
import { fillMasks } from './data'

export { analyse } from './analysis'
export { divide, remainder } from './division'
export { compute, grow, operate } from './forTranslated'
export { hashBytes as keccak256 } from './pairHash'
export { environmentStart, run, setCovering } from './interpreter'
export { addModulo, multiplyModulo } from './modulo'
export { payMemory, reserve, resize, setMemoryLimit } from './memory'
export { clearOpcodes, setOpcode } from './opcodeTable'
export {
  closeCall, currentCall, findSlot, openCall, openSlots, revertCall, slotsEnd, slotsStart, takenEnd, takeValue,
} from './slots'
export {
  closeStep, closeStepLog, dropStep, endStep, isStorageStep, openStepLog, priceStep, setStepDepth, stepBytes,
  stepGas, stepOperands, stepTexts, takeSteps,
} from './stepLog'
export { payStateGas, refillStateGas, setStateGas, stateGasLeft, stateGasUsed } from './stateGas'
export { setPrice, setStorageHere } from './storage'
export { multiply } from './word'

/** Where the memory is free. */
export function heapStart(): usize {
  return (__heap_base + 63) & ~63
}

fillMasks()
