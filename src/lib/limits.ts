const mebibyte = 1024 * 1024

/**
 * The limits of what clients can use, by name: the default, the unit, and the response beyond it.
 * `docs/limits.md` is generated from this table.
 */
export const limitTable = {
  bodyBytes: {
    default: 32 * mebibyte,
    what: 'Bytes of an HTTP body, and of a message over WebSocket or IPC',
    beyond: 'HTTP 413, -32600; close code 1009',
  },
  allBodyBytes: {
    default: 128 * mebibyte,
    what: 'Bytes of all bodies and messages over 16 KiB in progress, from programs; pages have the same limit',
    beyond: 'HTTP 503, -32005; close code 1013',
  },
  headerBytes: {
    default: 16 * 1024,
    what: 'Bytes of the headers of an HTTP request',
    beyond: 'HTTP 431',
  },
  headersMs: {
    default: 15_000,
    what: 'Timeout for the headers of a request, in milliseconds',
    beyond: 'HTTP 408',
  },
  bodyMs: {
    default: 60_000,
    what: 'Idle timeout while a body is received or an answer is read, in milliseconds',
    beyond: 'HTTP 408, -32600; closed while an answer is not read',
  },
  idleMs: {
    default: 65_000,
    what: 'Idle timeout of a connection without requests, in milliseconds',
    beyond: 'HTTP 408',
  },
  connections: {
    default: 4096,
    what: 'Concurrent connections',
    beyond: 'HTTP 503',
  },
  unsentBytes: {
    default: 16 * mebibyte,
    what: 'Bytes of unread pushes of a WebSocket; four times as many for all together',
    beyond: 'close code 1013',
  },
  unsentMs: {
    default: 10_000,
    what: 'Milliseconds that a WebSocket may leave a push unread',
    beyond: 'close code 1013',
  },
  concurrentRequests: {
    default: 256,
    what: 'Concurrent requests of one WebSocket',
    beyond: 'further requests are queued',
  },
  batchItems: {
    default: 1000,
    what: 'Requests of a batch',
    beyond: '-32600 for the whole',
  },
  jsonDepth: {
    default: 512,
    what: 'Nesting depth of arrays and objects',
    beyond: '-32600',
  },
  jsonValues: {
    default: 2_000_000,
    what: 'Elements and members of one message',
    beyond: '-32600',
  },
  jsonMembers: {
    default: 100_000,
    what: 'Members of one JSON object, such as state overrides or slots; state overrides of all simulated blocks',
    beyond: '-32600; -32602',
  },
  answerCharacters: {
    default: 100_000_000,
    what: 'Characters of an answer, or of all answers to a batch',
    beyond: '-32003',
  },
  unreadBytes: {
    default: 64 * mebibyte,
    what: 'Bytes of answers that clients have not read, in total; beyond it, clients that read nothing for a second are disconnected',
    beyond: 'further requests are queued',
  },
  longAnswers: {
    default: 4,
    what: 'Concurrent requests with long answers, such as logs; a trace counts four times',
    beyond: 'further requests are queued',
  },
  subscriptions: {
    default: 1024,
    what: 'Subscriptions of one connection',
    beyond: '-32000',
  },
  filters: {
    default: 10_000,
    what: 'Polled filters of programs, each kept five minutes after its last poll; pages have the same limit',
    beyond: '-32000',
  },
  criteriaBytes: {
    default: 32 * mebibyte,
    what: 'Bytes of the criteria of filters and subscriptions of programs, plus 256 per value; pages have the same limit',
    beyond: '-32000',
  },
  filterEntries: {
    default: 10_000,
    what: 'Entries of a filter between two polls; a hundred times as many for all programs together, and for all pages',
    beyond: '-32000 at the next poll',
  },
  logs: {
    default: 20_000,
    what: 'Logs of an answer',
    beyond: '-32005, with a range that is answered',
  },
  logBytes: {
    default: 25_000_000,
    what: 'Bytes of an answer of logs',
    beyond: '-32005, with a range that is answered',
  },
  proofSlots: {
    default: 1024,
    what: 'Storage slots of one `eth_getProof` or `eth_getStorageValues`',
    beyond: '-32602; -38026',
  },
  scriptBytes: {
    default: 64 * mebibyte,
    what: 'Bytes of memory of a JavaScript tracer',
    beyond: '-32000',
  },
  poolTransactions: {
    default: 100_000,
    what: 'Transactions in the pool',
    beyond: '-32000',
  },
  poolBytes: {
    default: 40 * mebibyte,
    what: 'Bytes of the transactions in the pool, blobs included, plus 256 each; pages of other sites may use half of it, and of `poolTransactions`',
    beyond: '-32000',
  },
  transactionBytes: {
    default: 128 * 1024,
    what: 'Bytes of an encoded transaction, twice `--code-size-limit` and 8 KiB if that is more; no limit with `--compat` anvil, hardhat or ganache',
    beyond: '-32000',
  },
  blobTransactionBytes: {
    default: mebibyte,
    what: 'Bytes of an encoded blob transaction with its blobs; no limit with `--compat` anvil, hardhat or ganache',
    beyond: '-32000',
  },
  upstreamBytes: {
    default: 32 * mebibyte,
    what: 'Bytes of a decompressed response of the forked chain; larger batches are split',
    beyond: '-32000',
  },
  artifactBytes: {
    default: 1024 * mebibyte,
    what: 'Total bytes of artifact files',
    beyond: 'further files are skipped, with a warning',
  },
  addedArtifactBytes: {
    default: 128 * mebibyte,
    what: 'Bytes of artifacts added by requests; beyond it the oldest are evicted',
    beyond: '-32000 for an addition that is larger',
  },
  snapshots: {
    default: 100_000,
    what: 'Stored snapshots and checkpoints',
    beyond: '-32000',
  },
  accounts: {
    default: 100_000,
    what: 'Individually impersonated accounts; as many more may be added with keys or passphrases',
    beyond: '-32000',
  },
  faults: {
    default: 1000,
    what: 'Active faults',
    beyond: '-32602',
  },
} as const satisfies Readonly<
  Record<string, { readonly default: number; readonly what: string; readonly beyond: string }>
>

export type LimitName = keyof typeof limitTable

/** What clients can have at most; see `docs/limits.md`. */
export type Limits = { readonly [name in LimitName]: number }

export const limitNames = Object.keys(limitTable) as readonly LimitName[]

export const defaultLimits = Object.fromEntries(
  limitNames.map((name) => [name, limitTable[name].default]),
) as Limits

/** How an error says which limit it is about, and what sets another one. `unit`: of the number. */
export function limitWords(name: LimitName, limit: number, unit = ''): string {
  return `the limit is ${limit}${unit === '' ? '' : ` ${unit}`} (--limit ${name}=N)`
}
