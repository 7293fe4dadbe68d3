import type { Hex } from '../../../lib/hex.ts'
import type { Json } from '../../../types/values.ts'
import { CassetteMismatch, ConflictingFact, InvalidCassette } from '../forkErrors.ts'

import {
  type CassetteHead,
  type Fact,
  keyOf,
  readLine,
  rpcKey,
  shownValue,
  writeAccount,
  writeFact,
  writeHead,
} from './lines.ts'

type AccountFact = Extract<Fact, { kind: 'account' }>

/** All that a cassette says: one value for each key. */
export class CassetteContent {
  #head: CassetteHead | undefined
  readonly #facts = new Map<string, Fact>()

  constructor(head?: CassetteHead) {
    this.#head = head
  }

  get head(): CassetteHead | undefined {
    return this.#head
  }

  /** How many facts there are. */
  get size(): number {
    return this.#facts.size
  }

  facts(): Iterable<Fact> {
    return this.#facts.values()
  }

  /** The recorded answer of a method. */
  answer(method: string, params: readonly Json[]): Json | undefined {
    const fact = this.#facts.get(rpcKey(method, params))
    return fact?.kind === 'rpc' ? fact.result : undefined
  }

  /** Says whether it is new. Throws a `ConflictingFact` when something else is known of its key. */
  add(fact: Fact, file = ''): boolean {
    const key = keyOf(fact)
    const known = this.#facts.get(key)
    if (known === undefined) {
      this.#facts.set(key, fact)
      return true
    }
    if (known !== fact && shownValue(known) !== shownValue(fact)) {
      const where = file === '' ? '' : `${file}: `
      throw new ConflictingFact(key, shownValue(known), shownValue(fact), where)
    }
    return false
  }

  /** Takes all of another. Throws a `CassetteMismatch` for one of another block, or a `ConflictingFact`. */
  unite(other: CassetteContent, file: string): void {
    this.#takeHead(other.#head, file)
    for (const fact of other.facts()) this.add(fact, file)
  }

  /** Takes all of another if it is of this block, or of any while this is of none. */
  uniteIfSame(other: CassetteContent, file: string): void {
    const isOther = this.#head && other.#head && !sameBlock(this.#head, other.#head)
    if (!isOther) this.unite(other, file)
  }

  /**
   * Takes the lines of a file, from several of a block or an account too, as a merge leaves them. Throws
   * an `InvalidCassette` or a `ConflictingFact`; `file` names it.
   */
  read(text: string, file: string): this {
    let line = 0
    for (const written of text.split('\n')) {
      line++
      if (written.trim() === '') continue
      const read = readLine(written.replace(/\r$/, ''), file, line)
      if ('head' in read) this.#takeHead(read.head, file)
      else for (const fact of read.facts) this.add(fact, `${file}, line ${line}`)
    }
    return this
  }

  /** The lines of the file, in the order that there is for them; each with its end. */
  write(): string {
    const byAddress = new Map<Hex, { account?: AccountFact; slots: Map<bigint, bigint> }>()
    const lines: string[] = []
    const entryOf = (address: Hex) => {
      const entry = byAddress.get(address) ?? { slots: new Map<bigint, bigint>() }
      byAddress.set(address, entry)
      return entry
    }
    for (const fact of this.facts()) {
      if (fact.kind === 'account') entryOf(fact.address).account = fact
      else if (fact.kind === 'slot') entryOf(fact.address).slots.set(fact.slot, fact.value)
      else lines.push(writeFact(fact))
    }
    for (const [address, { account, slots }] of byAddress) {
      lines.push(writeAccount(address, account, slots))
    }
    lines.sort()
    const head = this.#head === undefined ? [] : [writeHead(this.#head)]
    return [...head, ...lines].map((line) => `${line}\n`).join('')
  }

  #takeHead(head: CassetteHead | undefined, file: string): void {
    if (head === undefined) return
    const known = this.#head
    this.#head = known ?? head
    if (known === undefined || sameBlock(known, head)) return
    throw new CassetteMismatch(file, nameOf(head), nameOf(known))
  }
}

/** A content that has to have a block. Throws an `InvalidCassette`. */
export function headOf(content: CassetteContent, file: string): CassetteHead {
  if (content.head !== undefined) return content.head
  throw new InvalidCassette(file, undefined, 'no cassette: it lacks the line that names its block')
}

function sameBlock(left: CassetteHead, right: CassetteHead): boolean {
  return left.chainId === right.chainId && left.block.hash === right.block.hash
}

/** Returns the name of the head in messages. */
export function nameOf({ chainId, block }: CassetteHead): string {
  return `block ${Number(block.number)}, ${block.hash}, of chain ${chainId}`
}
