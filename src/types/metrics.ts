/** How long each run of something took, in milliseconds of real time. */
export interface Durations {
  /** The number of runs. */
  readonly count: number
  /** The time of all of them together. */
  readonly sumMs: number
  /** The time of the slowest one. */
  readonly maxMs: number
  /** Median of the last 1024; 0 when there was none. */
  readonly p50Ms: number
  /** 99th percentile of the last 1024; 0 when there was none. */
  readonly p99Ms: number
}

/** Requests of a method, under all its names. Milliseconds of real time. */
export interface RequestMetrics {
  /** The number of requests. */
  readonly count: number
  /** The number of these that were answered with an error. */
  readonly errors: number
  /** The time of all of them together. */
  readonly sumMs: number
  /** The time of the slowest one. */
  readonly maxMs: number
}

/** A chain at a path of its own. */
export interface ServedChainSummary {
  readonly id: string
  /** Whether it makes no blocks until it is used. */
  readonly asleep: boolean
  /** Whether it was given to one client alone. */
  readonly leased: boolean
  /** Requests that are being answered, and open sockets. */
  readonly uses: number
}

/** The chains that are served at paths of their own, over all servers. */
export interface ChainPoolMetrics {
  /** The number of chains that exist. */
  readonly open: number
  /** The number of these that sleep: they make no blocks. */
  readonly asleep: number
  /** The number of open ones that were acquired. */
  readonly leased: number
  /** Requests to acquire a chain that wait for a free one. */
  readonly waiting: number
  /** Since the servers started, as is `dropped`. */
  readonly made: number
  /** The number of chains that were removed after a long time without use, or for newer ones. */
  readonly dropped: number
  /** Worker threads that the chains are in; none when they are in the one of the chain at `/`. */
  readonly threads: number
  /** Worker threads that have ended by themselves, with their chains. */
  readonly lostThreads: number
}

/** What a devnet has done and has to do. Counts start with the devnet; a revert does not undo them. */
export interface DevnetMetrics {
  /** Whether time goes on by itself, or `advance` moves it. */
  readonly clock: 'real' | 'manual'
  /** Number of the newest sealed block. */
  readonly head: bigint
  /** Index of the newest published flashblock; `undefined` when there is none. */
  readonly flashblock: number | undefined
  /** What the cadence made, without what was made on request. */
  readonly cadence: {
    /** Flashblocks made on schedule; those with index 0, which open a block, are not counted. */
    readonly ticks: number
    /** The number of ticks that were late by a tenth of the flashblock time or more. */
    readonly lateTicks: number
    /** Skipped because they were late by a whole tick. */
    readonly skippedTicks: number
    /** Blocks sealed on schedule. */
    readonly blocks: number
    /** Skipped because they were late by a whole block. */
    readonly skippedBlocks: number
    /** Ticks, openings of blocks and seals that failed. */
    readonly errors: number
  }
  /** Building and publishing a flashblock, including those made on request. */
  readonly flashblocks: Durations
  /** Sealing a block and notifying subscribers, including those made on request. */
  readonly seals: Durations
  /** Transactions in the pool. */
  readonly pool: {
    /** Executable now. */
    readonly pending: number
    /** Waiting for a missing nonce. */
    readonly queued: number
  }
  /** Transactions in the pool that wait for state of the live chain that the devnet was forked from. */
  readonly awaitingState: number
  /** Changes of the chain that are in progress or waiting. */
  readonly writes: number
  /** The number of subscriptions of `eth_subscribe`. */
  readonly subscriptions: number
  /** The number of filters of `eth_newFilter` and related methods. */
  readonly filters: number
  /** Open connections to its servers. */
  readonly connections: {
    /** Including idle ones. */
    readonly http: number
    /** Open WebSockets. */
    readonly webSocket: number
    /** Bytes sent to WebSocket clients that they have not read yet. */
    readonly unsentBytes: number
  }
  /** The chains at paths of their own. */
  readonly chains: ChainPoolMetrics
  /** Request metrics by the main name of the method; only methods that were called. */
  readonly requests: Readonly<Record<string, RequestMetrics>>
}
