// The WebAssembly module: what the host calls.
export { begin, end, inputStart, mix } from './blake2f'
