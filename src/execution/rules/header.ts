import { type BlockHeader, createBlockHeader, type HeaderData } from '@ethereumjs/block'
import { type Common, ConsensusType } from '@ethereumjs/common'
import { Address } from '@ethereumjs/util'
import { copyHeader } from '../../ethereumjs/header.ts'
import { remembered } from '../../lib/memo.ts'
import type { BlockFees } from './fees.ts'
import { InvalidBlock, requireEqual } from './invalidBlock.ts'
import { networkRulesOf } from './networkRules.ts'
import { type L1Request, opStackOf } from './opStack.ts'
import { emptyBloom } from './receipt.ts'

/** What the builder of a block chooses; the rest of its header follows from the parent. */
export interface HeaderFields {
  /** Seconds. */
  readonly timestamp: bigint
  readonly gasLimit: bigint
  /** 20 bytes. */
  readonly coinbase: Uint8Array
  /** 32 bytes. */
  readonly prevRandao: Uint8Array
  /** 32 bytes; the hash of the parent's header when absent. */
  readonly parentHash?: Uint8Array | undefined
  /** Wei; by EIP-1559 from the parent when absent. */
  readonly baseFeePerGas?: bigint | undefined
  /** The excess blob gas; from the parent by EIP-4844 and EIP-7918 when absent. */
  readonly excessBlobGas?: bigint | undefined
  /** The extra data, at most 32 bytes; none when absent. */
  readonly extraData?: Uint8Array | undefined
  /** 32 bytes; zero when absent. */
  readonly parentBeaconBlockRoot?: Uint8Array | undefined
  /** 32 bytes; the root of no withdrawals when absent. */
  readonly withdrawalsRoot?: Uint8Array | undefined
  /** What the block is to know of L1, on a chain of the OP stack. */
  readonly l1?: Omit<L1Request, 'gasLimit' | 'timestamp' | 'timestampMs'> | undefined
  /** Time of the block, where blocks have times in milliseconds. */
  readonly timestampMs?: bigint | undefined
  /** Only before the merge; as proof of work asks when absent, zero where there is none. */
  readonly difficulty?: bigint | undefined
}

/** What is known of a block when transactions have run: all in a sealed block, gas and bloom in a flashblock. */
export interface Outcome {
  readonly gasUsed: bigint
  readonly logsBloom: Uint8Array
  readonly blobGasUsed: bigint
  readonly stateRoot?: Uint8Array | undefined
  readonly transactionsRoot?: Uint8Array | undefined
  readonly receiptsRoot?: Uint8Array | undefined
  readonly requestsHash?: Uint8Array | undefined
  /** Where it follows from the state (OP stack). */
  readonly withdrawalsRoot?: Uint8Array | undefined
  /** Only from Amsterdam on (EIP-7928). */
  readonly blockAccessListHash?: Uint8Array | undefined
}

const zeroHash = new Uint8Array(32)

/**
 * The header of the block after `parent`, as transactions in it see it: no gas used yet, roots of
 * state, transactions and receipts zero. `common` holds the rules of the new block.
 */
export function nextHeader(parent: BlockHeader, common: Common, fields: HeaderFields): BlockHeader {
  const next = {
    parentHash: fields.parentHash ?? parent.hash(),
    number: parent.number + 1n,
    timestamp: fields.timestamp,
    gasLimit: fields.gasLimit,
    mixHash: networkRulesOf(common)?.milliTime?.mixHash(parent, fields) ?? fields.prevRandao,
    extraData: fields.extraData ?? opStackOf(common)?.extraData,
    difficulty: fields.difficulty,
    baseFeePerGas: fields.baseFeePerGas ?? feesAfter(parent, common).baseFee,
    excessBlobGas: fields.excessBlobGas ?? nextExcessBlobGas(parent, common),
    parentBeaconBlockRoot: fields.parentBeaconBlockRoot,
    withdrawalsRoot: fields.withdrawalsRoot,
    // A slot for each block: which one it would be, only a beacon chain knows (EIP-7843).
    slotNumber: common.isActivatedEIP(7843) ? (parent.slotNumber ?? -1n) + 1n : undefined,
    transactionsTrie: zeroHash,
    receiptTrie: zeroHash,
    logsBloom: emptyBloom,
    coinbase: new Address(fields.coinbase),
  }
  if (!common.gteHardfork('paris')) {
    // EthereumJS sets the difficulty under proof of work only.
    return create(next, common, fields.difficulty === undefined ? parent : undefined)
  }
  // As it is: the engine takes ten times as long for a header of fields that were spread.
  return copyHeader(plainHeader(common), next)
}

/** What the block after `parent` asks for, with the base fee that its builder may have chosen. `common` holds its rules. */
export function nextFees(
  parent: BlockHeader,
  common: Common,
  { baseFeePerGas }: Pick<HeaderFields, 'baseFeePerGas'>,
): BlockFees {
  const fees = feesAfter(parent, common)
  if (common.isActivatedEIP(4844)) fees.blobBaseFee ??= parent.calcNextBlobGasPrice(common)
  return { baseFee: baseFeePerGas ?? fees.baseFee, blobBaseFee: fees.blobBaseFee }
}

/** What follows for the next block from a header, by the rules of that block; the second once it was asked for. */
interface NextFees {
  readonly parent: BlockHeader
  readonly common: Common
  readonly baseFee: bigint | undefined
  blobBaseFee: bigint | undefined
}

/** They are asked for with each transaction, and take long to compute. */
let lastFees: NextFees | undefined

function feesAfter(parent: BlockHeader, common: Common): NextFees {
  if (lastFees?.parent === parent && lastFees.common === common) return lastFees
  lastFees = { parent, common, baseFee: nextBaseFee(parent, common), blobBaseFee: undefined }
  return lastFees
}

/** The header with what came of its block; what is absent stays as it is. */
export function withOutcome(header: BlockHeader, outcome: Outcome): BlockHeader {
  const { gasUsed, blobGasUsed, logsBloom } = outcome
  return copyHeader(header, {
    stateRoot: outcome.stateRoot,
    transactionsTrie: outcome.transactionsRoot,
    receiptTrie: outcome.receiptsRoot,
    logsBloom,
    gasUsed,
    blobGasUsed: header.blobGasUsed === undefined ? undefined : blobGasUsed,
    requestsHash: outcome.requestsHash,
    withdrawalsRoot: outcome.withdrawalsRoot,
    blockAccessListHash: outcome.blockAccessListHash,
  })
}

/** EthereumJS takes `undefined` for absent, though its types do not say so. */
type HeaderInput = { readonly [Field in keyof HeaderData]: HeaderData[Field] | undefined }

/** A header with the values that fields have when they are absent. */
const plainHeader = remembered((common: Common) => create({}, common))

/** Creates a header. With `difficultyAfter` it has the difficulty that follows from that header's. */
function create(
  { baseFeePerGas, ...fields }: HeaderInput,
  common: Common,
  difficultyAfter?: BlockHeader,
): BlockHeader {
  const header = createBlockHeader(fields as HeaderData, {
    common,
    skipConsensusFormatValidation: true,
    freeze: false,
    ...(difficultyAfter && { calcDifficultyFromHeader: difficultyAfter }),
  })
  // EthereumJS refuses to make London's first block with another base fee than a real chain's, as a simulation has it.
  Object.assign(header, { baseFeePerGas })
  Object.freeze(header)
  return header
}

/** Wei, by EIP-1559; none before London. */
function nextBaseFee(parent: BlockHeader, common: Common): bigint | undefined {
  if (!common.isActivatedEIP(1559)) return undefined
  const rules = networkRulesOf(common)
  if (rules !== undefined) return rules.nextBaseFee(parent)
  return parent.baseFeePerGas === undefined
    ? common.param('initialBaseFee')
    : parent.calcNextBaseFee()
}

/**
 * Returns the excess blob gas by EIP-4844 and EIP-7918, by the rules of the new block; none before Cancun, 0 without
 * blobs (OP stack).
 */
function nextExcessBlobGas(parent: BlockHeader, common: Common): bigint | undefined {
  if (opStackOf(common) !== undefined) return 0n
  return common.isActivatedEIP(4844) ? parent.calcNextExcessBlobGas(common) : undefined
}

/** How much of its parent's gas limit a block may change it by, and one less than that (yellow paper, 4.4.4). */
const boundDivisor = 1024n

/** What a block's gas limit must be at least. */
const minGasLimit = 5000n

/** The most that a gas limit can be (EIP-1985). */
const maxGasLimit = 2n ** 63n - 1n

/**
 * What the gas limit of a block may be a little more or less than: its parent's, and in the first
 * block of London twice that, as from then on the target is half the limit (EIP-1559).
 */
export function gasLimitBase(parent: BlockHeader, common: Common): bigint {
  const isFirstOfLondon = common.isActivatedEIP(1559) && parent.baseFeePerGas === undefined
  return isFirstOfLondon ? 2n * parent.gasLimit : parent.gasLimit
}

/** The least and the most that a gas limit may be by its base. */
export function gasLimitBounds(base: bigint): readonly [least: bigint, most: bigint] {
  const most = base / boundDivisor - 1n
  const [low, high] = [base - most, base + most]
  return [low < minGasLimit ? minGasLimit : low, high > maxGasLimit ? maxGasLimit : high]
}

/** The gas limit that is as near to the wanted one as its base lets it be. */
export function gasLimitTowards(base: bigint, wanted: bigint): bigint {
  const [least, most] = gasLimitBounds(base)
  if (wanted < least) return least
  return wanted > most ? most : wanted
}

/** Bytes (yellow paper, 4.3.4). */
const maxExtraData = 32
/**
 * Checks all of a header that follows from the parent's, but no seal of proof of work. What comes
 * of running the block is not looked at. Throws an `InvalidBlock`.
 */
export function checkHeader(header: BlockHeader, parent: BlockHeader): void {
  const { number, timestamp, extraData } = header
  requireEqual(number, 'number', number, parent.number + 1n)
  requireEqual(number, 'parent hash', header.parentHash, parent.hash())
  const isShared = networkRulesOf(header.common)?.sharesSeconds ?? false
  if (timestamp < parent.timestamp || (timestamp === parent.timestamp && !isShared)) {
    throw new InvalidBlock(number, 'timestamp', {
      got: String(timestamp),
      want: `more than ${parent.timestamp}, the parent's`,
    })
  }
  if (extraData.length > maxExtraData) {
    const [got, want] = [`${extraData.length} bytes`, `at most ${maxExtraData}`]
    throw new InvalidBlock(number, 'extra data', { got, want })
  }
  checkGasLimit(header, parent)
  const expected = nextHeader(parent, header.common, {
    timestamp,
    gasLimit: header.gasLimit,
    coinbase: header.coinbase.bytes,
    prevRandao: header.mixHash,
  })
  requireEqual(number, 'difficulty', header.difficulty, expected.difficulty)
  requireEqual(number, 'base fee', header.baseFeePerGas, expected.baseFeePerGas)
  requireEqual(number, 'excess blob gas', header.excessBlobGas, expected.excessBlobGas)
  if (header.common.consensusType() === ConsensusType.ProofOfStake) {
    requireEqual(number, 'nonce', header.nonce, expected.nonce)
  }
}

function checkGasLimit({ number, gasLimit, common }: BlockHeader, parent: BlockHeader): void {
  // Between two kinds of blocks it changes by more.
  if (networkRulesOf(common)?.largeBlocks !== undefined) return
  const [least, most] = gasLimitBounds(gasLimitBase(parent, common))
  if (gasLimit >= least && gasLimit <= most) return
  throw new InvalidBlock(number, 'gas limit', {
    got: String(gasLimit),
    want: `${least} to ${most}`,
  })
}
