import type { AccountOptions } from './accountOptions.ts'
import type { BlockOptions } from './blockOptions.ts'
import type { Duration } from './duration.ts'
import type { FeeOptions } from './feeOptions.ts'
import type { FlashblockOptions } from './flashblockOptions.ts'
import type { HistoryOptions } from './historyOptions.ts'
import type { LimitOptions } from './limitOptions.ts'

/** Hardforks a fresh chain can start with, oldest first; each includes all before it. */
export type HardforkName =
  | 'chainstart'
  | 'homestead'
  | 'tangerineWhistle'
  | 'spuriousDragon'
  | 'byzantium'
  | 'constantinople'
  | 'petersburg'
  | 'istanbul'
  | 'muirGlacier'
  | 'berlin'
  | 'london'
  | 'arrowGlacier'
  | 'grayGlacier'
  | 'paris'
  | 'shanghai'
  | 'cancun'
  | 'prague'
  | 'osaka'

/**
 * What a chain can begin with: the path of a file, or its content as bytes, as a text or as an
 * object. It is a `genesis.json` as geth has it, a file of blocks in RLP, a state file of this node
 * or of any version of Anvil, or a fixture; compressed with gzip or in hex digits too. What it is
 * decides its content, not the option: a genesis lies lowest, on it the blocks, over them the state,
 * over all of it the fixture.
 */
export type LoadSource = string | Uint8Array | object

/** When blocks are made. */
export type MiningMode = 'flashblocks' | 'interval' | 'auto' | 'mixed' | 'manual'

/** Nodes that a devnet can be taken for. */
export type CompatName = 'anvil' | 'hardhat' | 'ganache' | 'geth' | 'base'

/** When blocks are made: can be changed while the chain runs. */
export interface CadenceOptions {
  /**
   * `flashblocks`: partial blocks at every flashblock time, sealed at every block time.
   * `interval`: sealed at every block time. `auto`: each transaction is sealed before its hash is
   * returned. `mixed`: as `auto`, and sealed at every block time too. `manual`: only on request.
   * @default 'flashblocks'; as the node does that `compat` names
   */
  mining?: MiningMode | undefined
  /**
   * Between sealed blocks; a bare number is in seconds.
   * @default 2
   */
  blockTime?: Duration | undefined
  /**
   * Between flashblocks; a bare number is in milliseconds.
   * @default 200
   */
  flashblockTime?: Duration | undefined
}

/** What a devnet can be told; every option has a default, and the same word as flag of the command. */
export interface DevnetOptions
  extends CadenceOptions,
    AccountOptions,
    LimitOptions,
    FeeOptions,
    BlockOptions,
    HistoryOptions,
    FlashblockOptions {
  /**
   * As `mining: 'manual'`, and `pending` is what the pool would make.
   * @default false
   */
  noMining?: boolean | undefined
  /**
   * The same as `mining: 'mixed'`.
   * @default false
   */
  mixedMining?: boolean | undefined
  /**
   * `false` is the same as `mining: 'interval'`, where no other mode is asked for.
   * @default true
   */
  flashblocks?: boolean | undefined
  /** @default 31337 */
  chainId?: number | undefined
  /**
   * Protocol upgrade that holds from genesis on; `latest` is osaka.
   * @default 'latest'
   */
  hardfork?: HardforkName | 'latest' | undefined
  /**
   * Time of the genesis block: seconds since 1970, a date, or an ISO string. With `genesis` the
   * time at the start, though never before the chain's head.
   * @default now; 2026-01-01 under the manual clock, or the head of the `chain`
   */
  timestamp?: number | Date | string | undefined
  /**
   * `manual`: time stands still until it is moved, and equal runs give equal hashes.
   * @default 'real'
   */
  clock?: 'real' | 'manual' | undefined
  /**
   * In which order transactions are offered to a block: by tip, or as they came.
   * @default 'fees'
   */
  order?: 'fees' | 'fifo' | undefined
  /**
   * Names the status method: `<chain>_transactionStatus`.
   * @default 'base'
   */
  chainName?: string | undefined
  /**
   * Shape of `eth_simulateV1` answers: the service's, or the official specification's.
   * @default 'service'
   */
  simulateFormat?: 'service' | 'execution-apis' | undefined
  /**
   * Which node to be where they differ: in the name that `web3_clientVersion` answers, in units and
   * answers of methods that several nodes have, in the words of errors; `base`: in reads of
   * pre-confirmed state, as Base's public node answers them. When it is given, `anvil`, `hardhat` and
   * `ganache` also seal each transaction at once, or at every block time if there is one, unless
   * `mining` or `flashblockTime` say otherwise.
   * @default 'anvil'
   */
  compat?: CompatName | undefined
  /**
   * When subscribers of `newHeads` are told: of each sealed block, or at each flashblock too. With
   * `flashblocks` a read by the number of the pending block answers that block.
   * @default 'sealed'
   */
  newHeads?: 'sealed' | 'flashblocks' | undefined
  /**
   * What the pending block has as its hash: zeros, or the hash of its header so far.
   * @default 'zero'
   */
  pendingHash?: 'zero' | 'real' | undefined
  /**
   * From when on a transaction's receipt can be read by its hash: once it is pre-confirmed, or once
   * its block is sealed.
   * @default 'preconfirmed'
   */
  receipts?: 'preconfirmed' | 'sealed' | undefined
  /**
   * What everything that looks random is drawn from, such as whether a fault with a probability
   * strikes; a number is read as its decimal digits.
   * @default 'preconf'
   */
  seed?: string | number | undefined
  /**
   * Something that the chain begins with: a `genesis.json`, which says what `chainId`, `hardfork`,
   * `gasLimit`, `baseFee` and `balance` do otherwise; accounts of the mnemonic sign, and have what it
   * gives them.
   */
  genesis?: LoadSource | undefined
  /** As `genesis`: blocks on top of it, their RLP one after the other. */
  chain?: LoadSource | undefined
  /**
   * The file in which the chain is kept: the chain begins with it if it is there, in place of all but
   * a genesis, and writes it at the end and at every `stateInterval`. Of a folder `state.json` in it.
   */
  state?: string | undefined
  /**
   * As `genesis`: a state file of this node, of any version of Anvil, or accounts alone. `state` goes
   * before it, once that file is there. What it says of the chain (its id and rules, the gas limit)
   * holds.
   */
  loadState?: LoadSource | undefined
  /**
   * As `genesis`: a declarative fixture, laid over all else, or several of them in an array; the path
   * of a module that gives one by default too. What it says of the chain holds where no option does.
   */
  fixture?: LoadSource | readonly LoadSource[] | undefined
  /** Where the state is written at the end and at every `stateInterval`: a file, or a folder for `state.json` in it. */
  dumpState?: string | undefined
  /**
   * How often `state` and `dumpState` are written when something has changed; a bare number is in seconds.
   * @default 60
   */
  stateInterval?: Duration | undefined
  /**
   * Folder in which compiled fixtures are kept, or `off`: what comes of a fixture is there at the next
   * start. The environment variable `PRECONF_CACHE` says it for all devnets that do not.
   * @default 'node_modules/.cache/preconf' of the package around the working directory
   */
  cache?: string | undefined
  /**
   * Whether state files have the states of past blocks in the form of Anvil too, each of them whole.
   * In a form of their own, which takes little room, they always have them.
   * @default false
   */
  preserveHistoricalStates?: boolean | undefined
  /** Called from time to time while `chain` is run. */
  onProgress?: ((progress: ImportProgress) => void) | undefined
}

/** How far a chain file is run. */
export interface ImportProgress {
  /** Blocks that are there. */
  readonly blocks: number
  /** Blocks of the file. */
  readonly total: number
  /** Millions of gas per second since the start. */
  readonly mgasPerSecond: number
}
