import type { L1Options } from '../crossChain.ts'
import type { HardforkSchedule } from '../hardforkSchedule.ts'
import type { NetworkName, NetworkOptions } from '../network.ts'
import type { TrafficChoice } from '../traffic.ts'
import type { Duration } from '../values.ts'
import type { AccountOptions } from './accountOptions.ts'
import type { BlockOptions, FeeOptions, FlashblockOptions, HistoryOptions } from './chainOptions.ts'

import type { ForkOptions } from './forkOptions.ts'

import type { LimitOptions } from './limitOptions.ts'
import type { SolidityOptions } from './solidityOptions.ts'

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
  | 'amsterdam'

/**
 * A file that a chain can begin with: its path, or its content as bytes, as a string or as an object.
 * It can be a `genesis.json` of geth, a file of blocks in RLP, a state file of this node or of any
 * version of Anvil, or a fixture, also compressed with gzip or in hex. Its content decides what it is,
 * not the option. They apply in this order: genesis, blocks, state, fixture.
 */
export type LoadSource = string | Uint8Array | object

/** When blocks are made. */
export type MiningMode = 'flashblocks' | 'interval' | 'auto' | 'mixed' | 'manual'

/** Nodes whose behavior a devnet can have; `hardhat` is `hardhat2`. */
export type CompatName = 'anvil' | 'hardhat' | 'hardhat2' | 'hardhat3' | 'ganache' | 'geth' | 'base'

/** When blocks are made: can be changed while the chain runs. */
export interface CadenceOptions {
  /**
   * `flashblocks`: partial blocks at every flashblock time, sealed at every block time.
   * `interval`: sealed at every block time. `auto`: each transaction is sealed before its hash is
   * returned. `mixed`: as `auto`, and sealed at every block time too. `manual`: only on request.
   * @default 'flashblocks', or the mode of the node that `compat` names
   */
  mining?: MiningMode | undefined
  /**
   * Time between sealed blocks, such as `'500ms'`.
   * @default '2s'
   */
  blockTime?: Duration | undefined
  /**
   * Time between flashblocks, such as `'250ms'`.
   * @default '200ms'
   */
  flashblockTime?: Duration | undefined
}

/** Options of a devnet; each has a default, and a flag of the same name in the command. */
export interface DevnetOptions
  extends CadenceOptions,
    AccountOptions,
    LimitOptions,
    FeeOptions,
    BlockOptions,
    HistoryOptions,
    FlashblockOptions,
    SolidityOptions {
  /**
   * Continues from a block of a live chain, with its state: the chain's JSON-RPC URL, also as `URL@BLOCK`,
   * or an object; see docs/forking.md. Chain id, hardfork, gas limit, fees and time follow that chain
   * unless they are given. A list has one for each of several networks, beside `l1.fork`.
   * @default none: a chain of its own
   */
  fork?: string | ForkOptions | readonly (string | ForkOptions)[] | undefined
  /**
   * The same as `mining: 'manual'`, except that `pending` is what the pool would make.
   * @default false
   */
  noMining?: boolean | undefined
  /**
   * The same as `mining: 'mixed'`.
   * @default false
   */
  mixedMining?: boolean | undefined
  /**
   * `false` is the same as `mining: 'interval'`, if no other mode is given.
   * @default true
   */
  flashblocks?: boolean | undefined
  /**
   * Which chain to be like: its chain id, cadence, limits, fees and rules, where other options do not say
   * otherwise. All but `ethereum` are chains of the OP stack, with deposits, fees for data on L1 and
   * predeploys; see docs/networks.md. An object is a network of one's own: as the one it is `like`, but
   * for what it says. With `l1`, several are the L2s of one L1: the first one is the devnet.
   * @default 'ethereum'; on a fork the live chain's, where it is one of them
   */
  network?: NetworkName | NetworkOptions | readonly (NetworkName | NetworkOptions)[] | undefined
  /**
   * An L1 beside a chain of the OP stack, in the same process and with the same clock: `devnet.l1`, served at `/l1`.
   * Deposits of its portal come to the chain, and withdrawals are proven and finalized there; see docs/l1-l2.md. `true`,
   * or what is to be different, as an object or as text such as `'originLag=2,proposeEvery=5'`.
   * @default none: the chain sees a simulated L1
   */
  l1?: boolean | L1Options | string | undefined
  /**
   * A stream that `preconf record` kept of a live chain: its path, or its bytes. Sub-blocks, blocks and withdrawals
   * come at its times and in its sizes, with your transactions among them; after its end the usual cadence begins.
   * @default none
   */
  replay?: string | Uint8Array | undefined
  /**
   * A scenario that is played from the start: the path of its file, or its content
   * (`ScenarioDefinition`). See `devnet.play`.
   * @default none
   */
  scenario?: string | object | undefined
  /**
   * Background transactions of strangers: a preset (`quiet`, `busy`, `congested`, `mint`, `crash`), numbers, or both as
   * in `'busy,rate=20'`. They need blocks that come by time or on request; see docs/traffic.md.
   * @default none
   */
  traffic?: TrafficChoice | undefined
  /**
   * The chain id, from 1 to 2^53 - 1; with `network` the network's own, on a fork that of the live chain.
   * @default 31337
   */
  chainId?: number | undefined
  /**
   * Hardfork that is active from genesis on; `latest` is osaka.
   * @default 'latest'
   */
  hardfork?: HardforkName | 'latest' | undefined
  /**
   * Hardforks that come later, by name and time, as in `{ amsterdam: '2027-01-01' }`; bpo1 to bpo5 with their blobs.
   * On a fork of a live chain they come in place of its own, from the first one named on; see docs/networks.md.
   * @default none
   */
  hardforkSchedule?: HardforkSchedule | string | undefined
  /**
   * Time of the genesis block: seconds since 1970, a date, or an ISO string. With `genesis` the time at
   * which the chain's clock starts, but never before the chain's head.
   * @default now; 2026-01-01 under the manual clock, or the head of the `chain`
   */
  timestamp?: number | Date | string | undefined
  /**
   * `manual`: time stands still until it is moved, and equal runs give equal hashes.
   * @default 'real'
   */
  clock?: 'real' | 'manual' | undefined
  /**
   * Order of transactions in a block: by tip, or by arrival.
   * @default 'fees'
   */
  order?: 'fees' | 'fifo' | undefined
  /**
   * Name of the chain in the status method `<chain>_transactionStatus`.
   * @default 'base'
   */
  chainName?: string | undefined
  /**
   * Format of `eth_simulateV1` answers: `service` has a zero state root and errors as strings;
   * `execution-apis` follows the official specification.
   * @default 'service'
   */
  simulateFormat?: 'service' | 'execution-apis' | undefined
  /**
   * Which node to behave like where nodes differ: the name that `web3_clientVersion` answers, units and
   * answers of methods that several nodes have, the text of errors; with `base`, reads of pre-confirmed
   * state as Base's public node answers them. When given explicitly, `anvil`, `hardhat`, `hardhat3` and
   * `ganache` also seal each transaction at once, or at every block time if one is given, unless `mining` or
   * `flashblockTime` is given.
   * @default 'anvil'
   */
  compat?: CompatName | undefined
  /**
   * When `newHeads` is pushed: for each sealed block, or also for each flashblock. With `flashblocks` a
   * read by the number of the pending block answers that block.
   * @default 'sealed'
   */
  newHeads?: 'sealed' | 'flashblocks' | undefined
  /**
   * Hash of the pending block: zeros, or the hash of its header so far.
   * @default 'zero'
   */
  pendingHash?: 'zero' | 'real' | undefined
  /**
   * When the receipt of a transaction becomes available: once it is pre-confirmed, or once its block
   * is sealed.
   * @default 'preconfirmed'
   */
  receipts?: 'preconfirmed' | 'sealed' | undefined
  /**
   * Seed of everything that looks random, such as whether a fault with a probability applies; a number
   * is read as its decimal digits.
   * @default 'preconf'
   */
  seed?: string | number | undefined
  /**
   * A `genesis.json` to begin with. It replaces `chainId`, `hardfork`, `gasLimit`, `baseFee` and
   * `balance`; the accounts of the mnemonic can sign, and have only the ether that it gives them. With
   * `compat: 'anvil'` those options go over it, and these accounts are funded.
   * @default none
   */
  genesis?: LoadSource | undefined
  /** Blocks to run on top of `genesis`, in RLP one after the other. @default none */
  chain?: LoadSource | undefined
  /**
   * The file in which the chain is kept. If it exists, the chain continues from it, and other files
   * except a genesis are ignored; it is written at the end and at every `stateInterval`. For a folder,
   * the file is `state.json` in it.
   * @default none
   */
  state?: string | undefined
  /**
   * A state file to begin with: of this node, of any version of Anvil, or accounts alone. It is ignored
   * if the file of `state` exists. Its chain id, rules and gas limit apply.
   * @default none
   */
  loadState?: LoadSource | undefined
  /**
   * A declarative fixture to begin with, applied after everything else, or an array of several; also
   * the path of a module whose default export is one. Its settings of the chain apply where no option
   * is given.
   * @default none
   */
  fixture?: LoadSource | readonly LoadSource[] | undefined
  /** Where the state is written at the end and at every `stateInterval`: a file, or a folder for `state.json` in it. @default none */
  dumpState?: string | undefined
  /**
   * How often `state` and `dumpState` are written when something has changed, such as `'5m'`.
   * @default '60s'
   */
  stateInterval?: Duration | undefined
  /**
   * Folder in which compiled fixtures are cached for the next start, or `off`. The environment variable
   * `PRECONF_CACHE` sets it for all devnets that do not.
   * @default 'node_modules/.cache/preconf' of the package around the working directory
   */
  cache?: string | undefined
  /**
   * Whether state files also contain the states of past blocks in Anvil's format, each in full. They
   * always contain them in a compact format of this node.
   * @default false
   */
  preserveHistoricalStates?: boolean | undefined
  /** Called from time to time while the blocks of `chain` are run. @default none */
  onProgress?: ((progress: ImportProgress) => void) | undefined
}

/** Progress of running a file of blocks. */
export interface ImportProgress {
  /** Blocks that were run. */
  readonly blocks: number
  /** Blocks in the file. */
  readonly total: number
  /** Millions of gas per second since the start. */
  readonly mgasPerSecond: number
}
