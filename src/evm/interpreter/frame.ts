import { type PlacedCode, placeCode, placedBytes } from './codeStore.ts'
import type { Core } from './core.ts'
import type { Environment } from './ethereumjs.ts'
import {
  addressAt,
  callDataAt,
  callDataSizeAt,
  callerAt,
  codeAt,
  codeSizeAt,
  frameBytes,
  gasAt,
  gasFloorAt,
  heightAt,
  jumpDestinationsAt,
  memoryAt,
  memorySizeAt,
  outputAt,
  outputSizeAt,
  pcAt,
  returnDataSizeAt,
  valueAt,
} from './layout.ts'

/** Gas between two looks at the clock: a millisecond or a few. */
const gasPerStretch = 500_000n

/** A call at work, or a creation: its registers, stack and memory in the core's memory. */
export class Frame {
  readonly core: Core
  /** Where it starts. */
  readonly at: number
  /** Where its memory starts. */
  readonly memory: number

  /** `code` is undefined for code that runs only once: it is placed in the frame then. */
  constructor(core: Core, at: number, environment: Environment, code: PlacedCode | undefined) {
    const { callData } = environment
    const callDataStart = at + frameBytes
    const codeStart = align(callDataStart + callData.length)
    const codeBytes = code === undefined ? placedBytes(environment.code.length) : 0
    this.core = core
    this.at = at
    this.memory = codeStart + codeBytes
    if (!core.exports.reserve(this.memory)) throw new RangeError('no memory for another call')
    core.bytes().set(callData, callDataStart)
    const placed = code ?? placeCode(core, codeStart, environment.code)
    const view = core.view()
    view.setUint32(at + pcAt, 0, true)
    view.setUint32(at + heightAt, 0, true)
    view.setUint32(at + memorySizeAt, 0, true)
    view.setUint32(at + memoryAt, this.memory, true)
    view.setUint32(at + codeAt, placed.at, true)
    view.setUint32(at + codeSizeAt, placed.size, true)
    view.setUint32(at + jumpDestinationsAt, placed.destinations, true)
    view.setUint32(at + callDataAt, callDataStart, true)
    view.setUint32(at + callDataSizeAt, callData.length, true)
    view.setUint32(at + returnDataSizeAt, 0, true)
    core.writeWordBytes(at + addressAt, environment.address.bytes)
    core.writeWordBytes(at + callerAt, environment.caller.bytes)
    core.writeWord(at + valueAt, environment.callValue)
  }

  /** Runs on with so much gas, and gives the exit. */
  run(gas: bigint): number {
    const view = this.core.view()
    view.setBigInt64(this.at + gasAt, gas, true)
    view.setBigInt64(this.at + gasFloorAt, gas - gasPerStretch, true)
    return this.core.exports.run(this.at)
  }

  get gas(): bigint {
    return this.core.view().getBigInt64(this.at + gasAt, true)
  }

  get pc(): number {
    return this.#read(pcAt)
  }

  set pc(pc: number) {
    this.#write(pcAt, pc)
  }

  get height(): number {
    return this.#read(heightAt)
  }

  set height(height: number) {
    this.#write(heightAt, height)
  }

  /** Bytes of memory in use. */
  get memorySize(): number {
    return this.#read(memorySizeAt)
  }

  set returnDataSize(size: number) {
    this.#write(returnDataSizeAt, size)
  }

  /** Where another frame can start. */
  get end(): number {
    return align(this.memory + this.memorySize)
  }

  /** Makes the memory as large as has been paid for. Says whether there is so much. */
  resize(size: number): boolean {
    return this.core.exports.resize(this.at, size)
  }

  /** What RETURN and REVERT name, as a copy. */
  output(): Uint8Array {
    const start = this.memory + this.#read(outputAt)
    return this.core.bytes().slice(start, start + this.#read(outputSizeAt))
  }

  #read(field: number): number {
    return this.core.view().getUint32(this.at + field, true)
  }

  #write(field: number, value: number): void {
    this.core.view().setUint32(this.at + field, value, true)
  }
}

function align(at: number): number {
  return Math.ceil(at / 64) * 64
}
