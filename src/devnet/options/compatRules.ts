import { type EstimateHabits, exactEstimates, nearEstimates } from '../../execution/estimateGas.ts'
import { hexToBytes } from '../../lib/hex.ts'
import type { ReplacementRule } from '../../txpool/senderQueue.ts'
import type { CallRules } from '../../types/execution.ts'
import type { CompatName } from '../../types/options/options.ts'

/** The nodes whose answers to development methods differ. */
export type Peer = 'anvil' | 'hardhat' | 'ganache'

/** The node whose blocks, transactions, receipts and pool the answers have. */
export type AnswerShape = 'geth' | 'anvil' | 'hardhat'

/** The node whose steps traces have. */
export type StepShape = 'geth' | 'hardhat2' | 'hardhat3'

/** The differences of nodes, and which of them the devnet follows: one field a difference. */
export interface CompatRules {
  /** Whose units and answers the development methods have that all nodes have. */
  readonly peer: Peer
  /** Names of methods that the node lacks, of those that the devnet has. */
  readonly missingMethods: readonly string[]
  /** Whether a sent transaction that is sealed at once and fails is an error, where `throwOnFailure` is not given. */
  readonly throwsFailures: boolean
  /** Whether genesis has the CREATE2 factory, where `disableDefaultCreate2Deployer` is not given. */
  readonly hasCreate2Deployer: boolean
  /**
   * What a log filter past the head gets: geth refuses it, Anvil refuses only a `fromBlock` there,
   * Hardhat gives what there is.
   */
  readonly logsPastHead: 'refused' | 'clamped' | 'empty'
  /** Whether the error about an unknown method names the one that was probably meant. */
  readonly suggestsMethods: boolean
  /**
   * The meaning of `pending` where blocks are made on request and automining was not switched off: what the pool would
   * make, after what was pre-confirmed, or that alone.
   */
  readonly pendingOfManual: 'pool' | 'preconfirmed'
  /** The minimum rise of fees of a replacement: Anvil asks for any higher cap. */
  readonly replacement: ReplacementRule
  readonly answerShape: AnswerShape
  /** The node whose steps traces have: Hardhat 2's have their memory and storage, and no `0x`. */
  readonly stepShape: StepShape
  /**
   * Whose codes and words errors have; `anvilReverts`: Anvil's only where the service has none of its own,
   * `gethWithoutFaults`: geth's, but no -32603 for what a request is to blame for.
   */
  readonly errorWords:
    | 'geth'
    | 'gethWithoutFaults'
    | 'anvil'
    | 'anvilReverts'
    | 'hardhat'
    | 'hardhat3'
  /** Whether transactions have a limit of their size by default: geth's 128 KiB, which Anvil and Hardhat lack. */
  readonly limitsTransactions: boolean
  /** Whether `eth_feeHistory` answers for blocks that are not there yet. */
  readonly feesPastHead: boolean
  /** How often the base fee goes into the fee cap that `eth_fillTransaction` proposes. */
  readonly filledBaseFees: bigint
  /**
   * What `eth_fillTransaction` makes: the fields that are to be signed, or a whole transaction, whose
   * `gasPrice` goes before other fees and whose funds are not checked.
   */
  readonly filled: 'toBeSigned' | 'whole'
  /** Whether a fee history takes percentiles in any order and of any size. */
  readonly takesAnyPercentile: boolean
  /** Whether the interval of `anvil_mine` is before its first block too, not only between its blocks. */
  readonly minesAfterInterval: boolean
  /** How near gas estimates come to the least gas that suffices. */
  readonly estimates: EstimateHabits
  /**
   * What calls and estimates have to offer: geth checks them as transactions, Anvil asks for no more
   * than the sender has, Hardhat for nothing.
   */
  readonly callPayment: CallRules['payment']
  /** What comes from the first account where a request names no sender: in Hardhat calls too. */
  readonly fromFirstAccount: 'nothing' | 'transactions' | 'transactionsAndCalls'
  /**
   * Gas of a transaction that names none: an estimate, which geth refuses to send without; in Anvil
   * the block's where there is none, by default half of that, so that there is room for others; in
   * Hardhat 2 always the block's. The last two: at most what EIP-7825 allows.
   */
  readonly gasToSend: 'estimate' | 'estimateOrHalf' | 'estimateOrBlock' | 'block'
  /** The default coinbase, 20 bytes; the zero address when absent. */
  readonly coinbase: Uint8Array | undefined
  /** Whether `eth_mining` reports automining; otherwise it returns false. */
  readonly minesByMining: boolean
  /** Whether a filter of blocks begins with the newest block there is. */
  readonly filtersBeginWithHead: boolean
  /** Whether who polls a filter that is not there gets nothing, and no error. */
  readonly answersUnknownFilters: boolean
  /** Whether the pool loses what needs more gas than blocks get, once they get less. */
  readonly gasLimitDrops: boolean
  /** Whether a nonce can only be set while nothing waits in the pool. */
  readonly noncesNeedEmptyPool: boolean
  /** Whether the slots of a storage read can be numbers, and nothing at all. */
  readonly looseSlots: boolean
  /**
   * Whether numbers in requests of calls and transactions can be JSON numbers, decimal, with leading
   * zeros or empty, and bytes without `0x`. Block numbers can have leading zeros.
   */
  readonly looseRequests: boolean
  /**
   * Whether a request with `gasPrice` and fees of EIP-1559 offers its `gasPrice`, as in Anvil, or is
   * refused.
   */
  readonly gasPriceFirst: boolean
  /**
   * What a request without recipient and data does, which creates a contract without code: Anvil takes it,
   * geth in calls only, Hardhat never.
   */
  readonly emptyCreations: 'taken' | 'called' | 'refused'
  /** Whether a fee history can be of no block, which is one block to Anvil and none to geth. */
  readonly feesOfNoBlock: 'one' | 'none' | 'refused'
  /** Whether `requireCanonical` beside a block number is refused: EIP-1898 has it beside a hash alone. */
  readonly canonicalNeedsHash: boolean
  /** Whether a call can have authorizations and no recipient. */
  readonly authorizedCreations: boolean
  /** Whether the base fee in `eth_call` is 0, unless the request overrides it. */
  readonly callsWithoutBaseFee: boolean
  /**
   * Whether the pool refuses transactions below the next block's base fee in every mining mode. Otherwise
   * they wait until the base fee falls, except under automining.
   */
  readonly poolNeedsBaseFee: boolean
  /** Whether the least tip keeps cheaper transactions out of the pool, or only out of blocks. */
  readonly minTipOf: 'pool' | 'blocks'
  /** Whether switching automining on mines what waits in the pool; otherwise the next transaction does. */
  readonly automineMinesPool: boolean
  /** Blocks between the head and the `safe` one, and from there to the `finalized` one. */
  readonly slotsInAnEpoch: number
  /** Whether blocks of one second share its timestamp, where `allowSameTimestamp` is not given. */
  readonly sharesTimestamps: boolean
  /** Whether each block has another parent beacon block root: a devnet has no beacon chain, so it is zero elsewhere. */
  readonly drawsBeaconRoots: boolean
  /** Whether `anvil_setRpcUrl` on a chain without a fork does nothing instead of failing. */
  readonly redirectsWithoutFork: boolean
  /** Whether `eth_feeHistory` without percentiles has an empty `reward`. */
  readonly emptyRewards: boolean
  /**
   * Whether options go over a genesis file, of which accounts, chain id, time, number and base fee are
   * taken, and the accounts of the mnemonic are funded beside its own.
   */
  readonly goesOverGenesis: boolean
  /** Whether the first block of a fresh chain keeps the base fee of genesis. */
  readonly keepsFirstBaseFee: boolean
  /** Whether blobs can have proofs of cells before Osaka (EIP-7594). */
  readonly earlyCellProofs: boolean
  /** Which chain id a fork of a live chain has: Hardhat's keeps its own. */
  readonly forkChainId: 'live' | 'own'
}

const geth: CompatRules = {
  peer: 'anvil',
  missingMethods: [],
  throwsFailures: false,
  hasCreate2Deployer: true,
  logsPastHead: 'refused',
  suggestsMethods: false,
  pendingOfManual: 'pool',
  replacement: 'bump',
  answerShape: 'geth',
  stepShape: 'geth',
  errorWords: 'geth',
  limitsTransactions: true,
  feesPastHead: false,
  filledBaseFees: 2n,
  filled: 'toBeSigned',
  takesAnyPercentile: false,
  minesAfterInterval: false,
  estimates: nearEstimates,
  callPayment: 'asOfTransactions',
  fromFirstAccount: 'nothing',
  gasToSend: 'estimate',
  coinbase: undefined,
  minesByMining: true,
  filtersBeginWithHead: false,
  answersUnknownFilters: false,
  gasLimitDrops: false,
  noncesNeedEmptyPool: false,
  looseSlots: true,
  looseRequests: false,
  gasPriceFirst: false,
  emptyCreations: 'called',
  feesOfNoBlock: 'none',
  canonicalNeedsHash: false,
  authorizedCreations: false,
  callsWithoutBaseFee: false,
  poolNeedsBaseFee: false,
  minTipOf: 'pool',
  automineMinesPool: true,
  slotsInAnEpoch: 32,
  sharesTimestamps: false,
  drawsBeaconRoots: false,
  redirectsWithoutFork: false,
  emptyRewards: false,
  goesOverGenesis: false,
  keepsFirstBaseFee: false,
  earlyCellProofs: false,
  forkChainId: 'live',
}

const anvil: CompatRules = {
  ...geth,
  logsPastHead: 'clamped',
  suggestsMethods: true,
  replacement: 'higherCap',
  answerShape: 'anvil',
  errorWords: 'anvil',
  limitsTransactions: false,
  feesPastHead: true,
  filledBaseFees: 1n,
  filled: 'whole',
  takesAnyPercentile: true,
  minesAfterInterval: true,
  estimates: exactEstimates,
  callPayment: 'affordable',
  fromFirstAccount: 'transactions',
  gasToSend: 'estimateOrBlock',
  looseRequests: true,
  gasPriceFirst: true,
  emptyCreations: 'taken',
  feesOfNoBlock: 'one',
  canonicalNeedsHash: true,
  authorizedCreations: true,
  poolNeedsBaseFee: true,
  sharesTimestamps: true,
  redirectsWithoutFork: true,
  emptyRewards: true,
  goesOverGenesis: true,
  keepsFirstBaseFee: true,
  earlyCellProofs: true,
}

const hardhat: CompatRules = {
  ...anvil,
  logsPastHead: 'empty',
  replacement: 'bump',
  peer: 'hardhat',
  throwsFailures: true,
  hasCreate2Deployer: false,
  answerShape: 'hardhat',
  stepShape: 'hardhat2',
  errorWords: 'hardhat',
  forkChainId: 'own',
  feesPastHead: false,
  filledBaseFees: 2n,
  filled: 'toBeSigned',
  takesAnyPercentile: false,
  estimates: { ...exactEstimates, transferGas: 21_001n, tip: 1_000_000_000n },
  callPayment: 'unlimited',
  fromFirstAccount: 'transactionsAndCalls',
  gasToSend: 'block',
  coinbase: hexToBytes('0xc014ba5ec014ba5ec014ba5ec014ba5ec014ba5e'),
  minesByMining: false,
  filtersBeginWithHead: true,
  answersUnknownFilters: true,
  gasLimitDrops: true,
  noncesNeedEmptyPool: true,
  looseSlots: false,
  gasPriceFirst: false,
  emptyCreations: 'refused',
  feesOfNoBlock: 'refused',
  authorizedCreations: false,
  callsWithoutBaseFee: true,
  poolNeedsBaseFee: false,
  minTipOf: 'blocks',
  automineMinesPool: false,
  slotsInAnEpoch: 0,
  sharesTimestamps: false,
  drawsBeaconRoots: true,
  redirectsWithoutFork: false,
  emptyRewards: false,
  keepsFirstBaseFee: false,
}

const rules: Readonly<Record<CompatName, CompatRules>> = {
  anvil,
  hardhat,
  hardhat2: hardhat,
  hardhat3: {
    ...hardhat,
    errorWords: 'hardhat3',
    stepShape: 'hardhat3',
    gasToSend: 'estimate',
    missingMethods: [
      'eth_mining',
      'hardhat_addCompilationResult',
      'hardhat_reset',
      'net_listening',
      'net_peerCount',
    ],
  },
  ganache: {
    ...anvil,
    peer: 'ganache',
    hasCreate2Deployer: false,
    replacement: 'bump',
    errorWords: 'gethWithoutFaults',
    poolNeedsBaseFee: false,
    sharesTimestamps: false,
    redirectsWithoutFork: false,
    emptyRewards: false,
    keepsFirstBaseFee: false,
  },
  geth,
  base: { ...geth, pendingOfManual: 'preconfirmed', errorWords: 'gethWithoutFaults' },
}

/**
 * What holds under a `compat`. `given`: whether it was asked for; by default the devnet is Anvil but
 * where the service contract says otherwise.
 */
export function compatRules(compat: CompatName, given: boolean): CompatRules {
  return given ? rules[compat] : { ...rules[compat], ...service }
}

/** What the service contract asks for, which only a peer that was asked for may depart from. */
const service: Partial<CompatRules> = {
  feesOfNoBlock: 'none',
  canonicalNeedsHash: false,
  authorizedCreations: false,
  poolNeedsBaseFee: false,
  sharesTimestamps: false,
  redirectsWithoutFork: false,
  emptyRewards: false,
  limitsTransactions: true,
  goesOverGenesis: false,
  keepsFirstBaseFee: false,
  earlyCellProofs: false,
  // What forgets its recipient would lose its wei.
  emptyCreations: 'called',
  // As Anvil's, but that nothing takes all gas of a block that has other transactions.
  gasToSend: 'estimateOrHalf',
  pendingOfManual: 'preconfirmed',
  replacement: 'bump',
  answerShape: 'geth',
  errorWords: 'anvilReverts',
  feesPastHead: false,
  minesAfterInterval: false,
  filledBaseFees: 2n,
  filled: 'toBeSigned',
  takesAnyPercentile: false,
}

/** All there are. */
export const compatNames = [
  'anvil',
  'hardhat',
  'hardhat2',
  'hardhat3',
  'ganache',
  'geth',
  'base',
] as const satisfies readonly CompatName[]
