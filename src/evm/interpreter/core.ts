import { compiled } from './compiled.ts'
import { wordBytes } from './layout.ts'

/** What the WebAssembly module gives; numbers are addresses in its memory. See assembly/index.ts. */
interface Exports {
  readonly memory: WebAssembly.Memory
  /** Runs the frame until it ends or needs the host: one of the exits of layout.ts. */
  run(frame: number): number
  analyse(code: number, size: number, destinations: number): void
  reserve(end: number): boolean
  resize(frame: number, size: number): boolean
  setMemoryLimit(bytes: number): void
  clearOpcodes(gasOfExponentByte: number): void
  setOpcode(code: number, fixedGas: number, baseGas: number, least: number, most: number): void
  environmentStart(): number
  heapStart(): number
}

/** What the module asks for. */
export interface Host {
  copyReturnData(to: number, offset: number, length: number): void
}

let compiledModule: WebAssembly.Module | undefined

const bitsOfLimb = 64n

/** An instance of the WebAssembly module with its memory. */
export class Core {
  readonly exports: Exports
  #bytes = new Uint8Array()
  #limbs = new BigUint64Array()
  #view = new DataView(this.#bytes.buffer)

  constructor(host: Host) {
    // A few milliseconds, only when code is run for the first time.
    compiledModule ??= new WebAssembly.Module(Buffer.from(compiled, 'base64'))
    this.exports = new WebAssembly.Instance(compiledModule, { host: { ...host } })
      .exports as Exports
  }

  /** The memory as it is now; not for keeping, since a memory that grows is another one. */
  bytes(): Uint8Array {
    if (this.#bytes.length === 0) this.#look()
    return this.#bytes
  }

  view(): DataView {
    if (this.#bytes.length === 0) this.#look()
    return this.#view
  }

  readWord(at: number): bigint {
    if (this.#bytes.length === 0) this.#look()
    const limb = at >>> 3
    const limbs = this.#limbs
    const high = ((limbs[limb + 3] as bigint) << bitsOfLimb) | (limbs[limb + 2] as bigint)
    const low = ((limbs[limb + 1] as bigint) << bitsOfLimb) | (limbs[limb] as bigint)
    return high === 0n ? low : (high << 128n) | low
  }

  writeWord(at: number, value: bigint): void {
    if (this.#bytes.length === 0) this.#look()
    const limb = at >>> 3
    // A limb takes the lowest 64 bits of what it is given.
    this.#limbs[limb] = value
    this.#limbs[limb + 1] = value >> 64n
    this.#limbs[limb + 2] = value >> 128n
    this.#limbs[limb + 3] = value >> 192n
  }

  /** Writes big-endian bytes, at most 32, as a word. */
  writeWordBytes(at: number, value: Uint8Array): void {
    const bytes = this.bytes()
    const { length } = value
    for (let index = 0; index < length; index++) {
      bytes[at + index] = value[length - 1 - index] as number
    }
    bytes.fill(0, at + length, at + wordBytes)
  }

  #look(): void {
    const { buffer } = this.exports.memory
    this.#bytes = new Uint8Array(buffer)
    this.#limbs = new BigUint64Array(buffer)
    this.#view = new DataView(buffer)
  }
}
