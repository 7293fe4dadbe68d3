// The WebAssembly module: what the host calls.
export { begin, end, inputStart, mix } from './blake2f'
export {
  accumulate, clearPairs, clearTotal, isTotalOne, keepValue, multiplyByKept, pairsStart, takePair,
} from './pairing'
