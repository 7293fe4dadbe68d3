import { createRealTimeline, type Timeline } from '../../clock/timelines.ts'
import { type Hex, hexToBytes } from '../../lib/hex.ts'
import type { ForkSourceOptions, UpstreamSource } from '../../types/fork.ts'
import { packHex, packNumber, packWord } from './blockFacts.ts'
import { type Cassette, loadCassette, openCassette } from './cassette/cassette.ts'
import { findCassette, isCassetteFile, isFrom } from './cassette/cassetteFile.ts'
import { type CassetteContent, headOf, nameOf } from './cassette/content.ts'
import { type CassetteHead, cassetteName, type Fact } from './cassette/lines.ts'
import { AnotherChain, CassetteMismatch, NoCassette } from './forkErrors.ts'
import { ForkSession } from './forkSession.ts'
import { findVerification } from './proof/verification.ts'
import type { ForkBlock, RemoteFacts } from './remoteFacts.ts'
import { RemoteStore } from './remoteStore.ts'
import { pinFork } from './upstream/pin.ts'
import { readHash, readList, readObject, readQuantity } from './upstream/read.ts'
import { AskingManner } from './upstream/stateReader.ts'
import { Upstream } from './upstream/upstream.ts'

const noBytes = new Uint8Array()

/** Puts into a store what a cassette says. An account whose code it lacks is not known. Throws a `ConflictingFact`. */
function loadStore(facts: Iterable<Fact>, store: RemoteStore): RemoteStore {
  const all = [...facts]
  const codes = new Map<Hex, Uint8Array>()
  for (const fact of all) if (fact.kind === 'code') codes.set(fact.hash, hexToBytes(fact.bytes))
  for (const fact of all) {
    if (fact.kind === 'slot') {
      store.addSlot(packHex(fact.address), packWord(fact.slot), packNumber(fact.value))
    } else if (fact.kind === 'node') {
      store.addNode(packHex(fact.hash), hexToBytes(fact.rlp))
    } else if (fact.kind === 'account') {
      const { address, nonce, balance, codeHash, absent } = fact
      const code = codeHash === emptyHash ? noBytes : codes.get(codeHash)
      if (code === undefined) continue
      const account = { nonce, balance, codeHash: packHex(codeHash), code, absent }
      store.addAccount(packHex(address), account)
    }
  }
  return store
}

/** The hash of no code. */
const emptyHash: Hex = '0xc5d2460186f7233c927e7db2dcc703c0e500b653ca82273b7bfad8045d85a470'

/** What a fork's facts depend on, besides its block. */
interface Place {
  readonly upstream?: { readonly sources: readonly UpstreamSource[] } | undefined
  readonly cassette?: string | undefined
  readonly proofs?: string | undefined
  readonly offline?: boolean | undefined
  readonly refreshSinceMs?: number | undefined
}

/** Stores in use, by their source. */
const stores = new Map<string, WeakRef<RemoteStore>>()

/** Functions that are asked instead of a URL, by the order in which they came. */
const functions = new WeakMap<object, number>()
let functionCount = 0

/**
 * Returns the store of what is known at a block, shared by all chains of the process that are forked there from the
 * same place. A recording that starts again begins with an empty store. A development node whose state is changed
 * without a block keeps the block's hash, so the place is part of the key.
 */
function storeOf({ chainId, hash }: ForkBlock, place: Place): RemoteStore {
  const { upstream, cassette, proofs, offline, refreshSinceMs } = place
  if (upstream === undefined || offline === true || refreshSinceMs !== undefined) {
    return new RemoteStore()
  }
  const sources = upstream.sources.map((source) =>
    typeof source === 'string' ? source : numberOf(source),
  )
  const key = JSON.stringify([chainId, hash, sources, cassette, proofs])
  const known = stores.get(key)?.deref()
  if (known !== undefined) return known
  for (const [name, store] of stores) if (store.deref() === undefined) stores.delete(name)
  const store = new RemoteStore()
  stores.set(key, new WeakRef(store))
  return store
}

function numberOf(source: object): number {
  const known = functions.get(source) ?? ++functionCount
  functions.set(source, known)
  return known
}

/** The user's options, and settings for tests. */
interface OpenForkOptions extends ForkSourceOptions {
  /** The timeline of time limits and retries. @default real time */
  readonly timeline?: Timeline | undefined
}

/**
 * Finds the block to fork from, in the cassette or upstream, in at most two exchanges. Throws a
 * `NoCassette`, `InvalidCassette`, `CassetteMismatch`, `InvalidForkUrl` or `UpstreamError`.
 */
export async function openFork(options: OpenForkOptions): Promise<RemoteFacts> {
  const isOffline = options.offline === true || options.upstream === undefined
  if (isOffline && options.cassette === undefined) {
    throw new NoCassette(
      options.offline === true
        ? 'a fork that is offline needs a cassette: record one with --fork-url and --fork-cassette FILE'
        : 'a fork needs a URL or a cassette: give --fork-url URL, or --fork-cassette FILE that was recorded before',
    )
  }
  const timeline = options.timeline ?? createRealTimeline()
  const upstream =
    isOffline || options.upstream === undefined
      ? undefined
      : new Upstream(options.upstream, timeline)
  try {
    return await begin(options, upstream)
  } catch (error) {
    upstream?.close()
    throw error
  }
}

async function begin(
  options: OpenForkOptions,
  upstream: Upstream | undefined,
): Promise<RemoteFacts> {
  const given = await givenCassette(options, upstream === undefined)
  if (given !== undefined) {
    const head = headOf(given.content, given.path)
    requireBlock(head, given.path, options)
    upstream?.expectChain(head.chainId, options.chainId !== undefined)
    const cassette = await openCassette(given.path, given.content, head)
    return createSession(blockOf(head, given.path), options, upstream, cassette)
  }
  if (upstream === undefined) {
    throw new NoCassette(
      `the fork is offline, and there is no cassette at ${options.cassette}: run once with the URL of the live chain (fork.url, --fork-url)`,
    )
  }
  const block = await pinFork(upstream, options.block ?? { tag: 'latest' }, options.chainId)
  const cassette = await newCassette(options, block)
  return createSession(block, options, upstream, cassette)
}

async function createSession(
  block: ForkBlock,
  options: OpenForkOptions,
  upstream: Upstream | undefined,
  cassette: Cassette | undefined,
): Promise<RemoteFacts> {
  const { proofs = 'off', prefetch } = options
  const store = loadStore(cassette?.facts() ?? [], storeOf(block, options))
  const manner = new AskingManner()
  const given = { upstream, manner, store, file: cassette?.path }
  const verification = await findVerification(proofs, block, given)
  return new ForkSession(block, { upstream, cassette, store, manner, verification, prefetch })
}

/** The cassette that says what the block is, if there is one. */
async function givenCassette(
  { cassette, block, chainId, refreshSinceMs }: OpenForkOptions,
  isOffline: boolean,
): Promise<{ readonly path: string; readonly content: CassetteContent } | undefined> {
  if (cassette === undefined) return undefined
  const path = isCassetteFile(cassette)
    ? cassette
    : await findCassette(cassette, block, chainId, isOffline)
  const content = path === undefined ? undefined : await load(path, refreshSinceMs)
  return path === undefined || content === undefined ? undefined : { path, content }
}

/** The cassette of a block that was found upstream; in a folder there may be one of it. */
async function newCassette(
  { cassette, refreshSinceMs }: OpenForkOptions,
  block: ForkBlock,
): Promise<Cassette | undefined> {
  if (cassette === undefined) return undefined
  const head = headFor(block)
  if (isCassetteFile(cassette)) return openCassette(cassette, undefined, head, refreshSinceMs)
  const { join } = await import('node:path')
  const path = join(cassette, cassetteName(head))
  return openCassette(path, await load(path, refreshSinceMs), head, refreshSinceMs)
}

/** Loads a cassette, unless it is to be recorded again. */
async function load(path: string, sinceMs: number | undefined) {
  const isOld = sinceMs !== undefined && (await isFrom(path, sinceMs))
  return isOld ? undefined : loadCassette(path)
}

function headFor({ chainId, raw, replay }: ForkBlock): CassetteHead {
  if (replay === undefined) return { chainId, block: raw }
  return { chainId, block: raw, replay: { block: replay.block, count: replay.transactions.length } }
}

/** The block of a cassette; throws an `InvalidAnswer` that names the file for what is no block. */
function blockOf({ chainId, block, replay }: CassetteHead, path: string): ForkBlock {
  const asked = { upstream: path, what: 'the block of the fork' }
  const found: ForkBlock = {
    chainId,
    number: readQuantity(block.number, 64, asked),
    hash: readHash(block.hash, asked),
    stateRoot: readHash(block.stateRoot, asked),
    raw: block,
  }
  if (replay === undefined) return found
  const transactions = readList(replay.block.transactions, asked)
    .slice(0, replay.count)
    .map((transaction) => readObject(transaction, asked))
  return { ...found, replay: { block: replay.block, transactions } }
}

/** The cassette's block must satisfy the user's options. Throws a `CassetteMismatch`. */
function requireBlock(head: CassetteHead, path: string, options: OpenForkOptions): void {
  const { block: choice, chainId } = options
  if (chainId !== undefined && chainId !== head.chainId) {
    throw new AnotherChain(path, head.chainId, chainId)
  }
  if (choice === undefined || 'tag' in choice) return
  if ('hash' in choice && !isSame(choice.hash, head.block.hash)) {
    throw new CassetteMismatch(path, nameOf(head), `block ${choice.hash}`)
  }
  if (
    'number' in choice &&
    choice.number >= 0n &&
    BigInt(String(head.block.number)) !== choice.number
  ) {
    throw new CassetteMismatch(path, nameOf(head), `block ${choice.number}`)
  }
  if ('transactionHash' in choice && !replays(head, choice.transactionHash)) {
    throw new CassetteMismatch(path, nameOf(head), `the transaction ${choice.transactionHash}`)
  }
}

function replays({ replay }: CassetteHead, hash: Hex): boolean {
  const transactions = (replay?.block.transactions ?? []) as readonly { readonly hash: unknown }[]
  return replay !== undefined && isSame(hash, transactions[replay.count - 1]?.hash)
}

function isSame(left: Hex, right: unknown): boolean {
  return left.toLowerCase() === String(right).toLowerCase()
}
