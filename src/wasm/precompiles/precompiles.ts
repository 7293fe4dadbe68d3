import { base64Bytes } from '../../lib/encodings.ts'
import { compiled } from './compiled.ts'

// Not named `module`: who wraps a bundle in a function has a parameter of that name.
let compiledModule: WebAssembly.Module | undefined

/** An instance of the WebAssembly module of assembly/, with a memory of its own. */
function instantiate(): unknown {
  // A few milliseconds, only when something of it is called for the first time.
  compiledModule ??= new WebAssembly.Module(base64Bytes(compiled))
  return new WebAssembly.Instance(compiledModule, {}).exports
}

/** What the WebAssembly module gives; see assembly/blake2f.ts. */
interface Exports {
  readonly memory: WebAssembly.Memory
  inputStart(): number
  begin(): void
  mix(phase: number, rounds: number): number
  end(): void
}

/** Number of rounds, state, message, counters, flag (EIP-152). */
export const inputBytes = 213
const stateBytes = 64

/** An instance of the WebAssembly module: one compression at a time. */
export class Compression {
  readonly #exports: Exports
  readonly #input: Uint8Array
  /** Number of the next round modulo 10. */
  #phase = 0

  constructor() {
    this.#exports = instantiate() as Exports
    const { memory, inputStart } = this.#exports
    this.#input = new Uint8Array(memory.buffer, inputStart(), inputBytes)
  }

  /** Takes the state, the message, the counters and the flag, which stand behind the number of rounds. */
  begin(data: Uint8Array): void {
    this.#input.set(data.subarray(4))
    this.#exports.begin()
    this.#phase = 0
  }

  mix(rounds: number): void {
    this.#phase = this.#exports.mix(this.#phase, rounds)
  }

  end(): Uint8Array {
    this.#exports.end()
    return this.#input.slice(0, stateBytes)
  }
}
