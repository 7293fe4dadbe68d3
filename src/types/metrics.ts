/** How long something took, each time. Milliseconds of real time. */
export interface Durations {
  readonly count: number
  readonly sumMs: number
  readonly maxMs: number
  /** Half of the last 1024 took at most so long; 0 when there was none. */
  readonly p50Ms: number
  /** 99 of 100 of the last 1024 took at most so long; 0 when there was none. */
  readonly p99Ms: number
}

/** What became of the requests for a method, under all its names. Milliseconds of real time. */
export interface RequestMetrics {
  readonly count: number
  /** Of these, the ones that were answered by an error. */
  readonly errors: number
  readonly sumMs: number
  readonly maxMs: number
}

/** The chains that are served at paths of their own, of all servers together. */
export interface ChainPoolMetrics {
  readonly open: number
  /** Of these, the ones that nobody uses: they make no blocks. */
  readonly asleep: number
  /** Of the open ones, those that were acquired. */
  readonly leased: number
  /** Requests to acquire one that wait for room. */
  readonly waiting: number
  /** Since the servers began, as `dropped`. */
  readonly made: number
  readonly dropped: number
}

/** What a devnet has done and has to do. Counts begin with the devnet; a revert does not undo them. */
export interface DevnetMetrics {
  readonly clock: 'real' | 'manual'
  /** Number of the newest sealed block. */
  readonly head: bigint
  /** Index of the newest flashblock that is published; none when no block is pre-confirmed. */
  readonly flashblock: number | undefined
  /** What fell due by the cadence, without what was made on request. */
  readonly cadence: {
    /** Flashblocks made at their time; the openings (index 0) are not among them. */
    readonly ticks: number
    /** Of these, the ones late by a tenth of the flashblock time or more. */
    readonly lateTicks: number
    /** Left out because they were late by a whole tick. */
    readonly skippedTicks: number
    readonly blocks: number
    /** Left out because they were late by a whole block. */
    readonly skippedBlocks: number
    /** Ticks, openings and seals that failed. */
    readonly errors: number
  }
  /** Building and publishing a flashblock, on request too. */
  readonly flashblocks: Durations
  /** Sealing a block and telling of it, on request too. */
  readonly seals: Durations
  /** Transactions that wait. */
  readonly pool: {
    /** Executable now. */
    readonly pending: number
    /** Behind a missing nonce. */
    readonly queued: number
  }
  /** Changes of the chain that are made or wait to be made. */
  readonly writes: number
  /** Of `eth_subscribe`. */
  readonly subscriptions: number
  /** Of `eth_newFilter` and its kin. */
  readonly filters: number
  readonly connections: {
    /** Idle ones too. */
    readonly http: number
    readonly webSocket: number
    /** Bytes sent to WebSockets that their clients have not read. */
    readonly unsentBytes: number
  }
  readonly chains: ChainPoolMetrics
  /** By the first name of the method; of those that were called. */
  readonly requests: Readonly<Record<string, RequestMetrics>>
}
