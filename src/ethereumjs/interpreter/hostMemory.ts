import type { Core } from '../../wasm/interpreter/core.ts'

/** The memory of a frame as EthereumJS's opcodes want it, which pay for it before they use it. */
export class HostMemory {
  readonly #core: Core
  readonly #start: number
  readonly #grow: () => void

  /** `grow` makes the memory as large as has been paid for. */
  constructor(core: Core, start: number, grow: () => void) {
    this.#core = core
    this.#start = start
    this.#grow = grow
  }

  /** For who listens to steps: they take as much of it as is in use. */
  get _store(): Uint8Array {
    return this.#core.bytes().subarray(this.#start)
  }

  extend(): void {
    this.#grow()
  }

  write(offset: number, size: number, value: Uint8Array): void {
    if (size === 0) return
    this.#grow()
    this.#core.bytes().set(value, this.#start + offset)
  }

  /** Always a copy: the memory of a call that is made with it may move this one. */
  read(offset: number, size: number): Uint8Array {
    if (size === 0) return new Uint8Array()
    this.#grow()
    return this.#core.bytes().slice(this.#start + offset, this.#start + offset + size)
  }
}
