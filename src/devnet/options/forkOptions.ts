import type { Hex } from '../../lib/hex.ts'
import { defaultLimits } from '../../lib/limits.ts'
import { processStartMs } from '../../lib/processStart.ts'
import type { BlockChoice, ForkSettings, UpstreamOptions } from '../../types/forkSource.ts'
import type { ForkOptions } from '../../types/options/forkOptions.ts'
import { duration, flag, InvalidOption, integer, oneOf } from './optionValues.ts'

/** Checks the option `fork` and fills in the defaults. Throws an `InvalidOption`; URLs are not in it. */
export function resolveFork(
  given: string | ForkOptions | undefined,
  maxBytes = defaultLimits.upstreamBytes,
): ForkSettings | undefined {
  if (given === undefined) return undefined
  const options: ForkOptions = typeof given === 'string' ? { url: given } : given
  if (typeof options !== 'object' || options === null) {
    throw new InvalidOption('fork', given, 'give a URL or an object; see ForkOptions')
  }
  const names = Object.keys(options).filter((name) => !optionNames.has(name))
  if (names.length > 0) {
    throw new InvalidOption('fork', names[0], 'there is no such field; see ForkOptions')
  }
  const { urls, block } = splitUrls([options.url ?? [], options.urls ?? []].flat())
  const sources = [...urls, requestOf(options) ?? []].flat()
  const offline = flag('fork.offline', options.offline ?? false)
  const noCaching = flag('fork.noStorageCaching', options.noStorageCaching ?? false)
  const cassette = noCaching ? undefined : options.cassette
  if (sources.length === 0 && cassette === undefined) {
    const wanted =
      'give the JSON-RPC URL of a live chain (fork.url, --fork-url) or a cassette of one (fork.cassette, --fork-cassette)'
    throw new InvalidOption('fork', 'without a URL', wanted)
  }
  if (offline && cassette === undefined) {
    throw new InvalidOption(
      'fork.offline',
      true,
      'give the cassette to replay, too (fork.cassette, --fork-cassette)',
    )
  }
  const blocks = blocksOf(options, block)
  if (blocks.length > 1) {
    const wanted = 'name the fork block once: by number, hash, tag or transaction'
    throw new InvalidOption('fork', 'with several blocks', wanted)
  }
  return {
    source: {
      upstream: sources.length === 0 ? undefined : { sources, maxBytes, ...manners(options) },
      block: blocks[0],
      chainId: wholeOr('fork.chainId', options.chainId, 1, Number.MAX_SAFE_INTEGER),
      cassette,
      offline,
      refreshSinceMs: refreshTime(options),
      proofs: oneOf('fork.proofs', options.proofs ?? 'off', ['off', 'auto', 'required']),
      prefetch: oneOf('fork.prefetch', options.prefetch ?? 'auto', ['auto', 'off']),
    },
    fundsAccounts: oneOf('fork.accounts', options.accounts ?? 'fund', ['fund', 'keep']) === 'fund',
  }
}

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

/** What a start with ten accounts asks for, which providers let pass at once. */
const requestsOfStart = 100

/** How the live chain is asked, whoever it is. */
function manners(options: ForkOptions): Omit<UpstreamOptions, 'sources' | 'maxBytes'> {
  const { headers, timeout = 45_000, retries = 5, retryBackoff = 1_000 } = options
  const { concurrency = 6, batchSize = 100 } = options
  return {
    headers,
    timeoutMs: duration('fork.timeout', timeout, 'ms'),
    retries: integer('fork.retries', retries, 0, 100),
    retryBackoffMs: duration('fork.retryBackoff', retryBackoff, 'ms'),
    requestsPerSecond: rateOf(options),
    uncounted: requestsOfStart,
    concurrency: integer('fork.concurrency', concurrency, 1, 1_000),
    batchSize: integer('fork.batchSize', batchSize, 1, 1_000),
  }
}

/** What a cassette says from before this time gives way, if any does. */
function refreshTime({ refresh = false }: ForkOptions): number | undefined {
  if (refresh === 0 || refresh === false) return undefined
  if (refresh === true) return processStartMs()
  return 1000 * integer('fork.refresh', refresh, 1, Number.MAX_SAFE_INTEGER / 1000)
}

/** Compute units of a request, as Anvil counts them. */
const unitsOfRequest = 20

/** Requests per second at most, if there is a limit: the lower one of two. */
function rateOf(options: ForkOptions): number | undefined {
  const most = 1_000_000
  const requests = wholeOr('fork.requestsPerSecond', options.requestsPerSecond, 1, most)
  const units = wholeOr('fork.computeUnitsPerSecond', options.computeUnitsPerSecond, 1, most)
  if (flag('fork.noRateLimit', options.noRateLimit ?? false)) return undefined
  if (units === undefined) return requests
  return Math.min(requests ?? most, Math.ceil(units / unitsOfRequest))
}

/** A whole number, where there is one. */
function wholeOr(option: string, value: unknown, least: number, most: number): number | undefined {
  return value === undefined ? undefined : integer(option, value, least, most)
}

const optionNames: ReadonlySet<string> = new Set<keyof ForkOptions>([
  'url',
  'urls',
  'request',
  'blockNumber',
  'blockHash',
  'blockTag',
  'transactionHash',
  'headers',
  'chainId',
  'timeout',
  'retries',
  'retryBackoff',
  'requestsPerSecond',
  'computeUnitsPerSecond',
  'noRateLimit',
  'noStorageCaching',
  'concurrency',
  'batchSize',
  'cassette',
  'offline',
  'refresh',
  'proofs',
  'prefetch',
  'accounts',
])

function requestOf({ request }: ForkOptions): ForkOptions['request'] {
  const isAsked =
    request === undefined ||
    typeof request === 'function' ||
    typeof (request as { readonly request?: unknown } | null)?.request === 'function'
  if (isAsked) return request
  const wanted = 'give a function as EIP-1193 has it, a provider that has one, or a viem transport'
  throw new InvalidOption('fork.request', typeof request, wanted)
}

/** The URLs without `@BLOCK`, and that block. */
function splitUrls(given: readonly string[]): {
  readonly urls: readonly string[]
  readonly block: BlockChoice | undefined
} {
  const parts = given.map((url) => {
    if (typeof url === 'string' && url !== '') return parseForkUrl(url)
    throw new InvalidOption('fork.url', typeof url, 'give a JSON-RPC URL or an IPC path')
  })
  return { urls: parts.map(({ url }) => url), block: parts.find(({ block }) => block)?.block }
}

function blocksOf(options: ForkOptions, ofUrl: BlockChoice | undefined): readonly BlockChoice[] {
  const { blockNumber, blockHash, blockTag, transactionHash } = options
  const points: BlockChoice[] = ofUrl === undefined ? [] : [ofUrl]
  if (blockNumber !== undefined) {
    const isWhole = /^(-?\d+|0x[0-9a-f]+)$/i.test(String(blockNumber))
    if (!isWhole) throw new InvalidOption('fork.blockNumber', blockNumber, 'give a whole number')
    points.push({ number: BigInt(blockNumber) })
  }
  if (blockHash !== undefined) points.push({ hash: hash('fork.blockHash', blockHash) })
  if (blockTag !== undefined) {
    points.push({ tag: oneOf('fork.blockTag', blockTag, ['latest', 'safe', 'finalized']) })
  }
  if (transactionHash !== undefined) {
    points.push({ transactionHash: hash('fork.transactionHash', transactionHash) })
  }
  return points
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
