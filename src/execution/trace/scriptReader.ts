import { bytesToBigInt, numberToBytes } from '../../lib/hex.ts'
import { createAddress } from '../rules/receipt.ts'
import type { ScriptReader } from '../script/script.ts'
import { createdAddress, isCreation } from './frames.ts'
import { readMemory } from './instruction.ts'
import type { FrameStart, Step, TracedTransaction } from './tracer.ts'

/** The contents of `log.contract`. */
interface Contract {
  readonly caller: Uint8Array
  readonly address: Uint8Array
  readonly value: bigint
  readonly input: Uint8Array
}

type Operand = number | Uint8Array | undefined

const nothing = new Uint8Array()

const noContract: Contract = {
  caller: new Uint8Array(20),
  address: new Uint8Array(20),
  value: 0n,
  input: nothing,
}

/** Tells a script of the instruction at hand, of its contract and of the state. */
export class Surveyor {
  /** The reason why a read failed, if one did. */
  problem: unknown
  readonly #transaction: TracedTransaction
  readonly #open: Contract[] = []
  /** The last instruction, and whose code it is of. */
  #step: Step | undefined
  #contract = noContract

  constructor(transaction: TracedTransaction) {
    this.#transaction = transaction
  }

  enter({ kind, from, to, value = 0n, input }: FrameStart): void {
    const caller = this.#open.at(-1) ?? noContract
    const isOwn = kind === 'DELEGATECALL' || kind === 'CALLCODE'
    this.#open.push({
      caller: kind === 'DELEGATECALL' ? caller.caller : from,
      address: isOwn ? from : to,
      value: kind === 'DELEGATECALL' ? caller.value : value,
      input: isCreation(kind) ? nothing : input.slice(),
    })
  }

  exit(): void {
    this.#open.pop()
  }

  /** Sets the present instruction; `undefined` at the end. */
  step(step: Step | undefined): void {
    this.#step = step
    this.#contract = this.#open.at(-1) ?? noContract
  }

  /** Bytes; numbers have 32. */
  readonly read: ScriptReader = (kind, [first, second, third]) => {
    try {
      return this.#tell(kind, first, second, third)
    } catch (error) {
      this.problem ??= error
      throw error
    }
  }

  #tell(kind: string, first: Operand, second: Operand, third: Operand): Uint8Array {
    const { state, isPrecompile } = this.#transaction
    switch (kind) {
      case 'item':
        return word(this.#step?.stack.at(-1 - numberOf(first)) ?? 0n)
      case 'memory':
        return this.#memory(numberOf(first), numberOf(second))
      case 'caller':
        return this.#contract.caller
      case 'address':
        return this.#contract.address
      case 'value':
        return word(this.#contract.value)
      case 'input':
        return this.#contract.input
      case 'balance':
        return word(state.readAccount(bytesIn(first))?.balance ?? 0n)
      case 'nonce':
        return word(state.readAccount(bytesIn(first))?.nonce ?? 0n)
      case 'code':
        return state.readCode(bytesIn(first))
      case 'slot':
        return word(bytesToBigInt(state.readStorage(bytesIn(first), bytesIn(second))))
      case 'exists':
        return flag(state.readAccount(bytesIn(first)) !== undefined)
      case 'isPrecompile':
        return flag(isPrecompile(bytesIn(first)))
      case 'created':
        return createAddress(bytesIn(first), BigInt(numberOf(second)))
      case 'createdWithSalt':
        return createdAddress(bytesIn(first), {
          nonce: 0n,
          salt: bytesIn(second),
          input: bytesIn(third),
        })
      default:
        throw new Error(`a script asks for ${kind}`)
    }
  }

  #memory(begin: number, end: number): Uint8Array {
    return readMemory(this.#step?.memory ?? nothing, BigInt(begin), BigInt(end - begin))
  }
}

function word(value: bigint): Uint8Array {
  return numberToBytes(value, 32)
}

function flag(is: boolean): Uint8Array {
  return Uint8Array.of(is ? 1 : 0)
}

/** What a script gives may be any number. */
function numberOf(operand: Operand): number {
  const number = typeof operand === 'number' ? Math.trunc(operand) : 0
  return number >= 0 && number <= Number.MAX_SAFE_INTEGER ? number : 0
}

function bytesIn(operand: Operand): Uint8Array {
  return operand instanceof Uint8Array ? operand : nothing
}
