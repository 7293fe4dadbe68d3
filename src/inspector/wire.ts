// What the subscription `inspector` pushes; quantities are hex texts.
export type Hex = `0x${string}`

/** A transaction as lists show it. */
export interface TransactionLine {
  readonly hash: Hex
  readonly from: Hex
  readonly to: Hex | null
  readonly value: Hex
  readonly nonce: Hex
  /** The first four bytes of what it calls with. */
  readonly selector: Hex
  readonly transactionIndex?: Hex
  readonly status?: Hex
  readonly gasUsed?: Hex
  readonly contractAddress?: Hex
  readonly reason?: string
}

/** A transaction that has left the pool, its block or the chain. */
export interface DroppedLine extends TransactionLine {
  readonly droppedMs: Hex
  readonly drop: Drop
}

/** Why a transaction was dropped. */
export interface Drop {
  readonly reason: 'replaced' | 'nonceUsed' | 'invalid' | 'reorged' | 'removed' | 'fault'
  readonly replacedBy?: Hex
  readonly message?: string
  readonly blockNumber?: Hex
  readonly fault?: { readonly kind: string }
}

/** What a transaction calls or creates, as `preconf_decodeTransactions` answers it. */
export interface NamedCall {
  readonly contract: string
  /** `null` for a function that the contract's ABI does not have. */
  readonly signature: string | null
  /** The custom error that it reverted with: `TooMuch(uint256,uint256)`. */
  readonly error?: string
}

/** A list, without `transactions` where there are too many. */
interface Listed {
  readonly count: number
  readonly failed: number
  readonly transactions?: readonly TransactionLine[]
}

export interface Flashblock extends Listed {
  readonly blockNumber: Hex
  readonly index: Hex
  readonly payloadId: Hex
  readonly publishedMs: Hex
}

export interface Block extends Listed {
  readonly number: Hex
  readonly hash: Hex
  readonly parentHash: Hex
  readonly timestamp: Hex
  readonly gasUsed: Hex
  readonly gasLimit: Hex
  readonly baseFeePerGas?: Hex
  /** Medians of how long after they were sent its transactions were pre-confirmed and sealed. */
  readonly latency?: { readonly preconfirmedMs?: number; readonly sealedMs: number }
  /** Whether the transactions of a block without a list are those of its flashblocks, in order. */
  readonly asPublished?: boolean
  readonly flashblocks: readonly {
    readonly index: Hex
    readonly payloadId: Hex
    readonly publishedMs: Hex
    readonly count: number
    readonly transactions?: readonly Hex[]
  }[]
}

export interface Fault {
  readonly id: Hex
  readonly fault: { readonly kind: string; readonly [member: string]: unknown }
  readonly applied: number
  readonly remaining: number | null
}

export interface FaultHit {
  readonly id: Hex
  readonly kind: string
  readonly transaction?: Hex
  readonly flashblock?: number
  readonly method?: string
}

export interface RestorePoint {
  readonly id: Hex
  readonly kind: 'snapshot' | 'checkpoint'
  readonly blockNumber: Hex
  readonly blockHash: Hex
  readonly takenMs: Hex
  readonly parent: Hex | null
}

export interface Status {
  readonly chainId: Hex
  readonly cadence: {
    readonly mining: string
    readonly blockTime: Hex
    readonly flashblockTime: Hex
    readonly paused: boolean
    readonly clock: 'real' | 'manual'
  }
  readonly clock: {
    readonly nowMs?: Hex
    readonly offsetMs: number
    readonly nextTimestamp?: Hex
    readonly intervalSeconds?: Hex
  }
  readonly pooled: number
  /** Flashblocks of the open block that can be seen. */
  readonly published: number
  readonly faults: readonly Fault[]
  /** What faults have met of late, the newest last. */
  readonly hits: readonly FaultHit[]
  readonly checkpoints: readonly RestorePoint[]
  readonly labels: Readonly<Record<string, string>>
  /** The scenario that is played; its steps are asked for. */
  readonly scenario?: ScenarioStatus
}

/** Where a scenario is, and how many events it has had. */
interface ScenarioStatus {
  readonly name: string
  readonly status: 'playing' | 'paused' | 'ended' | 'failed' | 'stopped'
  readonly position: number
  readonly events: number
}

/** What `preconf_scenario` returns. */
export interface Play extends Omit<ScenarioStatus, 'events'> {
  readonly elapsedMs: number
  readonly steps: readonly {
    readonly index: number
    readonly name: string
    readonly kind: string
    readonly words: string
    readonly when: string
    readonly state: 'waiting' | 'running' | 'done' | 'failed'
  }[]
  readonly failure: string | null
}

/** A client's request and its outcome. */
export interface Request {
  readonly method: string
  readonly ms: number
  readonly error?: string
  /** The parameters; none where they are long. */
  readonly params?: readonly unknown[]
}

/** What is numbered: each message has the number after the one before. */
export type Message = { readonly seq: number } & (
  | {
      readonly kind: 'snapshot'
      readonly blocks: readonly Block[]
      readonly pending: readonly Flashblock[]
      readonly status: Status
      /** The newest that wait, were dropped, or have left the chain. */
      readonly waiting: readonly TransactionLine[]
      readonly dropped: readonly DroppedLine[]
      readonly removed: readonly Block[]
    }
  | { readonly kind: 'flashblock'; readonly flashblock: Flashblock }
  | { readonly kind: 'block'; readonly block: Block }
  | { readonly kind: 'reorg'; readonly removed: readonly Hex[] }
  | {
      readonly kind: 'pooled'
      readonly count: number
      readonly transactions?: readonly TransactionLine[]
    }
  | { readonly kind: 'dropped'; readonly transactions: readonly DroppedLine[] }
  | { readonly kind: 'requests'; readonly count: number; readonly requests?: readonly Request[] }
  | { readonly kind: 'status'; readonly status: Status }
)
