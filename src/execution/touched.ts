import type { InterpreterStep } from '@ethereumjs/evm'
import { bytesToHex, type Hex, hexToBytes, numberToBytes } from '../lib/hex.ts'
import type { AccessListItem } from '../types/request.ts'
import type { TimeLimit } from './timeLimit.ts'

/** What it looks at of a step. */
type Step = Pick<InterpreterStep, 'opcode' | 'stack' | 'address'>

/** Opcodes with a storage slot on top of the stack: SLOAD, SSTORE. */
const slotOpcodes: ReadonlySet<number> = new Set([0x54, 0x55])

/** Opcodes with an address on top of the stack: BALANCE, EXTCODESIZE, EXTCODECOPY, EXTCODEHASH, SELFDESTRUCT. */
const addressOpcodes: ReadonlySet<number> = new Set([0x31, 0x3b, 0x3c, 0x3f, 0xff])

/** Opcodes with an address below the top: CALL, CALLCODE, DELEGATECALL, STATICCALL. */
const callOpcodes: ReadonlySet<number> = new Set([0xf1, 0xf2, 0xf4, 0xfa])

/** geth does not look at a call with fewer items than this on the stack. */
const callItems = 5

/** A step costs up to a millisecond, where the EVM copies much memory to tell of it. */
const stepsPerPause = 64

/** Addresses and storage slots that code touches, those that are excluded left out; only ever more. */
export class Touched {
  readonly #excluded: ReadonlySet<Hex>
  readonly #timeLimit: Pick<TimeLimit, 'pause'>
  readonly #slots = new Map<Hex, Set<Hex>>()
  #steps = 0
  /** Met where nothing can be thrown. */
  #failure: { readonly error: unknown } | undefined

  /** Starts with a list. Its slots stand even where its address need not. */
  constructor(
    list: readonly AccessListItem[],
    excluded: ReadonlySet<Hex>,
    timeLimit: Pick<TimeLimit, 'pause'>,
  ) {
    this.#excluded = excluded
    this.#timeLimit = timeLimit
    for (const [address, storageKeys] of list) {
      this.#addAddress(bytesToHex(address))
      for (const slot of storageKeys) this.#addSlot(bytesToHex(address), bytesToHex(slot))
    }
  }

  /** How many addresses and slots there are. */
  get size(): number {
    let size = this.#slots.size
    for (const slots of this.#slots.values()) size += slots.size
    return size
  }

  list(): readonly AccessListItem[] {
    const addresses = [...this.#slots].sort(byKey)
    return addresses.map(([address, slots]) => [
      hexToBytes(address),
      [...slots].sort().map(hexToBytes),
    ])
  }

  /** Listens to the EVM, which waits until `resume` is called. */
  readonly step = (step: Step, resume?: () => void): void => {
    if (this.#failure !== undefined) throw this.#failure.error
    this.#note(step)
    if (++this.#steps % stepsPerPause !== 0) {
      resume?.()
      return
    }
    this.#timeLimit.pause().then(resume, (error) => {
      this.#failure = { error }
      resume?.()
    })
  }

  #note({ opcode: { code }, stack, address }: Step): void {
    const top = stack.at(-1)
    if (top === undefined) return
    if (slotOpcodes.has(code)) {
      this.#addSlot(bytesToHex(address.bytes), bytesToHex(numberToBytes(top, 32)))
    } else if (addressOpcodes.has(code)) {
      this.#addAddress(addressIn(top))
    } else if (callOpcodes.has(code) && stack.length >= callItems) {
      this.#addAddress(addressIn(stack.at(-2) as bigint))
    }
  }

  #addAddress(address: Hex): void {
    if (this.#excluded.has(address) || this.#slots.has(address)) return
    this.#slots.set(address, new Set())
  }

  #addSlot(address: Hex, slot: Hex): void {
    const slots = this.#slots.get(address) ?? new Set()
    this.#slots.set(address, slots.add(slot))
  }
}

function byKey([left]: readonly [Hex, unknown], [right]: readonly [Hex, unknown]): number {
  return left < right ? -1 : 1
}

/** The address in the lower 20 bytes of a word. */
function addressIn(word: bigint): Hex {
  return bytesToHex(numberToBytes(BigInt.asUintN(160, word), 20))
}
