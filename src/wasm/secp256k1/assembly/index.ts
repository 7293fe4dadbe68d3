// The WebAssembly module: what the host calls.
import { input, output } from './recovery'

export { recover } from './recovery'

export function inputStart(): usize {
  return input
}

export function outputStart(): usize {
  return output
}
