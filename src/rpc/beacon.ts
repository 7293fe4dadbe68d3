import type { Devnet } from '../devnet/devnet.ts'
import { blobsOf } from '../ethereumjs/transaction/blobSidecar.ts'
import { bytesToHex, type Hex } from '../lib/hex.ts'
import type { BlockId, BlockTag } from '../types/values.ts'
import type { View } from '../types/view.ts'
import { codedError, RpcError } from './rpcError.ts'

/** An answer of the Beacon API: a status of HTTP and a body. */
export interface BeaconAnswer {
  readonly status: number
  readonly json: object
}

/** Names of the Beacon API beside the tags of JSON-RPC. */
const beaconTags: Readonly<Record<string, BlockTag>> = {
  head: 'latest',
  genesis: 'earliest',
  justified: 'safe',
}

const tags: readonly string[] = ['latest', 'pending', 'safe', 'finalized', 'earliest']

const noRoot = `0x${'00'.repeat(32)}`

/**
 * Answers the paths of the Beacon API that Anvil has: rollup nodes and indexers read blobs and the time of genesis
 * there. `segments` begin after `/eth`. Errors have the API's shape. A block's number stands for its slot.
 */
export async function answerBeacon(
  devnet: Devnet,
  segments: readonly string[],
  query: URLSearchParams,
): Promise<BeaconAnswer> {
  const [version, part, topic, name, ...more] = segments
  if (version !== 'v1' || part !== 'beacon' || more.length > 0) return notServed(segments)
  if (topic === 'genesis' && name === undefined) return { status: 200, json: genesisOf(devnet) }
  if (topic === 'blobs' && name !== undefined) return blobsAt(devnet, name, query)
  if (topic === 'blob_sidecars' && name !== undefined) {
    return failure(410, 'blob_sidecars is deprecated: use GET /eth/v1/beacon/blobs/{block_id}')
  }
  return notServed(segments)
}

function genesisOf({ chain }: Devnet) {
  return {
    data: {
      genesis_time: String(chain.genesis.header.timestamp),
      genesis_validators_root: noRoot,
      genesis_fork_version: '0x00000000',
    },
  }
}

/** The blobs of a block, or those of them with the `versioned_hashes` of the query, in the block's order. */
async function blobsAt(
  devnet: Devnet,
  name: string,
  query: URLSearchParams,
): Promise<BeaconAnswer> {
  const id = blockIdOf(name)
  if (id === undefined) return failure(400, `invalid block id: ${name}`)
  const block = await find(devnet, id)
  if (block instanceof RpcError) return failure(404, block.message)
  if (block === undefined) return failure(404, `block not found: ${name}`)
  const wanted = query
    .getAll('versioned_hashes')
    .flatMap((hashes) => hashes.toLowerCase().split(','))
  const data: Hex[] = []
  for (const transaction of block.transactions) {
    const { envelope } = transaction
    if (!('blobVersionedHashes' in envelope)) continue
    blobsOf([transaction]).blobs.forEach((blob, index) => {
      const isWanted =
        wanted.length === 0 || wanted.includes(envelope.blobVersionedHashes[index] ?? '')
      if (isWanted) data.push(bytesToHex(blob))
    })
  }
  const final = await find(devnet, { tag: 'finalized' })
  // What a fork's node does not tell is below all blocks that have blobs here.
  const isKnown = final !== undefined && !(final instanceof RpcError)
  const finalized = isKnown && block.number <= final.number
  return { status: 200, json: { execution_optimistic: false, finalized, data } }
}

/** The block, or why it cannot be had: it was pruned, for one. */
async function find({ reader }: Devnet, id: BlockId): Promise<View | RpcError | undefined> {
  try {
    return await reader.find(id)
  } catch (error) {
    const stated = codedError(error)
    if (stated === undefined) throw error
    return stated
  }
}

function blockIdOf(name: string): BlockId | undefined {
  const tag = beaconTags[name] ?? (tags.includes(name) ? (name as BlockTag) : undefined)
  if (tag !== undefined) return { tag }
  if (/^0x[0-9a-f]{64}$/i.test(name)) return { hash: name.toLowerCase() as Hex }
  return /^[0-9]{1,19}$/.test(name) ? { number: BigInt(name) } : undefined
}

function notServed(segments: readonly string[]): BeaconAnswer {
  return failure(404, `/eth/${segments.join('/')} is not served: there is no beacon node here`)
}

function failure(code: number, message: string): BeaconAnswer {
  return { status: code, json: { code, message } }
}
