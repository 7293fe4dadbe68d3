import { utf8Bytes } from '../../../lib/encodings.ts'
import {
  block,
  branch,
  branchIf,
  branchTable,
  call,
  const32,
  const64,
  end,
  i32,
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

/** What a function takes and gives. */
export interface Signature {
  readonly takes: readonly WasmType[]
  readonly gives: readonly WasmType[]
}

/** A function of another module. */
interface Import {
  readonly name: string
  readonly signature: Signature
}

/** The bytes of a number below 2^32 (LEB128). */
function unsigned(value: number): number[] {
  const bytes: number[] = []
  let rest = value
  do {
    const byte = rest & 0x7f
    rest >>>= 7
    bytes.push(rest === 0 ? byte : byte | 0x80)
  } while (rest !== 0)
  return bytes
}

/** The bytes of a signed number of 64 bits (LEB128). */
function signed(value: bigint): number[] {
  const bytes: number[] = []
  let rest = value
  for (;;) {
    const byte = Number(rest & 0x7fn)
    rest >>= 7n
    // The highest bit of the last byte is the sign.
    const isLast = rest === (byte & 0x40 ? -1n : 0n)
    bytes.push(isLast ? byte : byte | 0x80)
    if (isLast) return bytes
  }
}

const importsFrom = 'core'

/**
 * A module of one function, `run`, over the memory of another module, whose functions it can call: they
 * have the first indexes. It has one variable of 64 bits, `interpreted`.
 */
export function encodeModule(
  imports: readonly Import[],
  {
    signature,
    locals,
    code,
  }: {
    signature: Signature
    locals: readonly WasmType[]
    code: readonly number[]
  },
): Uint8Array<ArrayBuffer> {
  const types = [...imports.map(({ signature }) => signature), signature]
  const memory = [...text(importsFrom), ...text('memory'), 2, 0, 1]
  const functions = imports.map(({ name }, index) => [
    ...text(importsFrom),
    ...text(name),
    0,
    ...unsigned(index),
  ])
  const run = [...text('run'), 0, ...unsigned(imports.length)]
  const head = [
    ...[0, 0x61, 0x73, 0x6d, 1, 0, 0, 0],
    ...section(1, vectorOf(types.map(encodeSignature))),
    ...section(2, vectorOf([memory, ...functions])),
    ...section(3, vectorOf([unsigned(imports.length)])),
    ...section(6, vectorOf([[i64, 1, const64, 0, end]])),
    ...section(7, vectorOf([run, [...text('interpreted'), 3, 0]])),
  ]
  const declarations = vectorOf(groups(locals).map(([count, type]) => [...unsigned(count), type]))
  const bodySize = unsigned(declarations.length + code.length)
  const codeSize = unsigned(1 + bodySize.length + declarations.length + code.length)
  const before = [...head, 10, ...codeSize, 1, ...bodySize, ...declarations]
  const bytes = new Uint8Array(before.length + code.length)
  bytes.set(before)
  bytes.set(code, before.length)
  return bytes
}

function encodeSignature({ takes, gives }: Signature): number[] {
  return [0x60, ...vectorOf(takes.map((type) => [type])), ...vectorOf(gives.map((type) => [type]))]
}

function section(id: number, bytes: readonly number[]): number[] {
  return [id, ...unsigned(bytes.length), ...bytes]
}

function vectorOf(items: readonly (readonly number[])[]): number[] {
  return [...unsigned(items.length), ...items.flat()]
}

function text(value: string): number[] {
  return [...unsigned(value.length), ...utf8Bytes(value)]
}

/** Runs of equal types. */
function groups(types: readonly WasmType[]): [count: number, type: WasmType][] {
  const runs: [number, WasmType][] = []
  for (const type of types) {
    const last = runs.at(-1)
    if (last?.[1] === type) last[0]++
    else runs.push([1, type])
  }
  return runs
}

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

/** What translated code calls of the core; see assembly/forTranslated.ts. */
export const coreFunctions = [
  { name: 'run', signature: { takes: [i32], gives: [i32] } },
  { name: 'compute', signature: { takes: [i32, i32, i32], gives: [] } },
  { name: 'operate', signature: { takes: [i32, i32, i32, i64], gives: [i64] } },
  { name: 'grow', signature: { takes: [i32, i64, i64, i64, i64], gives: [i64] } },
  { name: 'multiply', signature: { takes: [i32, i32, i32], gives: [] } },
  { name: 'divide', signature: { takes: [i32, i32, i32], gives: [] } },
  { name: 'remainder', signature: { takes: [i32, i32, i32], gives: [] } },
  { name: 'addModulo', signature: { takes: [i32, i32, i32, i32], gives: [] } },
  { name: 'multiplyModulo', signature: { takes: [i32, i32, i32, i32], gives: [] } },
] as const satisfies readonly Import[]

export type CoreFunction = (typeof coreFunctions)[number]['name']
