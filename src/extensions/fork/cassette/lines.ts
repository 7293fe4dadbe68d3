import { bytesToHex, type Hex, hexToBytes, isHexBytes, quantity } from '../../../lib/hex.ts'
import type { Json, JsonObject } from '../../../types/values.ts'
import { keccak256 } from '../../../wasm/keccak/keccak256.ts'
import { InvalidCassette } from '../forkErrors.ts'

/** The block that all facts of a cassette are about, and the chain that it is on. */
export interface CassetteHead {
  readonly chainId: number
  readonly block: JsonObject
  /** The next block of a fork at a transaction, and how many of its transactions to run. */
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

/** The version of the format. */
const version = 1

const noCode = bytesToHex(keccak256(new Uint8Array()))
const none = { nonce: 0n, balance: 0n, codeHash: noCode, absent: true }

/** What a line says. */
export type Line = { readonly head: CassetteHead } | { readonly facts: readonly Fact[] }

/** The first line of a cassette. */
export function writeHead({ chainId, block, replay }: CassetteHead): string {
  return JSON.stringify({ preconf: 'fork', version, chainId, block, replay })
}

/** The line of a fact that is not about an account. */
export function writeFact(fact: Exclude<Fact, { kind: 'account' | 'slot' }>): string {
  switch (fact.kind) {
    case 'code':
      return JSON.stringify({ code: fact.hash, bytes: fact.bytes })
    case 'node':
      return JSON.stringify({ node: fact.hash, rlp: fact.rlp })
    case 'rpc':
      return JSON.stringify({ rpc: fact.method, params: fact.params, result: fact.result })
  }
}

/** The line of an account and its slots, as far as either is known. */
export function writeAccount(
  address: Hex,
  account: Extract<Fact, { kind: 'account' }> | undefined,
  slots: ReadonlyMap<bigint, bigint>,
): string {
  const fields =
    account === undefined
      ? {}
      : account.absent
        ? { absent: true }
        : {
            balance: quantity(account.balance),
            nonce: quantity(account.nonce),
            codeHash: account.codeHash,
          }
  const sorted = [...slots].sort(([left], [right]) => (left < right ? -1 : left > right ? 1 : 0))
  const written = sorted.map(([slot, value]) => [quantity(slot), quantity(value)] as const)
  return JSON.stringify({
    account: address,
    ...fields,
    ...(written.length > 0 ? { slots: Object.fromEntries(written) } : {}),
  })
}

/** Reads a line. Throws an `InvalidCassette` that names the line, and the key where there is one. */
export function readLine(text: string, file: string, line: number): Line {
  const wrong = (problem: string): InvalidCassette => new InvalidCassette(file, line, problem)
  if (/^(?:<{7}|={7}|>{7})/.test(text)) {
    throw wrong('the mark of a merge conflict: remove these marks and keep the lines of both sides')
  }
  const json = parse(text, wrong)
  if ('preconf' in json) return { head: readHead(json, wrong) }
  if ('account' in json) return { facts: readAccount(json, wrong) }
  if ('code' in json) {
    const [hash, bytes] = [hashOf(json.code, 'code', wrong), hexOf(json.bytes, 'code', wrong)]
    requireHash(hash, bytes, `code ${hash}`, wrong)
    return { facts: [{ kind: 'code', hash, bytes }] }
  }
  if ('node' in json) {
    const [hash, rlp] = [hashOf(json.node, 'node', wrong), hexOf(json.rlp, 'node', wrong)]
    requireHash(hash, rlp, `node ${hash}`, wrong)
    return { facts: [{ kind: 'node', hash, rlp }] }
  }
  if ('rpc' in json) return { facts: [readRpc(json, wrong)] }
  throw wrong('it holds no account, code, node or rpc: take the file from where it was right')
}

type Wrong = (problem: string) => InvalidCassette

function parse(text: string, wrong: Wrong): JsonObject {
  let json: unknown
  try {
    json = JSON.parse(text)
  } catch {
    const [, key] = /^\{"(\w+":"[^"]{1,80})/.exec(text) ?? []
    const about = key === undefined ? '' : ` about ${key.replace('":"', ' ')}`
    throw wrong(`a line${about} that is not JSON: restore the file`)
  }
  if (typeof json !== 'object' || json === null || Array.isArray(json)) {
    throw wrong('a line that is not a JSON object: restore the file')
  }
  return json as JsonObject
}

function readHead(json: JsonObject, wrong: Wrong): CassetteHead {
  const { chainId, block, replay } = json
  if (json.preconf !== 'fork' || json.version !== version) {
    throw wrong(`no cassette of version ${version}: it was written by another version of preconf`)
  }
  if (typeof chainId !== 'number') throw wrong('a head without a chainId')
  if (!isObject(block) || typeof block.hash !== 'string') throw wrong('a head without a block')
  const known = isObject(replay) && isObject(replay.block) ? replay : undefined
  if (known === undefined) return { chainId, block }
  return {
    chainId,
    block,
    replay: { block: known.block as JsonObject, count: Number(known.count) },
  }
}

function readAccount(json: JsonObject, wrong: Wrong): readonly Fact[] {
  const address = hexOf(json.account, 'account', wrong)
  if (address.length !== 42) throw wrong(`account ${address} is not an address`)
  const key = `account ${address}`
  const { slots = {} } = json
  if (!isObject(slots)) throw wrong(`the slots of ${key} are no object`)
  const facts: Fact[] = Object.entries(slots).map(([slot, value]) => ({
    kind: 'slot',
    address,
    slot: numberOf(slot, `slot ${slot} of ${address}`, wrong),
    value: numberOf(value, `slot ${slot} of ${address}`, wrong),
  }))
  if (json.absent === true) return [{ kind: 'account', address, ...none }, ...facts]
  if (json.balance === undefined && json.nonce === undefined) return facts
  return [
    {
      kind: 'account',
      address,
      nonce: numberOf(json.nonce, `the nonce of ${key}`, wrong),
      balance: numberOf(json.balance, `the balance of ${key}`, wrong),
      codeHash: hashOf(json.codeHash, key, wrong),
      absent: false,
    },
    ...facts,
  ]
}

function readRpc({ rpc, params, result }: JsonObject, wrong: Wrong): Fact {
  if (typeof rpc !== 'string' || !Array.isArray(params) || result === undefined) {
    throw wrong(`the answer of ${String(rpc)} lacks its params or its result`)
  }
  return { kind: 'rpc', method: rpc, params, result }
}

function isObject(json: Json | undefined): json is JsonObject {
  return typeof json === 'object' && json !== null && !Array.isArray(json)
}

function hexOf(json: Json | undefined, key: string, wrong: Wrong): Hex {
  if (typeof json !== 'string' || !isHexBytes(json)) {
    throw wrong(`${key} has ${JSON.stringify(json) ?? 'nothing'} where bytes in hex should be`)
  }
  return json.toLowerCase() as Hex
}

function hashOf(json: Json | undefined, key: string, wrong: Wrong): Hex {
  const hash = hexOf(json, key, wrong)
  if (hash.length !== 66) throw wrong(`${key} has ${hash} where a hash should be`)
  return hash
}

function requireHash(hash: Hex, bytes: Hex, key: string, wrong: Wrong): void {
  if (bytesToHex(keccak256(hexToBytes(bytes))) !== hash) {
    throw wrong(`${key} has other bytes than its hash says`)
  }
}

function numberOf(json: Json | undefined, key: string, wrong: Wrong): bigint {
  if (typeof json !== 'string' || !/^0x[0-9a-f]{1,64}$/i.test(json)) {
    throw wrong(`${key} has ${JSON.stringify(json) ?? 'nothing'} where a number in hex should be`)
  }
  return BigInt(json)
}
