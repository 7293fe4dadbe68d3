import { keccak256 } from '../wasm/keccak/keccak256.ts'

/** Typed data that break the rules of EIP-712, or values that their types cannot hold. */
export class InvalidTypedData extends Error {
  override readonly name = 'InvalidTypedData'
  readonly code = -32602

  constructor(problem: string) {
    super(`invalid typed data: ${problem}`)
  }
}

/** A member of a struct. */
export interface TypedField {
  readonly name: string
  readonly type: string
}

/** The structs by their names. */
export type Structs = ReadonlyMap<string, readonly TypedField[]>

/** Types whose values are one word. */
export type WordType =
  | { readonly kind: 'address' | 'bool' }
  | { readonly kind: 'uint' | 'int'; readonly bits: number }
  | { readonly kind: 'fixedBytes'; readonly length: number }

export interface ArrayType {
  readonly kind: 'array'
  readonly item: string
  /** None: any. */
  readonly length: number | undefined
}

/** What a type is by its name alone. */
type FieldType = WordType | ArrayType | { readonly kind: 'bytes' | 'string' | 'struct' }

/**
 * Characters of all encoded types together. The text of a struct repeats those of the structs in
 * it, so that a short request could ask for very much.
 */
const maxTypeText = 2 ** 22

/** Longest part of a client's text that an error repeats. */
const maxQuotedLength = 80

/** A client's text for an error message. */
export function quoted(text: string): string {
  return JSON.stringify(
    text.length <= maxQuotedLength ? text : `${text.slice(0, maxQuotedLength)}…`,
  )
}

const array = /^(.+)\[(\d{0,9})\]$/s
const integer = /^(u?int)(\d{0,3})$/
const fixedBytes = /^bytes(\d{1,2})$/
/** Would end the name in the text that is hashed. */
const delimiter = /[[\](),\s]/

function wordType(type: string): WordType | undefined {
  if (type === 'address' || type === 'bool') return { kind: type }
  const [, kind, size] = integer.exec(type) ?? []
  if (kind === 'uint' || kind === 'int') {
    const bits = size === '' ? 256 : Number(size)
    return bits >= 8 && bits <= 256 && bits % 8 === 0 ? { kind, bits } : undefined
  }
  const length = Number(fixedBytes.exec(type)?.[1] ?? 0)
  return length >= 1 && length <= 32 ? { kind: 'fixedBytes', length } : undefined
}

function fieldType(type: string): FieldType {
  const [, item, length] = array.exec(type) ?? []
  if (item !== undefined) {
    return { kind: 'array', item, length: length ? Number(length) : undefined }
  }
  if (type === 'bytes' || type === 'string') return { kind: type }
  return wordType(type) ?? { kind: 'struct' }
}

/** A type without the dimensions of its arrays. */
function baseOf(type: string): string {
  const bracket = type.indexOf('[')
  return bracket === -1 ? type : type.slice(0, bracket)
}

/** The structs of typed data, each looked at once. Throws an `InvalidTypedData` for what it cannot use. */
export class TypedDataTypes {
  readonly #structs: Structs
  readonly #parsed = new Map<string, FieldType>()
  readonly #texts = new Map<string, string>()
  readonly #hashes = new Map<string, Uint8Array>()
  #textLeft = maxTypeText

  constructor(structs: Structs) {
    for (const name of structs.keys()) {
      const isElementary = fieldType(name).kind !== 'struct'
      if (name === '' || isElementary || delimiter.test(name)) {
        throw new InvalidTypedData(`${quoted(name)} cannot be the name of a struct`)
      }
    }
    this.#structs = structs
  }

  parse(type: string): FieldType {
    const known = this.#parsed.get(type)
    if (known !== undefined) return known
    const parsed = fieldType(type)
    this.#parsed.set(type, parsed)
    return parsed
  }

  /** The members of a struct. */
  fields(name: string): readonly TypedField[] {
    const fields = this.#structs.get(name)
    if (fields === undefined) throw new InvalidTypedData(`there is no type ${quoted(name)}`)
    return fields
  }

  /** EIP-712 `typeHash`: of the struct with all structs it refers to, these by name. 32 bytes. */
  hash(name: string): Uint8Array {
    let hash = this.#hashes.get(name)
    if (hash === undefined) {
      hash = keccak256(new TextEncoder().encode(this.#encodeType(name)))
      this.#hashes.set(name, hash)
    }
    return hash
  }

  #encodeType(name: string): string {
    // Each struct is visited once, however many ways lead to it.
    const reached = new Set([name])
    let text = ''
    for (const struct of reached) {
      this.#spend(this.#text(struct).length)
      for (const base of this.#references(struct)) reached.add(base)
    }
    for (const struct of [name, ...[...reached].slice(1).sort()]) text += this.#text(struct)
    return text
  }

  #references(struct: string): readonly string[] {
    const bases = this.fields(struct).map(({ type }) => baseOf(type))
    return bases.filter((base) => this.parse(base).kind === 'struct')
  }

  /** Such as `Mail(Person from,string contents)`. */
  #text(struct: string): string {
    let text = this.#texts.get(struct)
    if (text === undefined) {
      const members = this.fields(struct).map(({ name, type }) => `${type} ${name}`)
      text = `${struct}(${members.join(',')})`
      this.#texts.set(struct, text)
    }
    return text
  }

  #spend(length: number): void {
    this.#textLeft -= length
    if (this.#textLeft < 0) {
      throw new InvalidTypedData(`its encoded types are longer than ${maxTypeText} characters`)
    }
  }
}
