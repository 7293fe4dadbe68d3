import { base64Bytes, latin1Part, latin1Text, writeLatin1 } from '../../lib/encodings.ts'
import { type AddressId, AddressIds } from './addressIds.ts'
import { CodeStore } from './codeStore.ts'
import { compiled } from './compiled.ts'
import type { CoreExports, CoreImports, CoreMemory, Host } from './coreExports.ts'
import { jumpNone, jumpSeen, notesBytes, slotBytes, wordBytes } from './layout.ts'
import type { LoadedCode } from './loadedCode.ts'
import { Translations } from './translated/translations.ts'

// The marks of a byte of code, from `Core.readMarks`.

/** A JUMPDEST was jumped to. */
export const markJumped = 1
/** A JUMPI has gone on to what follows it. */
export const markPassed = 2

/** A word in the forms that its readers need. Its bytes must not be changed. */
interface Word {
  /** Big-endian, 32 of them. */
  readonly bytes: Uint8Array
  /** The bytes as a string. */
  readonly packed: string
  /** The word in memory: eight numbers of 32 bits, the lowest first. */
  readonly parts: Int32Array
}

/** A power of two; some hundred kilobytes. */
const maxKept = 2048

const partBytes = 4

/**
 * Words that have been read, so that their forms are made once: the same slots are used, and the same events
 * and addresses logged, again and again. One is kept for each lowest part, the newest.
 */
export class Words {
  readonly #kept: (Word | undefined)[] = new Array(maxKept).fill(undefined)

  /** The word that stands in memory. */
  at(view: DataView, at: number): Word {
    const place = view.getInt32(at, true) & (maxKept - 1)
    const known = this.#kept[place]
    if (known !== undefined && standsAt(view, at, known)) return known
    const word = createWord(view, at)
    this.#kept[place] = word
    return word
  }
}

function createWord({ buffer }: DataView, at: number): Word {
  const parts = new Int32Array(buffer.slice(at, at + wordBytes))
  const bytes = new Uint8Array(parts.buffer.slice(0)).reverse()
  return { bytes, packed: latin1Text(bytes), parts }
}

function standsAt(view: DataView, at: number, { parts }: Word): boolean {
  for (let index = 0; index < parts.length; index++) {
    if (view.getInt32(at + index * partBytes, true) !== parts[index]) return false
  }
  return true
}

/** What a slot costs at least, a transient or a warm one, and one of those that there can be most of. */
const minGas = 100
const coldGas = 2_100

/** Room for transient slots; those beyond it are EthereumJS's. */
const spareSlots = 16_384

/** The gas of nearly all transactions and calls at most: what geth gives a call. */
const usualGas = 50_000_000

/** What most executions need for their frames. */
const fewFrames = 2 ** 19

let compiledModule: WebAssembly.Module | undefined

const limbBits = 64n

/** A word that is turned round: the engine does that many times faster than a loop that has not run often. */
const turning = new Uint8Array(wordBytes)

/** An instance of the WebAssembly module with its memory. */
export class Core implements CoreMemory {
  readonly exports: CoreExports
  /** Where the words of the transaction and its block stand. */
  readonly environment: number
  /** Where the slots of the execution stand. */
  slots = 0
  readonly codes: CodeStore
  readonly addressIds = new AddressIds()
  readonly translations = new Translations(this)
  /** Whose execution it is that runs. */
  host: Host | undefined
  /** The name of the gas schedule under which the core runs code. */
  gasSchedule = ''
  /** The block whose fields stand in the environment, and who has written them. */
  block: object | undefined
  writer: object | undefined
  readonly #words = new Words()
  readonly #takenEnd: number
  #isCovering = false
  /** Notes that there was no more room for, of the execution at work. */
  #notes: Uint8Array[] = []
  #bytes = new Uint8Array()
  #limbs = new BigUint64Array()
  #view = new DataView(this.#bytes.buffer)

  constructor() {
    // A few milliseconds, only when code is run for the first time.
    compiledModule ??= new WebAssembly.Module(base64Bytes(compiled))
    const host: CoreImports = {
      copyReturnData: (to, offset, length) => this.host?.copyReturnData(to, offset, length),
      loadSlot: (entry) => this.host?.loadSlot(entry) === true,
      keepNotes: (at, bytes) => this.#notes.push(this.bytes().slice(at, at + bytes)),
      returnNotes: (at) => this.bytes().set(this.#notes.pop() ?? [], at),
    }
    const instance = new WebAssembly.Instance(compiledModule, { host: { ...host } })
    this.exports = instance.exports as unknown as CoreExports
    this.environment = this.exports.environmentStart()
    this.#takenEnd = this.exports.takenEnd()
    this.codes = new CodeStore(this, this.translations, this.exports.heapStart())
    // Small, and in one step: V8 collects all garbage, for a tenth of a start, when memory outside its heap comes to
    // 32 MB or with the heap to a little more, and while memory grows the old one and the new one count.
    this.exports.reserve(this.codes.end + slotsFor(usualGas) + notesBytes + fewFrames)
  }

  /** Whether code leaves marks of where it has gone, see `readMarks`; only while none runs. */
  cover(covers: boolean): void {
    if (covers === this.#isCovering) return
    this.#isCovering = covers
    // Translated code leaves none.
    this.codes.clear()
    this.exports.setCovering(covers)
  }

  /** Adds where the code has gone: `markJumped` at a JUMPDEST, `markPassed` at a JUMPI. Gives whether any is new. */
  readMarks({ size, jumps }: LoadedCode, marks: Uint8Array): boolean {
    const known = new Int16Array(this.bytes().buffer, jumps, size)
    let isNew = false
    for (let at = 0; at < size; at++) {
      const value = known[at] as number
      if ((value !== jumpSeen && value >= jumpNone) || marks[at] !== 0) continue
      marks[at] = value === jumpSeen ? markJumped : markPassed
      isNew = true
    }
    return isNew
  }

  /** Makes room for what a transaction with so much gas can do with slots, and gives where frames start. */
  openSlots(gas: number): number {
    const slots = slotsFor(gas)
    const at = this.codes.end
    this.exports.openSlots(at, slots)
    this.slots = this.exports.slotsStart()
    if (this.#notes.length > 0) this.#notes = []
    const end = Math.ceil((at + slots + notesBytes) / 64) * 64
    if (!this.exports.reserve(end)) throw new RangeError('no memory to run code in')
    return end
  }

  bytes(): Uint8Array {
    if (this.#bytes.length === 0) this.#readBuffer()
    return this.#bytes
  }

  view(): DataView {
    if (this.#bytes.length === 0) this.#readBuffer()
    return this.#view
  }

  readWord(at: number): bigint {
    if (this.#bytes.length === 0) this.#readBuffer()
    const limb = at >>> 3
    const limbs = this.#limbs
    const high = ((limbs[limb + 3] as bigint) << limbBits) | (limbs[limb + 2] as bigint)
    const low = ((limbs[limb + 1] as bigint) << limbBits) | (limbs[limb] as bigint)
    return high === 0n ? low : (high << 128n) | low
  }

  /** A word as a number, infinite from 2^48 on: more than any gas or size that there is. */
  readNumber(at: number): number {
    const view = this.view()
    const above =
      view.getUint16(at + 6, true) |
      view.getInt32(at + 8, true) |
      view.getInt32(at + 12, true) |
      view.getInt32(at + 16, true) |
      view.getInt32(at + 20, true) |
      view.getInt32(at + 24, true) |
      view.getInt32(at + 28, true)
    if (above !== 0) return Number.POSITIVE_INFINITY
    return view.getUint32(at, true) + view.getUint16(at + 4, true) * 2 ** 32
  }

  writeWord(at: number, value: bigint): void {
    if (this.#bytes.length === 0) this.#readBuffer()
    const limb = at >>> 3
    // A limb takes the lowest 64 bits of what it is given.
    this.#limbs[limb] = value
    this.#limbs[limb + 1] = value >> 64n
    this.#limbs[limb + 2] = value >> 128n
    this.#limbs[limb + 3] = value >> 192n
  }

  /** Writes a number below 2^32 as a word. */
  writeNumber(at: number, value: number): void {
    const view = this.view()
    view.setUint32(at, value, true)
    view.setUint32(at + 4, 0, true)
    view.setFloat64(at + 8, 0)
    view.setFloat64(at + 16, 0)
    view.setFloat64(at + 24, 0)
  }

  /** Writes big-endian bytes, at most 32, as a word. */
  writeWordBytes(at: number, value: Uint8Array): void {
    if (value.length < wordBytes) turning.fill(0)
    turning.set(value, wordBytes - value.length)
    this.bytes().set(turning.reverse(), at)
  }

  /** A word in the forms that are kept of it. */
  wordAt(at: number): Word {
    return this.#words.at(this.view(), at)
  }

  /** Writes a string of big-endian bytes, at most 32, to the end of a word of zeros, which the core turns round. */
  writeSlotWord(at: number, packed: string): void {
    writeLatin1(packed, this.bytes(), at + wordBytes - packed.length)
  }

  /** The value of a slot's entry: big-endian bytes without zeros in front, as a string. */
  slotValue(entry: number): string {
    const start = this.exports.takeValue(entry)
    return latin1Part(this.bytes(), start, this.#takenEnd)
  }

  /** The account that a word names by its lowest 20 bytes. */
  addressIdAt(at: number): AddressId {
    return this.addressIds.at(this.view(), at)
  }

  /** Writes an account's address as a word. */
  writeAddress(at: number, { parts }: AddressId): void {
    const view = this.view()
    for (let index = 0; index < parts.length; index++) {
      view.setUint32(at + index * 4, parts[index] as number, true)
    }
    view.setUint32(at + 20, 0, true)
    view.setFloat64(at + 24, 0)
  }

  #readBuffer(): void {
    const { buffer } = this.exports.memory
    this.#bytes = new Uint8Array(buffer)
    this.#limbs = new BigUint64Array(buffer)
    this.#view = new DataView(buffer)
  }
}

/** Bytes for the slots that so much gas can pay for. */
function slotsFor(gas: number): number {
  return Math.ceil(Math.min(gas / minGas, gas / coldGas + spareSlots)) * slotBytes
}

/** Cores at rest. One serves all chains of a process, more only where executions overlap. */
const idle: Core[] = []

/** A core whose memory has grown beyond this is not kept. */
const maxKeptBytes = 2 ** 27

export function takeCore(): Core {
  return idle.pop() ?? new Core()
}

export function giveBack(core: Core): void {
  if (core.bytes().length <= maxKeptBytes) idle.push(core)
}
