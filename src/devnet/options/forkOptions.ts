import type { Hex } from '../../lib/hex.ts'
import { defaultLimits } from '../../lib/limits.ts'
import { processStartMs } from '../../lib/processStart.ts'
import type { BlockChoice, ForkSettings } from '../../types/fork.ts'
import type { ForkOptions } from '../../types/options/forkOptions.ts'
import {
  asGiven,
  choice,
  type Definitions,
  integerFrom,
  milliseconds,
  type OptionFlags,
  type Values,
  valuesOf,
} from './definition.ts'
import { flag, InvalidOption, integer, noSuchField } from './optionValues.ts'

const maxPerSecond = 1_000_000

/** Which live chain to begin from, and how it is asked: the fields of the option `fork`. */
export const forkFields = {
  url: { check: asGiven },
  urls: { check: asGiven },
  request: { check: asGiven },
  blockNumber: { check: wholeNumber },
  blockHash: { check: hash },
  blockTag: choice('latest', 'safe', 'finalized'),
  transactionHash: { check: hash },
  headers: { check: asGiven },
  chainId: { check: integerFrom(1, Number.MAX_SAFE_INTEGER) },
  timeout: { check: milliseconds, default: '45s' },
  retries: { check: integerFrom(0, 100), default: 5 },
  retryBackoff: { check: milliseconds, default: '1s' },
  requestsPerSecond: { check: integerFrom(1, maxPerSecond) },
  computeUnitsPerSecond: { check: integerFrom(1, maxPerSecond) },
  noRateLimit: { check: flag, default: false },
  noStorageCaching: { check: flag, default: false },
  concurrency: { check: integerFrom(1, 1_000), default: 6 },
  batchSize: { check: integerFrom(1, 1_000), default: 100 },
  cassette: { check: asGiven },
  offline: { check: flag, default: false },
  refresh: { check: refreshTime, default: false },
  proofs: { ...choice('off', 'auto', 'required'), default: 'off' },
  prefetch: { ...choice('auto', 'off'), default: 'auto' },
  accounts: { ...choice('fund', 'keep'), default: 'fund' },
  follow: { check: followed, default: [] },
  followEvery: { check: milliseconds, default: '12s' },
} satisfies Definitions<ForkOptions>

export const forkFlags = {
  urls: {
    name: 'fork-url',
    short: 'f',
    aliases: ['rpc-url', 'fork', 'fork.url'],
    type: 'lines',
    description:
      'JSON-RPC URL or IPC path of a live chain to fork, or its name in foundry.toml, also as URL@BLOCK; may be given several times',
    group: 'Fork',
  },
  blockNumber: {
    name: 'fork-block-number',
    aliases: ['fork.blockNumber'],
    type: 'text',
    default: 'the newest block',
    description: 'Number of the block to fork after; a negative one counts back from the newest',
    group: 'Fork',
  },
  blockHash: {
    name: 'fork-block-hash',
    type: 'text',
    description: 'Hash of the block to fork after',
    group: 'Fork',
  },
  blockTag: {
    name: 'fork-block-tag',
    type: 'text',
    default: 'latest',
    description: 'Tag of the block to fork after',
    group: 'Fork',
  },
  transactionHash: {
    name: 'fork-transaction-hash',
    type: 'text',
    description:
      'Fork before the block of this transaction, and run its transactions up to this one',
    group: 'Fork',
  },
  headers: {
    name: 'fork-header',
    aliases: ['fork-headers', 'fork.headers'],
    type: 'lines',
    description: "HTTP header of each request, as 'Name: value'; may be given several times",
    group: 'Fork',
  },
  chainId: {
    name: 'fork-chain-id',
    type: 'number',
    description: 'Chain id that the live chain must have',
    group: 'Fork',
  },
  cassette: {
    name: 'fork-cassette',
    type: 'text',
    description: 'File or folder in which fetched state is recorded and replayed',
    group: 'Fork',
  },
  offline: {
    name: 'fork-offline',
    type: 'switch',
    description: 'Send no requests: everything must be in the cassette',
    group: 'Fork',
  },
  refresh: {
    name: 'fork-refresh',
    type: 'switch',
    description: 'Record the cassette again instead of replaying it',
    group: 'Fork',
  },
  proofs: {
    name: 'fork-proofs',
    type: 'text',
    description: 'Check fetched values with eth_getProof against the fork block',
    group: 'Fork',
  },
  prefetch: {
    name: 'fork-prefetch',
    type: 'text',
    description: 'Prefetch what a call is likely to read from the live chain',
    group: 'Fork',
  },
  accounts: {
    name: 'fork-accounts',
    type: 'text',
    description: 'Fund the mnemonic accounts, or keep their live balances',
    group: 'Fork',
  },
  follow: {
    type: 'lines',
    description:
      'Feed such as ETH/USD, or address of a feed or an account, that follows the live chain; may be given several times',
    group: 'Fork',
  },
  followEvery: {
    type: 'text',
    description: 'How often they follow the live chain',
    group: 'Fork',
  },
  timeout: {
    type: 'number',
    description: 'Timeout of a fetch from the live chain in ms, retries included',
    group: 'Fork',
  },
  retries: {
    type: 'number',
    description: 'How many times a request to the live chain is retried',
    group: 'Fork',
  },
  retryBackoff: {
    name: 'fork-retry-backoff',
    type: 'number',
    description: 'Milliseconds before the first retry, doubled each time',
    group: 'Fork',
  },
  requestsPerSecond: {
    name: 'fork-requests-per-second',
    type: 'number',
    description: 'Maximum number of requests to the live chain per second',
    group: 'Fork',
  },
  computeUnitsPerSecond: {
    aliases: ['cups'],
    type: 'number',
    description: 'Rate limit in compute units per second (a request costs about 20)',
    group: 'Fork',
  },
  noRateLimit: {
    aliases: ['no-rpc-rate-limit'],
    type: 'switch',
    description: 'Ignore both rate limits',
    group: 'Fork',
  },
  noStorageCaching: {
    type: 'switch',
    description: 'Do not read or write the cassette',
    group: 'Fork',
  },
} satisfies OptionFlags<Omit<ForkOptions, 'url' | 'request' | 'concurrency' | 'batchSize'>>

/** Fields by the names that other tools have for them. */
const otherNames: ReadonlyMap<string, string> = new Map([
  ['block', 'blockNumber'],
  ['forkBlockNumber', 'blockNumber'],
  ['forkUrl', 'url'],
  ['rpcUrl', 'url'],
])

/** Checks the option `fork`, or one like it, and fills in the defaults. Throws an `InvalidOption`; URLs are not in it. */
export function resolveFork(
  given: string | ForkOptions | undefined,
  maxBytes = defaultLimits.upstreamBytes,
  name = 'fork',
): ForkSettings | undefined {
  if (given === undefined) return undefined
  const options: ForkOptions = typeof given === 'string' ? { url: given } : given
  if (typeof options !== 'object' || options === null) {
    throw new InvalidOption(name, given, 'give a URL or an object; see ForkOptions')
  }
  const unknown = Object.keys(options).find((field) => !Object.hasOwn(forkFields, field))
  if (unknown !== undefined) {
    const names = Object.keys(forkFields)
    throw new InvalidOption(name, unknown, noSuchField(unknown, names, otherNames.get(unknown)))
  }
  const { urls, block } = splitUrls([options.url ?? [], options.urls ?? []].flat(), name)
  const sources = [...urls, requestOf(options, name) ?? []].flat()
  const cassette = options.noStorageCaching === true ? undefined : options.cassette
  if (sources.length === 0 && cassette === undefined) {
    const wanted =
      'give the JSON-RPC URL of a live chain (fork.url, --fork-url) or a cassette of one (fork.cassette, --fork-cassette)'
    throw new InvalidOption(name, 'without a URL', wanted)
  }
  const values = valuesOf(forkFields, options, undefined, `${name}.`)
  const { offline, chainId, refresh, proofs, prefetch } = values
  if (offline && cassette === undefined) {
    throw new InvalidOption(
      `${name}.offline`,
      true,
      'give the cassette to replay, too (fork.cassette, --fork-cassette)',
    )
  }
  const blocks = blocksOf(values, block)
  if (blocks.length > 1) {
    const wanted = 'name the fork block once: by number, hash, tag or transaction'
    throw new InvalidOption(name, 'with several blocks', wanted)
  }
  const manners = {
    headers: options.headers,
    timeoutMs: values.timeout,
    retries: values.retries,
    retryBackoffMs: values.retryBackoff,
    requestsPerSecond: rateOf(values),
    uncounted: requestsOfStart,
    concurrency: values.concurrency,
    batchSize: values.batchSize,
  }
  return {
    source: {
      upstream: sources.length === 0 ? undefined : { sources, maxBytes, ...manners },
      block: blocks[0],
      chainId,
      cassette,
      offline,
      refreshSinceMs: refresh,
      proofs,
      prefetch,
    },
    fundsAccounts: values.accounts === 'fund',
    follow: values.follow,
    followEveryMs: values.followEvery,
  }
}

/** What a start with ten accounts asks for, which providers let pass at once. */
const requestsOfStart = 100

/**
 * The fork with another URL or block: without a URL that of now, and then without a number at the block
 * that its user has chosen. A cassette's file is of one block, so it is left out.
 */
export function forkAgain(
  now: ForkSettings | undefined,
  {
    url,
    blockNumber,
  }: { readonly url: string | undefined; readonly blockNumber: bigint | undefined },
  maxBytes?: number,
): ForkSettings {
  if (now !== undefined && url === undefined) {
    if (blockNumber === undefined) return now
    const source = { ...now.source, block: { number: blockNumber }, cassette: undefined }
    return { ...now, source }
  }
  const fresh = resolveFork({ url, blockNumber }, maxBytes) as ForkSettings
  if (now === undefined) return fresh
  const { sources = [] } = fresh.source.upstream ?? {}
  const upstream = { ...now.source.upstream, sources }
  const { block } = fresh.source
  return { ...now, source: { ...now.source, upstream, block, cassette: undefined, offline: false } }
}

/** What a cassette says from before this time gives way, if any does. */
function refreshTime(option: string, refresh: unknown): number | undefined {
  if (refresh === 0 || refresh === false) return undefined
  if (refresh === true) return processStartMs()
  return 1000 * integer(option, refresh, 1, Number.MAX_SAFE_INTEGER / 1000)
}

/** Compute units of a request, as Anvil counts them. */
const unitsOfRequest = 20

type FieldValues = Values<typeof forkFields>

/** Requests per second at most, if there is a limit: the lower one of two. */
function rateOf({ requestsPerSecond, computeUnitsPerSecond, noRateLimit }: FieldValues) {
  if (noRateLimit) return undefined
  if (computeUnitsPerSecond === undefined) return requestsPerSecond
  const requests = Math.ceil(computeUnitsPerSecond / unitsOfRequest)
  return Math.min(requestsPerSecond ?? maxPerSecond, requests)
}

function requestOf({ request }: ForkOptions, name: string): ForkOptions['request'] {
  const isAsked =
    request === undefined ||
    typeof request === 'function' ||
    typeof (request as { readonly request?: unknown } | null)?.request === 'function'
  if (isAsked) return request
  const wanted = 'give a function as EIP-1193 has it, a provider that has one, or a viem transport'
  throw new InvalidOption(`${name}.request`, typeof request, wanted)
}

/** The URLs without `@BLOCK`, and that block. */
function splitUrls(
  given: readonly string[],
  name: string,
): {
  readonly urls: readonly string[]
  readonly block: BlockChoice | undefined
} {
  const parts = given.map((url) => {
    if (typeof url === 'string' && url !== '') return parseForkUrl(url)
    throw new InvalidOption(`${name}.url`, typeof url, 'give a JSON-RPC URL or an IPC path')
  })
  return { urls: parts.map(({ url }) => url), block: parts.find(({ block }) => block)?.block }
}

function blocksOf(
  { blockNumber, blockHash, blockTag, transactionHash }: FieldValues,
  ofUrl: BlockChoice | undefined,
): readonly BlockChoice[] {
  return [
    ofUrl ?? [],
    blockNumber === undefined ? [] : { number: blockNumber },
    blockHash === undefined ? [] : { hash: blockHash },
    blockTag === undefined ? [] : { tag: blockTag },
    transactionHash === undefined ? [] : { transactionHash },
  ].flat()
}

/** The most feeds and accounts that follow a live chain. */
const maxFollowed = 100

function followed(option: string, value: unknown): readonly string[] {
  const isList = Array.isArray(value) && value.every((one) => typeof one === 'string')
  if (isList && value.length <= maxFollowed) return value
  const advice = `give a list of at most ${maxFollowed} pairs such as ETH/USD, and addresses`
  throw new InvalidOption(option, value, advice)
}

function wholeNumber(option: string, value: unknown): bigint {
  const isWhole = /^(-?\d+|0x[0-9a-f]+)$/i.test(String(value))
  if (!isWhole) throw new InvalidOption(option, value, 'give a whole number')
  return BigInt(String(value))
}

function hash(option: string, value: unknown): Hex {
  if (/^0x[0-9a-f]{64}$/i.test(String(value))) return String(value).toLowerCase() as Hex
  throw new InvalidOption(option, value, 'give 0x and 64 hex digits')
}

const blockPart = /^(.*)@(-?\d+|0x[0-9a-f]+|latest|safe|finalized|earliest)$/is

/** Takes `URL@BLOCK` apart: a number, in hex too, a hash, or a tag. */
function parseForkUrl(text: string): {
  readonly url: string
  readonly block?: BlockChoice
} {
  const [, url, block] = blockPart.exec(text) ?? []
  if (url === undefined || block === undefined) return { url: text }
  return { url, block: blockChoiceOf(block.toLowerCase()) }
}

function blockChoiceOf(text: string): BlockChoice {
  if (/^0x[0-9a-f]{64}$/.test(text)) return { hash: text as Hex }
  if (/^-?(?:\d|0x)/.test(text)) return { number: BigInt(text) }
  return { tag: text as 'latest' }
}
