import type { L1Origin } from '../../../execution/rules/opStack.ts'
import { bytesToBigInt, bytesToHex, type Hex, hexToBytes, numberToBytes } from '../../../lib/hex.ts'
import type { L1Values, OpStackRecord } from '../../../types/network.ts'
import { keccak256 } from '../../../wasm/keccak/keccak256.ts'
import type { L1Fees, OperatorFees } from './fees.ts'

/** The address 0x42… of a predeploy, by its last bytes. */
function predeploy(end: string): Uint8Array {
  return hexToBytes(`42${end.padStart(38, '0')}`)
}

/** Where contracts are on all chains of the OP stack (predeploys.md of its specs). */
export const addresses = {
  weth: predeploy('06'),
  messenger: predeploy('07'),
  gasPriceOracle: predeploy('0f'),
  sequencerFeeVault: predeploy('11'),
  l1Block: predeploy('15'),
  bridge: predeploy('10'),
  tokenFactory: predeploy('12'),
  messagePasser: predeploy('16'),
  baseFeeVault: predeploy('19'),
  l1FeeVault: predeploy('1a'),
  crossL2Inbox: predeploy('22'),
  l2ToL2Messenger: predeploy('23'),
  ethBridge: predeploy('24'),
  ethLiquidity: predeploy('25'),
  tokenBridge: predeploy('28'),
  operatorFeeVault: predeploy('1b'),
  baseTime: predeploy('30'),
  create2Deployer: hexToBytes('13b0d85ccb8bf860b6b79af3029fca081ae9bef2'),
  multicall3: hexToBytes('ca11bde05977b3631167028862be2a173976ca11'),
  /** Its code is that of the proxy at 0x4e59…956c: another key has deployed it. */
  safeSingletonFactory: hexToBytes('914d7fec6aac8cd542e72bca78b30650d45643d7'),
  permit2: hexToBytes('000000000022d473030f116ddee9f6b43ac78ba3'),
} as const

/** Sends the system transactions of each block. */
export const depositor = hexToBytes('deaddeaddeaddeaddeaddeaddeaddeaddead0001')

/** What the contracts of a chain of the OP stack are called, and the account that sends its system transactions. */
export const predeployNames: readonly (readonly [name: string, address: Uint8Array])[] = [
  ['WETH9', addresses.weth],
  ['L2CrossDomainMessenger', addresses.messenger],
  ['GasPriceOracle', addresses.gasPriceOracle],
  ['L2StandardBridge', addresses.bridge],
  ['SequencerFeeVault', addresses.sequencerFeeVault],
  ['OptimismMintableERC20Factory', addresses.tokenFactory],
  ['L1Block', addresses.l1Block],
  ['L2ToL1MessagePasser', addresses.messagePasser],
  ['BaseFeeVault', addresses.baseFeeVault],
  ['L1FeeVault', addresses.l1FeeVault],
  ['OperatorFeeVault', addresses.operatorFeeVault],
  ['Create2Deployer', addresses.create2Deployer],
  ['Multicall3', addresses.multicall3],
  ['SafeSingletonFactory', addresses.safeSingletonFactory],
  ['Permit2', addresses.permit2],
  ['L1 attributes depositor', depositor],
]

/** Reads the 32 bytes of a slot. */
export type ReadSlot = (address: Uint8Array, slot: Uint8Array) => Uint8Array

/** The storage of the contract L1Block: a block's view of L1. */
export interface L1Block {
  /** The number of its L1 block, the origin. */
  readonly number: bigint
  /** Seconds. */
  readonly timestamp: bigint
  /** Wei per gas. */
  readonly baseFee: bigint
  /** Wei per blob gas. */
  readonly blobBaseFee: bigint
  /** 32 bytes. */
  readonly hash: Uint8Array
  /** How many blocks before it have the same origin. */
  readonly sequenceNumber: bigint
  /** 32 bytes. */
  readonly batcherHash: Uint8Array
  /** The overhead of fees before Ecotone. */
  readonly overhead: bigint
  readonly scalar: bigint
  readonly baseFeeScalar: bigint
  readonly blobBaseFeeScalar: bigint
  /** Wei. */
  readonly operatorFeeConstant: bigint
  readonly operatorFeeScalar: bigint
  readonly daFootprintGasScalar: bigint
}

/** Which rules hold, as the gas price oracle says it. */
export type FeeRules = 'bedrock' | 'ecotone' | 'fjord' | 'isthmus' | 'jovian'

const slots = Array.from({ length: 9 }, (_, slot) => numberToBytes(slot, 32))

/** Returns a number of bytes of a word as a number, `from` the low end. */
function part(word: Uint8Array, from: number, size: number): bigint {
  return bytesToBigInt(word.subarray(32 - from - size, 32 - from))
}

/** What the contract says in a state (storageLayout/L1Block.json of base/contracts). */
export function readL1Block(read: ReadSlot): L1Block {
  const word = (slot: number) => read(addresses.l1Block, slots[slot] as Uint8Array)
  const [origin, sequence, operator] = [word(0), word(3), word(8)]
  return {
    number: part(origin, 0, 8),
    timestamp: part(origin, 8, 8),
    baseFee: bytesToBigInt(word(1)),
    blobBaseFee: bytesToBigInt(word(7)),
    hash: word(2),
    sequenceNumber: part(sequence, 0, 8),
    batcherHash: word(4),
    overhead: bytesToBigInt(word(5)),
    scalar: bytesToBigInt(word(6)),
    blobBaseFeeScalar: part(sequence, 8, 4),
    baseFeeScalar: part(sequence, 12, 4),
    operatorFeeConstant: part(operator, 0, 8),
    operatorFeeScalar: part(operator, 8, 4),
    daFootprintGasScalar: part(operator, 12, 2),
  }
}

/** The slots of the contract that hold what it is to say. */
export function l1BlockStorage(block: L1Block): readonly (readonly [Uint8Array, Uint8Array])[] {
  const words = [
    block.number | (block.timestamp << 64n),
    block.baseFee,
    bytesToBigInt(block.hash),
    block.sequenceNumber | (block.blobBaseFeeScalar << 64n) | (block.baseFeeScalar << 96n),
    bytesToBigInt(block.batcherHash),
    block.overhead,
    block.scalar,
    block.blobBaseFee,
    block.operatorFeeConstant |
      (block.operatorFeeScalar << 64n) |
      (block.daFootprintGasScalar << 96n),
  ]
  return words.map((word, slot) => [slots[slot] as Uint8Array, numberToBytes(word, 32)])
}

/** The newest rules that the gas price oracle supports. */
export function readRules(read: ReadSlot): FeeRules {
  const flags = read(addresses.gasPriceOracle, slots[0] as Uint8Array)
  const isSet = (flag: number) => flags[31 - flag] === 1
  if (isSet(3)) return 'jovian'
  if (isSet(2)) return 'isthmus'
  if (isSet(1)) return 'fjord'
  return isSet(0) ? 'ecotone' : 'bedrock'
}

/** The slots of a gas price oracle that knows all rules. */
export const oracleStorage = [[slots[0] as Uint8Array, numberToBytes(0x01010101, 32)]] as const

/** What a block's transactions pay besides gas. */
export interface BlockCosts {
  readonly rules: FeeRules
  readonly l1: L1Fees
  readonly operator: OperatorFees
  /** Gas for each byte that a batch grows by; 0 before Jovian. */
  readonly daFootprintGasScalar: bigint
}

/** Reads the costs from the state at the transaction, which has its block's attributes. */
export function readCosts(read: ReadSlot): BlockCosts {
  const rules = readRules(read)
  const block = readL1Block(read)
  const hasOperator = rules === 'isthmus' || rules === 'jovian'
  return {
    rules,
    l1: {
      rules: rules === 'bedrock' || rules === 'ecotone' ? rules : 'fjord',
      baseFee: block.baseFee,
      blobBaseFee: block.blobBaseFee,
      baseFeeScalar: block.baseFeeScalar,
      blobBaseFeeScalar: block.blobBaseFeeScalar,
      overhead: block.overhead,
      scalar: block.scalar,
    },
    operator: {
      rules: hasOperator ? rules : 'none',
      scalar: block.operatorFeeScalar,
      constant: block.operatorFeeConstant,
    },
    // S jovian: 0 is what a chain has whose L1 does not set it.
    daFootprintGasScalar: rules === 'jovian' ? block.daFootprintGasScalar || 400n : 0n,
  }
}

/** What opening a block and paying for a transaction reads of the state. */
export const systemState: {
  readonly accounts: readonly Hex[]
  readonly slots: readonly { readonly address: Hex; readonly slots: readonly Hex[] }[]
} = {
  accounts: [
    depositor,
    addresses.l1Block,
    addresses.gasPriceOracle,
    addresses.messagePasser,
    addresses.sequencerFeeVault,
    addresses.baseFeeVault,
    addresses.l1FeeVault,
    addresses.operatorFeeVault,
    addresses.baseTime,
  ].map(bytesToHex),
  slots: [
    { address: bytesToHex(addresses.l1Block), slots: systemSlots(9) },
    { address: bytesToHex(addresses.gasPriceOracle), slots: systemSlots(1) },
    { address: bytesToHex(addresses.baseTime), slots: systemSlots(1) },
  ],
}

function systemSlots(count: number): readonly Hex[] {
  return Array.from({ length: count }, (_, slot) => bytesToHex(numberToBytes(slot, 32)))
}

/** Between two blocks of L1. */
const slotSeconds = 12n

/** Where a simulated L1 begins: any number that looks like one. */
const firstNumber = 25_000_000n

/** The default fees of the simulated L1, in wei per gas and per blob gas. */
const [usualBaseFee, usualBlobBaseFee] = [1_000_000_000n, 100_000_000n]

/** The first block's view of L1. */
export function firstOrigin(network: OpStackRecord, timestamp: bigint): L1Block {
  return {
    number: firstNumber,
    timestamp,
    baseFee: usualBaseFee,
    blobBaseFee: usualBlobBaseFee,
    hash: hashOf(network.chainId, firstNumber, timestamp),
    sequenceNumber: 0n,
    batcherHash: new Uint8Array(32),
    overhead: 0n,
    scalar: 0n,
    baseFeeScalar: BigInt(network.baseFeeScalar),
    blobBaseFeeScalar: BigInt(network.blobBaseFeeScalar),
    operatorFeeScalar: BigInt(network.operatorFeeScalar),
    operatorFeeConstant: network.operatorFeeConstant,
    daFootprintGasScalar: BigInt(network.daFootprintGasScalar),
  }
}

/** A block that follows one of L1. */
export interface Follower {
  /** Seconds. */
  readonly timestamp: bigint
  readonly chainId: number
  /** The overrides of L1's values. */
  readonly values?: L1Values | undefined
  /** Whether it is to have an origin of its own, as a block with deposits of users has. */
  readonly isFirst: boolean
}

/**
 * What a block knows of L1 whose parent knows `parent`: the L1 block of its parent, or a later one as
 * soon as its time has come. L1 has a block every 12 s, so what is left out between two is jumped over.
 */
export function nextOrigin(
  parent: L1Block,
  { timestamp, chainId, values = {}, isFirst }: Follower,
): L1Block {
  const passed = (timestamp - parent.timestamp) / slotSeconds
  const isNew =
    isFirst || passed > 0n || values.number !== undefined || values.timestamp !== undefined
  const fees = withValues(parent, values)
  if (!isNew) return { ...fees, sequenceNumber: parent.sequenceNumber + 1n }
  const steps = passed > 0n ? passed : 1n
  const due = parent.timestamp + steps * slotSeconds
  const number = values.number ?? parent.number + steps
  const time = values.timestamp ?? (due < timestamp ? due : timestamp)
  return {
    ...fees,
    number,
    timestamp: time,
    hash: hashOf(chainId, number, time),
    sequenceNumber: 0n,
  }
}

/** The same as `nextOrigin` where L1 is not simulated; without an origin that of the parent. */
export function followingOrigin(
  parent: L1Block,
  origin: L1Origin | undefined,
  values: L1Values = {},
): L1Block {
  const isNew = origin !== undefined && origin.number !== parent.number
  const sequenceNumber = isNew ? 0n : parent.sequenceNumber + 1n
  return withValues({ ...parent, ...(isNew && seenOf(origin)), sequenceNumber }, values)
}

/** What the contract says of a block of L1. */
function seenOf({ number, timestamp, hash, baseFee, blobBaseFee }: L1Origin): Partial<L1Block> {
  return { number, timestamp, hash, baseFee, blobBaseFee }
}

function withValues(block: L1Block, values: L1Values): L1Block {
  const scalar = (value: number | undefined, other: bigint) =>
    value === undefined ? other : BigInt(value)
  return {
    ...block,
    baseFee: values.baseFee ?? block.baseFee,
    blobBaseFee: values.blobBaseFee ?? block.blobBaseFee,
    baseFeeScalar: scalar(values.baseFeeScalar, block.baseFeeScalar),
    blobBaseFeeScalar: scalar(values.blobBaseFeeScalar, block.blobBaseFeeScalar),
    operatorFeeScalar: scalar(values.operatorFeeScalar, block.operatorFeeScalar),
    operatorFeeConstant: values.operatorFeeConstant ?? block.operatorFeeConstant,
    daFootprintGasScalar: scalar(values.daFootprintGasScalar, block.daFootprintGasScalar),
  }
}

/** Returns the hash of a synthetic L1 block, the same for equal runs. */
function hashOf(chainId: number, number: bigint, timestamp: bigint): Uint8Array {
  const fields = [BigInt(chainId), number, timestamp].map((value) => numberToBytes(value, 32))
  return keccak256(hexToBytes(fields.map((bytes) => bytesToHex(bytes).slice(2)).join('')))
}
