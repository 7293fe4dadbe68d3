import { type Hex, quantity } from '../../../lib/hex.ts'
import type { BlockChoice } from '../../../types/fork.ts'
import type { Json, JsonObject } from '../../../types/values.ts'
import { BlockNotThere } from '../forkErrors.ts'
import type { ForkBlock } from '../remoteFacts.ts'
import { type Asked, invalid, readHash, readList, readObject, readQuantity } from './read.ts'
import type { Upstream } from './upstream.ts'

/** How long a block that the upstream does not have is asked for again, and at first how often, ms. */
const patienceMs = 10_000
const firstLookMs = 250
const maxLookMs = 2000

/** A block that is further ahead than that will not be there in a moment. */
const nearBlocks = 3n

/**
 * Finds the block to fork from, and which chain it is: in one exchange, or two when the block is named
 * by a transaction or counted back. `chainId` is taken on trust. Throws an `UpstreamError`.
 */
export async function pinFork(
  upstream: Upstream,
  choice: BlockChoice,
  chainId?: number,
): Promise<ForkBlock> {
  if (chainId !== undefined) upstream.expectChain(chainId, true)
  const [chain, block] = await Promise.all([
    chainId ?? chainOf(upstream),
    blockOf(upstream, choice),
  ])
  upstream.expectChain(chain)
  return { chainId: chain, ...block }
}

async function chainOf(upstream: Upstream): Promise<number> {
  const answer = await upstream.request('eth_chainId', [])
  return Number(readQuantity(answer, 53, { upstream: upstream.name, what: 'eth_chainId' }))
}

async function blockOf(
  upstream: Upstream,
  choice: BlockChoice,
): Promise<Omit<ForkBlock, 'chainId'>> {
  if ('transactionHash' in choice) return blockBefore(upstream, choice.transactionHash)
  if ('hash' in choice) {
    const which = `the block ${choice.hash}`
    return headOf(
      upstream,
      await there(upstream, 'eth_getBlockByHash', [choice.hash, false], which),
    )
  }
  if ('tag' in choice) return numbered(upstream, choice.tag, `a block that is ${choice.tag}`)
  const { number } = choice
  if (number >= 0n) return numbered(upstream, quantity(number), `block ${number}`, number)
  const head = await headNumber(upstream)
  if (head + number < 0n) {
    throw new BlockNotThere(upstream.name, `a block ${-number} blocks before its newest, ${head}`)
  }
  return numbered(upstream, quantity(head + number), `block ${head + number}`)
}

async function numbered(
  upstream: Upstream,
  id: string,
  which: string,
  number?: bigint,
): Promise<Omit<ForkBlock, 'chainId'>> {
  const raw = await there(upstream, 'eth_getBlockByNumber', [id, false], which, number)
  return headOf(upstream, raw)
}

async function headNumber(upstream: Upstream): Promise<bigint> {
  const asked = { upstream: upstream.name, what: 'eth_blockNumber' }
  return readQuantity(await upstream.request('eth_blockNumber', []), 64, asked)
}

/** The block before that of the transaction, and the transactions up to it. */
async function blockBefore(upstream: Upstream, hash: Hex): Promise<Omit<ForkBlock, 'chainId'>> {
  const asked = { upstream: upstream.name, what: `the transaction ${hash}` }
  const which = `the transaction ${hash}`
  const found = await there(upstream, 'eth_getTransactionByHash', [hash], which)
  if (found.blockHash === null || found.blockNumber === null) {
    throw new BlockNotThere(upstream.name, `${which} in a block yet`)
  }
  const number = readQuantity(found.blockNumber, 64, asked)
  const blockHash = readHash(found.blockHash, asked)
  const before = quantity(number - 1n)
  const [parent, block] = await Promise.all([
    numbered(upstream, before, `block ${number - 1n}`),
    there(upstream, 'eth_getBlockByHash', [blockHash, true], `the block ${blockHash}`),
  ])
  if (readHash(block.parentHash, asked) !== parent.hash) {
    throw invalid(asked, `block ${number} does not follow block ${number - 1n}`)
  }
  const all = readList(block.transactions, asked).map((item) => readObject(item, asked))
  const index = all.findIndex((transaction) => transaction.hash === hash)
  if (index < 0) throw invalid(asked, `block ${number} does not hold it`)
  return { ...parent, replay: { block, transactions: all.slice(0, index + 1) } }
}

/** What is answered when it is there; behind one address some nodes know it before others. */
async function there(
  upstream: Upstream,
  method: string,
  params: readonly Json[],
  which: string,
  number?: bigint,
): Promise<JsonObject> {
  const { timeline } = upstream
  const asked = { upstream: upstream.name, what: which }
  const untilMs = timeline.elapsed() + patienceMs
  for (let lookMs = firstLookMs; ; lookMs = Math.min(maxLookMs, 2 * lookMs)) {
    const answer = await upstream.request(method, params)
    if (answer !== null) return readObject(answer, asked)
    const head = number === undefined ? undefined : await headNumber(upstream)
    if (head !== undefined && number !== undefined && number > head + nearBlocks) {
      throw new BlockNotThere(upstream.name, `${which}: its newest is ${head}`)
    }
    if (timeline.elapsed() + lookMs > untilMs) throw new BlockNotThere(upstream.name, which)
    await upstream.pause(lookMs)
  }
}

function headOf(upstream: Upstream, raw: JsonObject): Omit<ForkBlock, 'chainId'> {
  const asked: Asked = { upstream: upstream.name, what: 'the block of the fork' }
  return {
    number: readQuantity(raw.number, 64, asked),
    hash: readHash(raw.hash, asked),
    stateRoot: readHash(raw.stateRoot, asked),
    raw,
  }
}
