import { signed, unsigned } from './encoder.ts'
import {
  block,
  branch,
  branchIf,
  branchTable,
  call,
  const32,
  const64,
  end,
  i64,
  ifTrue,
  localGet,
  localSet,
  localTee,
  loop,
  noResult,
  vector,
  type WasmType,
} from './instructions.ts'

/** What can be branched to: how many blocks are open around it. */
export type Label = number

const commonNumbers = Array.from({ length: 128 }, (_, value) => signed(BigInt(value)))

/** The body of a function as it is written. */
export class Body {
  readonly bytes: number[] = []
  readonly locals: WasmType[] = []
  readonly #parameters: number
  readonly #free: number[] = []
  #depth = 0

  constructor(parameters: number) {
    this.#parameters = parameters
  }

  add(...bytes: number[]): void {
    this.bytes.push(...bytes)
  }

  addLocal(type: WasmType): number {
    this.locals.push(type)
    return this.#parameters + this.locals.length - 1
  }

  /** A local of 64 bits for a while. */
  takeLocal(): number {
    return this.#free.pop() ?? this.addLocal(i64)
  }

  giveBack(local: number): void {
    this.#free.push(local)
  }

  get(local: number): void {
    this.#push(localGet, local)
  }

  set(local: number): void {
    this.#push(localSet, local)
  }

  tee(local: number): void {
    this.#push(localTee, local)
  }

  const32(value: number): void {
    this.bytes.push(const32, ...signed(BigInt(value | 0)))
  }

  const64(value: bigint): void {
    const bytes = value >= 0n && value < 128n ? commonNumbers[Number(value)] : undefined
    this.bytes.push(const64, ...(bytes ?? signed(BigInt.asIntN(64, value))))
  }

  /** A load or a store at the address (and of the value) that are on the stack. */
  access(instruction: number, offset: number): void {
    this.bytes.push(instruction)
    this.#push(0, offset)
  }

  vectorAccess(instruction: number, offset: number): void {
    this.bytes.push(vector, instruction, 0, ...unsigned(offset))
  }

  call(index: number): void {
    this.bytes.push(call, ...unsigned(index))
  }

  block(): Label {
    return this.#open(block)
  }

  loop(): Label {
    return this.#open(loop)
  }

  /** What follows is done if there is a true value on the stack. */
  if(): Label {
    return this.#open(ifTrue)
  }

  end(): void {
    this.bytes.push(end)
    this.#depth--
  }

  branch(label: Label): void {
    this.bytes.push(branch, ...unsigned(this.#depth - 1 - label))
  }

  branchIf(label: Label): void {
    this.bytes.push(branchIf, ...unsigned(this.#depth - 1 - label))
  }

  /** To the label of the number that is on the stack. */
  branchTable(labels: readonly Label[], other: Label): void {
    this.bytes.push(branchTable, ...unsigned(labels.length))
    for (const label of [...labels, other]) this.bytes.push(...unsigned(this.#depth - 1 - label))
  }

  #push(instruction: number, operand: number): void {
    if (operand < 0x80) this.bytes.push(instruction, operand)
    else this.bytes.push(instruction, ...unsigned(operand))
  }

  #open(instruction: number): Label {
    this.bytes.push(instruction, noResult)
    return this.#depth++
  }
}
