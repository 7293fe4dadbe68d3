import { EVMError } from '@ethereumjs/evm'
import type { Core } from '../../wasm/interpreter/core.ts'
import { stackAt, stackLimit, wordBytes } from '../../wasm/interpreter/layout.ts'

/** The stack of a frame as EthereumJS's opcodes want it. */
export class HostStack {
  readonly #core: Core
  readonly #start: number
  /** Items. */
  length: number

  constructor(core: Core, frame: number, length = 0) {
    this.#core = core
    this.#start = frame + stackAt
    this.length = length
  }

  push(value: bigint): void {
    if (this.length >= stackLimit) throw new EVMError(EVMError.errorMessages.STACK_OVERFLOW)
    this.#core.writeWord(this.#start + this.length * wordBytes, value)
    this.length++
  }

  pop(): bigint {
    this.#require(1)
    this.length--
    return this.#core.readWord(this.#start + this.length * wordBytes)
  }

  /** The topmost comes first. */
  popN(count = 1): bigint[] {
    const items = this.peek(count)
    this.length -= count
    return items
  }

  peek(count = 1): bigint[] {
    this.#require(count)
    const top = this.#start + (this.length - 1) * wordBytes
    return Array.from({ length: count }, (_, index) => this.#core.readWord(top - index * wordBytes))
  }

  /** All items, the topmost last: for who listens to steps. */
  getStack(): bigint[] {
    return this.peek(this.length).reverse()
  }

  #require(count: number): void {
    if (this.length < count) throw new EVMError(EVMError.errorMessages.STACK_UNDERFLOW)
  }
}
