import type { ExecResult } from '@ethereumjs/evm'
import { instantiate } from '../../wasm/precompiles/webAssembly.ts'
import { type Faster, failed, type PrecompileInput } from './faster.ts'

/** What the WebAssembly module gives; see assembly/blake2f.ts. */
interface Exports {
  readonly memory: WebAssembly.Memory
  inputStart(): number
  begin(): void
  mix(phase: number, rounds: number): number
  end(): void
}

const inputBytes = 213
const stateBytes = 64
/** Rounds between two turns of others: about a millisecond. */
const stretch = 50_000

let kept: Compression | undefined

/** BLAKE2F (EIP-152) in WebAssembly; a long run lets others in. */
export const fasterBlake2f: Faster = (_stock, yieldIfDue) => (input) => {
  const { data, common, gasLimit } = input
  if (data.length !== inputBytes) return failed(input, 'OUT_OF_RANGE')
  const flag = data[inputBytes - 1] as number
  if (flag > 1) return failed(input, 'OUT_OF_RANGE')
  const rounds = new DataView(data.buffer, data.byteOffset).getUint32(0)
  const gas = common.param('blake2RoundGas') * BigInt(rounds)
  if (gasLimit < gas) return failed(input)
  if (rounds > stretch) return runLong(input, rounds, gas, yieldIfDue)
  kept ??= new Compression()
  kept.begin(data)
  kept.mix(rounds)
  return { executionGasUsed: gas, returnValue: kept.end() }
}

async function runLong(
  { data }: PrecompileInput,
  rounds: number,
  gas: bigint,
  yieldIfDue: Parameters<Faster>[1],
): Promise<ExecResult> {
  // One of its own, as others may run meanwhile.
  const compression = new Compression()
  compression.begin(data)
  for (let left = rounds; left > 0; left -= stretch) {
    compression.mix(Math.min(left, stretch))
    const turn = yieldIfDue()
    if (turn !== undefined) await turn
  }
  return { executionGasUsed: gas, returnValue: compression.end() }
}

/** An instance of the WebAssembly module: one compression at a time. */
class Compression {
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
