import { bytesToHex, type Hex, hexToBytes, numberToBytes } from '../lib/hex.ts'
import type { AccessListItem } from '../types/request.ts'
import { addressOf } from './trace/frames.ts'
import { isCall, looksAtAccount, opcodes } from './trace/instruction.ts'

import type { Access } from './trace/tracer.ts'

/** geth does not look at a call with fewer items than this on the stack. */
const callItems = 5

/** Addresses and storage slots that code touches, those that are excluded left out; only ever more. */
export class Touched {
  readonly #excluded: ReadonlySet<Hex>
  readonly #slots = new Map<Hex, Set<Hex>>()

  /** Starts with a list. Its slots stand even where its address need not. */
  constructor(list: readonly AccessListItem[], excluded: ReadonlySet<Hex>) {
    this.#excluded = excluded
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

  /** Takes in what an instruction looks at. */
  readonly access = ({ opcode, address, height, item }: Access): void => {
    if (height === 0) return
    if (opcode === opcodes.sload || opcode === opcodes.sstore) {
      this.#addSlot(bytesToHex(address), bytesToHex(numberToBytes(item(0), 32)))
    } else if (looksAtAccount(opcode)) {
      this.#addAddress(bytesToHex(addressOf(item(0))))
    } else if (isCall(opcode) && height >= callItems) {
      this.#addAddress(bytesToHex(addressOf(item(1))))
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
