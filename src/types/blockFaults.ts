import type { Duration } from '../lib/units.ts'
import {
  address,
  type FaultDefinitions,
  type Frequency,
  flag,
  frequency,
  type Hex,
  hash,
  milliseconds,
  name,
  optional,
  order,
  required,
  signedTransaction,
  whole,
  wordOf,
} from './faultRules.ts'

/** A pre-confirmed transaction is missing from the sealed block. */
export interface DropAtSeal extends Frequency {
  readonly kind: 'dropAtSeal'
  /** Hash of the transaction; any transaction, or any of `from`, when left out. */
  readonly transaction?: Hex | undefined
  /** Sender of the transaction. */
  readonly from?: Hex | undefined
  /**
   * Whether it goes back to the pool instead of being lost.
   * @default false
   */
  readonly requeue?: boolean | undefined
}

/** A pre-confirmed transaction is replaced by another in the sealed block. */
export interface ReplaceAtSeal extends Frequency {
  readonly kind: 'replaceAtSeal'
  /** Hash of the pre-confirmed transaction. */
  readonly transaction: Hex
  /** The replacement, signed and encoded. */
  readonly with: Hex
}

/** The sealed block has the pre-confirmed transactions in another order. */
export interface ReorderAtSeal extends Frequency {
  readonly kind: 'reorderAtSeal'
  /** Reversed, shuffled by the devnet's seed, or with the transactions of these hashes first. */
  readonly order: 'reverse' | 'shuffle' | readonly Hex[]
}

/** The block is sealed without its last flashblocks. */
export interface SealWithoutFlashblocks extends Frequency {
  readonly kind: 'sealWithoutFlashblocks'
  /** How many. */
  readonly count: number
}

/** A flashblock is not published: from there to the end of the block nothing is pre-confirmed. */
export interface SkipFlashblock extends Frequency {
  readonly kind: 'skipFlashblock'
  /** The next one when left out. */
  readonly index?: number | undefined
}

/** A flashblock is pushed to subscribers twice. */
export interface RepeatFlashblock extends Frequency {
  readonly kind: 'repeatFlashblock'
  /** The next one when left out. */
  readonly index?: number | undefined
}

/** A flashblock becomes visible some time after it was built. */
export interface DelayPublishing extends Frequency {
  readonly kind: 'delayPublishing'
  /** How much later: milliseconds, or a time such as `'1.5s'`. */
  readonly ms: Duration
  /**
   * Adds a random delay of up to this time, drawn from the devnet's seed.
   * @default 0
   */
  readonly jitterMs?: Duration | undefined
}

/** No flashblocks are published for some time. */
export interface StopPublishing extends Frequency {
  readonly kind: 'stopPublishing'
  /** The length of the outage: milliseconds, or a time such as `'5s'`. */
  readonly ms: Duration
}

/** The publisher restarts, and sends the flashblocks of the open block again from index 0. */
export interface Republish extends Frequency {
  readonly kind: 'republish'
}

/**
 * The newest block, which has transactions and is not final, is replaced by another of its height before the next
 * block or flashblock is made.
 */
export interface AbandonBlock extends Frequency {
  readonly kind: 'abandonBlock'
  /**
   * Whether its transactions go back to the pool, are lost, or are in the other block too.
   * @default 'requeue'
   */
  readonly transactions?: 'requeue' | 'lose' | 'keep' | undefined
}

/** A block does not come to a state that follows the seal: nothing tells of it, and its tags stay behind. */
export interface SkipState extends Frequency {
  readonly kind: 'skipState'
  /** The network's word for the state: `voted`. */
  readonly state: string
}

/** Another builder goes on in the middle of a block: a new payload id, and index 0 again. */
export interface HandOver extends Frequency {
  readonly kind: 'handOver'
  /**
   * How many of the newest flashblocks it has not got: their transactions wait again.
   * @default 0
   */
  readonly lost?: number | undefined
}

/** Reads of what is pre-confirmed stay as they are while blocks are sealed. */
export interface FreezePending extends Frequency {
  readonly kind: 'freezePending'
  /** How long; until all faults are removed when left out. */
  readonly ms?: Duration | undefined
}

/** The builder leaves a transaction out of blocks until some time after it came to the pool. */
export interface DelayInclusion extends Frequency {
  readonly kind: 'delayInclusion'
  /** Time of the chain since it came to the pool. */
  readonly ms: Duration
  /** Hash of the transaction; any transaction, or any of `from`, when left out. */
  readonly transaction?: Hex | undefined
  /** Sender of the transaction. */
  readonly from?: Hex | undefined
}

/** A synchronous send misses the receipt of its transaction, and times out although that is in a block. */
export interface MissReceipt extends Frequency {
  readonly kind: 'missReceipt'
  /** Hash of the transaction; any transaction, or any of `from`, when left out. */
  readonly transaction?: Hex | undefined
  /** Sender of the transaction. */
  readonly from?: Hex | undefined
}

/** What happens to blocks, to flashblocks and to transactions on their way into them. */
export type BlockFault =
  | DropAtSeal
  | ReplaceAtSeal
  | ReorderAtSeal
  | SealWithoutFlashblocks
  | SkipFlashblock
  | RepeatFlashblock
  | DelayPublishing
  | StopPublishing
  | Republish
  | AbandonBlock
  | SkipState
  | HandOver
  | FreezePending
  | DelayInclusion
  | MissReceipt

const target = { transaction: optional(hash, 'Hash'), from: optional(address, 'Sender') }
const index = optional(whole(0), 'Index')
const ms = required(milliseconds, 'Milliseconds')
const jitterMs = optional(milliseconds, 'Random part, ms')

/** What is checked of them and what the inspector asks for. */
export const blockFaults: FaultDefinitions<BlockFault> = {
  dropAtSeal: {
    summary: 'A pre-confirmed transaction is missing from the sealed block.',
    members: {
      ...target,
      requeue: optional(flag, 'Goes back to the pool'),
      ...frequency,
    },
  },
  replaceAtSeal: {
    summary: 'A pre-confirmed transaction is replaced by another in the sealed block.',
    members: {
      transaction: required(hash, 'Hash'),
      with: required(signedTransaction, 'Replacement, signed and encoded'),
      ...frequency,
    },
  },
  reorderAtSeal: {
    summary: 'The sealed block has the transactions in another order.',
    members: {
      order: required(order, 'reverse, shuffle, or hashes that come first'),
      ...frequency,
    },
  },
  sealWithoutFlashblocks: {
    summary: 'The block is sealed without its last flashblocks.',
    members: { count: required(whole(1), 'How many'), ...frequency },
  },
  skipFlashblock: {
    summary: 'A flashblock is not published.',
    members: { index, ...frequency },
  },
  repeatFlashblock: {
    summary: 'A flashblock is pushed to subscribers twice.',
    members: { index, ...frequency },
  },
  delayPublishing: {
    summary: 'A flashblock becomes visible late.',
    members: { ms, jitterMs, ...frequency },
  },
  stopPublishing: {
    summary: 'No flashblocks are published for some time.',
    members: { ms, ...frequency },
  },
  republish: {
    summary: 'The publisher sends the flashblocks of the open block again from index 0.',
    members: frequency,
  },
  abandonBlock: {
    summary: 'The newest block is replaced by another of its height.',
    members: {
      transactions: optional(
        wordOf('requeue', 'lose', 'keep'),
        'Its transactions: requeue, lose or keep',
      ),
      ...frequency,
    },
  },
  skipState: {
    summary: 'A block does not come to a state that follows the seal.',
    members: { state: required(name, 'State'), ...frequency },
  },
  handOver: {
    summary: 'Another builder goes on in the middle of a block.',
    members: { lost: optional(whole(0), 'Flashblocks that it has not got'), ...frequency },
  },
  freezePending: {
    summary: 'Reads of what is pre-confirmed stay as they are.',
    members: { ms: optional(milliseconds, 'Milliseconds'), ...frequency },
  },
  delayInclusion: {
    summary: 'The builder leaves a transaction out for some time.',
    members: { ms, ...target, ...frequency },
  },
  missReceipt: {
    summary: 'A synchronous send misses the receipt of its transaction and times out.',
    members: { ...target, ...frequency },
  },
}
