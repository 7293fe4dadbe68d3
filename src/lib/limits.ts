const mebibyte = 1024 * 1024

/**
 * What a client can have at most, by the name of the limit: how much that is when nothing else is
 * said, of what, and what comes of it. `docs/limits.md` is made of this.
 */
export const limitTable = {
  bodyBytes: {
    default: 32 * mebibyte,
    what: 'Bytes of an HTTP body, and of a message over WebSocket or IPC',
    beyond: 'HTTP 413, -32600; close code 1009',
  },
  allBodyBytes: {
    default: 128 * mebibyte,
    what: 'Bytes of all bodies and messages of programs over 16 KiB that are read or worked on; as many of pages',
    beyond: 'HTTP 503, -32005; close code 1013',
  },
  headerBytes: {
    default: 16 * 1024,
    what: 'Bytes of the headers of an HTTP request',
    beyond: 'HTTP 431',
  },
  headersMs: {
    default: 15_000,
    what: 'Milliseconds that the headers of a request may take',
    beyond: 'HTTP 408',
  },
  bodyMs: {
    default: 60_000,
    what: 'Milliseconds that a body, or the reading of an answer, may stand still',
    beyond: 'HTTP 408, -32600; closed while an answer is not read',
  },
  idleMs: {
    default: 65_000,
    what: 'Milliseconds that a connection is kept without requests',
    beyond: 'HTTP 408',
  },
  connections: {
    default: 4096,
    what: 'Connections at the same time',
    beyond: 'HTTP 503',
  },
  unsentBytes: {
    default: 16 * mebibyte,
    what: 'Bytes of pushes that a WebSocket may leave unread; all together four times as many',
    beyond: 'close code 1013',
  },
  unsentMs: {
    default: 10_000,
    what: 'Milliseconds that a WebSocket may leave a push unread',
    beyond: 'close code 1013',
  },
  concurrentRequests: {
    default: 256,
    what: 'Requests of one WebSocket that are worked on at the same time',
    beyond: 'further ones wait',
  },
  batchItems: {
    default: 1000,
    what: 'Requests of a batch',
    beyond: '-32600 for the whole',
  },
  jsonDepth: {
    default: 512,
    what: 'Arrays and objects inside each other',
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
    what: 'Bytes of answers that clients have not read, all together; a client that reads nothing for a second then is cut off',
    beyond: 'further ones wait',
  },
  longAnswers: {
    default: 4,
    what: 'Answers that may be long, such as logs, that are made at the same time; a trace counts four times',
    beyond: 'further ones wait',
  },
  subscriptions: {
    default: 1024,
    what: 'Subscriptions of one connection',
    beyond: '-32000',
  },
  filters: {
    default: 10_000,
    what: 'Polled filters of programs, each for five minutes after its last poll; as many of pages',
    beyond: '-32000',
  },
  criteriaBytes: {
    default: 32 * mebibyte,
    what: 'Bytes of what filters and subscriptions of programs ask for, each value with 256 more; as many of pages',
    beyond: '-32000',
  },
  filterEntries: {
    default: 10_000,
    what: 'Entries that a filter keeps between two polls; those of all programs a hundred times as many, and so those of all pages',
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
    what: 'Bytes of the transactions in the pool with their blobs, each with 256 more; pages of other sites have half of it, and of `poolTransactions`',
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
    what: 'Bytes of an answer of the live chain that is forked, once it is decompressed; a batch with more is split',
    beyond: '-32000',
  },
  artifactBytes: {
    default: 1024 * mebibyte,
    what: 'Bytes of all files of artifacts that are read',
    beyond: 'further ones are left out, with a warning',
  },
  addedArtifactBytes: {
    default: 128 * mebibyte,
    what: 'Bytes that artifacts take which were added by requests; beyond them the oldest are forgotten',
    beyond: '-32000 for an addition that is larger',
  },
  snapshots: {
    default: 100_000,
    what: 'Snapshots and checkpoints that can be gone back to',
    beyond: '-32000',
  },
  accounts: {
    default: 100_000,
    what: 'Accounts that are impersonated one by one; as many may be added with keys or passphrases',
    beyond: '-32000',
  },
  faults: {
    default: 1000,
    what: 'Faults at the same time',
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
