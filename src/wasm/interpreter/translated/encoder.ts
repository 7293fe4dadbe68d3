import { utf8Bytes } from '../../../lib/encodings.ts'
import { const64, end, i64, type WasmType } from './instructions.ts'

/** What a function takes and gives. */
export interface Signature {
  readonly takes: readonly WasmType[]
  readonly gives: readonly WasmType[]
}

/** A function of another module. */
export interface Import {
  readonly name: string
  readonly signature: Signature
}

/** The bytes of a number below 2^32 (LEB128). */
export function unsigned(value: number): number[] {
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
export function signed(value: bigint): number[] {
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
    ...section(1, vector(types.map(encodeSignature))),
    ...section(2, vector([memory, ...functions])),
    ...section(3, vector([unsigned(imports.length)])),
    ...section(6, vector([[i64, 1, const64, 0, end]])),
    ...section(7, vector([run, [...text('interpreted'), 3, 0]])),
  ]
  const declarations = vector(groups(locals).map(([count, type]) => [...unsigned(count), type]))
  const bodySize = unsigned(declarations.length + code.length)
  const codeSize = unsigned(1 + bodySize.length + declarations.length + code.length)
  const before = [...head, 10, ...codeSize, 1, ...bodySize, ...declarations]
  const bytes = new Uint8Array(before.length + code.length)
  bytes.set(before)
  bytes.set(code, before.length)
  return bytes
}

function encodeSignature({ takes, gives }: Signature): number[] {
  return [0x60, ...vector(takes.map((type) => [type])), ...vector(gives.map((type) => [type]))]
}

function section(id: number, bytes: readonly number[]): number[] {
  return [id, ...unsigned(bytes.length), ...bytes]
}

function vector(items: readonly (readonly number[])[]): number[] {
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
