import type { Hex } from '../../lib/hex.ts'
import type { Json, JsonObject } from '../../types/values.ts'

/** The block that all facts of a cassette are about, and the chain that it is on. */
export interface CassetteHead {
  readonly chainId: number
  readonly block: JsonObject
  /** Of a fork at a transaction: the next block, and how many of its transactions are to be run. */
  readonly replay?: { readonly block: JsonObject; readonly count: number } | undefined
}

/** Something that is true at that block. Addresses, hashes and numbers as they are written. */
export type Fact =
  | {
      readonly kind: 'account'
      readonly address: Hex
      readonly nonce: bigint
      readonly balance: bigint
      readonly codeHash: Hex
      readonly absent: boolean
    }
  | { readonly kind: 'slot'; readonly address: Hex; readonly slot: bigint; readonly value: bigint }
  | { readonly kind: 'code'; readonly hash: Hex; readonly bytes: Hex }
  | { readonly kind: 'node'; readonly hash: Hex; readonly rlp: Hex }
  | {
      readonly kind: 'rpc'
      readonly method: string
      readonly params: readonly Json[]
      readonly result: Json
    }

/** What a fact is about, as messages name it: of one key there is one fact. */
export function keyOf(fact: Fact): string {
  switch (fact.kind) {
    case 'account':
      return `account ${fact.address}`
    case 'slot':
      return `slot 0x${fact.slot.toString(16)} of ${fact.address}`
    case 'code':
      return `code ${fact.hash}`
    case 'node':
      return `node ${fact.hash}`
    case 'rpc':
      return rpcKey(fact.method, fact.params)
  }
}

/** The key of a method's answer. */
export function rpcKey(method: string, params: readonly Json[]): string {
  return `${method} ${canonical(params)}`
}

/** What is said of the key, as messages show it and as facts are compared. */
export function shownValue(fact: Fact): string {
  switch (fact.kind) {
    case 'account':
      return fact.absent
        ? 'absent'
        : `nonce ${fact.nonce}, balance ${fact.balance}, code ${fact.codeHash}`
    case 'slot':
      return `0x${fact.value.toString(16)}`
    case 'code':
      return fact.bytes
    case 'node':
      return fact.rlp
    case 'rpc':
      return canonical(fact.result)
  }
}

/** JSON with the fields of objects in order. */
function canonical(json: Json): string {
  return JSON.stringify(json, (_, value) =>
    typeof value === 'object' && value !== null && !Array.isArray(value)
      ? Object.fromEntries(Object.entries(value).sort(([left], [right]) => (left < right ? -1 : 1)))
      : value,
  )
}

/** The name of a cassette in a folder. */
export function cassetteName({ chainId, block }: CassetteHead): string {
  return `${chainId}-${Number(block.number)}-${String(block.hash).slice(2, 10)}.fork.jsonl`
}
