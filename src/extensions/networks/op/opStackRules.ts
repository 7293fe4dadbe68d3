import type { FeeState, OpStackRules } from '../../../execution/rules/opStack.ts'
import { create2Deployer } from '../../../execution/rules/systemContracts.ts'
import {
  bytesToBigInt,
  bytesToHex,
  equalBytes,
  hexToBytes,
  numberToBytes,
} from '../../../lib/hex.ts'
import { NoForkProofError } from '../../../state/stateMiss.ts'
import type { OpStackRecord } from '../../../types/network.ts'
import type { GenesisAccount, StateTree } from '../../../types/state.ts'
import type { SignedTransaction } from '../../../types/transaction.ts'
import { keccak256 } from '../../../wasm/keccak/keccak256.ts'
import type { B20 } from '../base/b20.ts'
import type { NetworkBehaviour } from '../behaviour.ts'
import {
  attributesDeposit,
  baseTimeDeposit,
  decodeDeposit,
  depositOf,
  depositTransaction,
  userSource,
} from './deposit.ts'

import { extrasOf } from './extras.ts'
import { encodeFeeMarket, nextBaseFee } from './fees.ts'
import {
  addresses,
  firstOrigin,
  followingOrigin,
  l1BlockStorage,
  nextOrigin,
  oracleStorage,
  predeployNames,
  readCosts,
  readL1Block,
  readRules,
} from './l1Block.ts'

import type { predeployCode } from './predeployCode.ts'
import { extraFee, footprintOf, runDeposit, runPaying } from './runTransaction.ts'

/** The contracts that a fresh chain begins with; `timestamp` is its first block's, seconds. */
function predeploys(
  network: OpStackRecord,
  timestamp: bigint,
  code: typeof predeployCode,
  b20: B20 | undefined,
): readonly GenesisAccount[] {
  const contracts: readonly Contract[] = [
    ['WETH9', addresses.weth],
    ['GasPriceOracle', addresses.gasPriceOracle, oracleStorage],
    ['FeeVault', addresses.sequencerFeeVault],
    ['L1Block', addresses.l1Block, l1BlockStorage(firstOrigin(network, timestamp))],
    ['L2ToL1MessagePasser', addresses.messagePasser],
    ['FeeVault', addresses.baseFeeVault],
    ['FeeVault', addresses.l1FeeVault],
    ['FeeVault', addresses.operatorFeeVault],
    ['Create2Deployer', addresses.create2Deployer],
    ['Multicall3', addresses.multicall3],
    ['Permit2', addresses.permit2],
  ]
  const baseTime: readonly Contract[] = network.hasBaseTime
    ? [['BaseTime', addresses.baseTime]]
    : []
  const own = [...contracts, ...baseTime].map(([name, address, storage = []]) => ({
    address: bytesToHex(address),
    nonce: 1n,
    code: hexToBytes(code[name]),
    storage,
  }))
  const factory = { address: bytesToHex(addresses.safeSingletonFactory), nonce: 1n }
  return [...own, { ...factory, code: create2Deployer.code }, ...(b20?.accounts ?? [])]
}

type Contract = readonly [
  name: keyof typeof predeployCode,
  address: Uint8Array,
  storage?: GenesisAccount['storage'],
]

/** The root of no storage: keccak-256 of the RLP of no bytes. */
const emptyRoot = keccak256(hexToBytes('80'))

/** What the system's transactions of a block may use, with what is left to users. */
const gasOfSystem = 3_000_000n

function gasOf(deposits: readonly SignedTransaction[]): bigint {
  return deposits.reduce((sum, { envelope }) => sum + envelope.gasLimit, 0n)
}

const firstSlot = new Uint8Array(32)

function partMs(state: FeeState): bigint {
  return bytesToBigInt(state.storage(addresses.baseTime, firstSlot).subarray(-2))
}

/**
 * Returns the withdrawals root. On a fork without proofs it is derived from the state's root, as that is from what was
 * written.
 */
function withdrawalsRoot(state: StateTree): Uint8Array {
  try {
    return state.account(addresses.messagePasser)?.storageRoot ?? emptyRoot
  } catch (error) {
    if (!(error instanceof NoForkProofError)) throw error
    return keccak256(state.root())
  }
}

/** The networks of the OP stack. */
export const opStack: NetworkBehaviour = {
  facts: {
    notModelled: [
      'X Layer: `txInnerTx` of its subscription is refused, and 1,000 addresses are the most.',
      'World Chain: builders do not hand over inside of a block.',
      'Without the option `l1`, the standard bridge, the messengers, factories and output roots are missing.',
      '`optimism_` methods belong to op-node and are not found.',
      "The input limits of pairing precompiles are Ethereum's.",
      "Base: the gas of B20's calls is that of Solidity code, and a write in a static call uses all of it.",
      'Base: `base_sendRawTransactionValidity` and account transactions are missing.',
      'Base: the admin of the activation registry is another one, and cannot be changed.',
    ],
    sources: [
      {
        from: 'ethereum-optimism/specs, specs/protocol/subblocks.md at 43a681ec',
        date: '2026-11-27',
        sure: 3,
      },
      {
        from: 'okx/xlayer-reth, crates/flashblocks/src/subscription/pubsub.rs and crates/rpc',
        date: '2026-11-27',
        sure: 3,
      },
      {
        from: 'worldcoin/world-chain, issue 318 and acceptance tests',
        date: '2026-11-27',
        sure: 2,
      },
      {
        from: 'base/base-std, interfaces and mocks of v2.0.0 (Denim)',
        date: '2026-10-07',
        sure: 3,
      },
    ],
  },
  extras: (record) => extrasOf(record as OpStackRecord),
  names: (record) => [
    ...predeployNames,
    ...((record as OpStackRecord).hasBaseTime ? [['BaseTime', addresses.baseTime] as const] : []),
  ],
  // Records with these rules are of this type.
  rules: (record) => opStackRules(record as OpStackRecord),
}

/** The rules of a network of the OP stack. */
async function opStackRules(network: OpStackRecord): Promise<OpStackRules> {
  // A file of its own in the package, loaded only for these networks.
  const { predeployCode } = await import('./predeployCode.ts')
  const b20 = network.hasB20 ? await (await import('../base/b20.ts')).loadB20() : undefined
  const { chainId, hasBaseTime } = network
  return {
    kind: 'opStack',
    sharesSeconds: hasBaseTime,
    network,
    blockMs: hasBaseTime ? network.blockMs : undefined,
    extraData: encodeFeeMarket(network),
    coinbase: addresses.sequencerFeeVault,
    feeVaults: [addresses.baseFeeVault, addresses.l1FeeVault, addresses.operatorFeeVault],
    natives: b20?.natives,
    predeploys: (timestamp) => predeploys(network, timestamp, predeployCode, b20),
    decode: (bytes, common, nonce) => {
      const deposit = decodeDeposit(bytes)
      return deposit && depositTransaction(deposit, common, nonce)
    },
    nextBaseFee: (parent) => nextBaseFee(parent, network),
    opening: ({ number, state }, request, common) => {
      const { timestamp, timestampMs, values, deposits = [], source } = request
      const read = (address: Uint8Array, slot: Uint8Array) => state.storage(address, slot)
      const isFirst = deposits.length > 0
      const before = readL1Block(read)
      const gas = (request.gasLimit ?? network.gasLimit) - gasOf(deposits) - gasOfSystem
      const step = source?.step({ origin: before.number, timestamp, gas })
      const origin =
        step === undefined
          ? nextOrigin(before, { timestamp, chainId, values, isFirst })
          : followingOrigin(before, step.origin, values)
      const bridged = step?.deposits.map(({ l1BlockHash, index, ...deposit }) => {
        const sourceHash = userSource(l1BlockHash, index)
        return depositTransaction({ ...deposit, sourceHash, isSystem: false }, common)
      })
      const system = [attributesDeposit(origin, readRules(read))]
      if (timestampMs !== undefined) system.push(baseTimeDeposit(number + 1n, timestampMs))
      // A simulated L1 has neither.
      const prevRandao = step?.origin?.prevRandao ?? keccak256(origin.hash)
      return {
        prevRandao,
        parentBeaconBlockRoot: step?.origin?.parentBeaconBlockRoot ?? keccak256(prevRandao),
        transactions: [
          ...system.map((deposit) => depositTransaction(deposit, common)),
          ...(bridged ?? []),
          ...deposits,
        ],
      }
    },
    extraCosts: (transaction, state) => {
      if (depositOf(transaction) !== undefined) return { fee: 0n, footprint: 0n }
      const costs = readCosts((address, slot) => state.storage(address, slot))
      return {
        fee: extraFee(transaction, costs),
        footprint: footprintOf(transaction.raw, costs),
      }
    },
    run: (machine, transaction, header, plain) => {
      const deposit = depositOf(transaction)
      return deposit === undefined
        ? runPaying(machine, transaction, header, plain)
        : runDeposit(machine, deposit, header)
    },
    withdrawalsRoot,
    timestampMs: ({ header, transactions, state }) => {
      if (!hasBaseTime) return undefined
      const baseTime = transactions[1]?.envelope
      const hasBaseTimeCall =
        baseTime?.to !== undefined && equalBytes(baseTime.to.bytes, addresses.baseTime)
      // The first block of a chain, or of a fork, has no transactions here.
      const part = hasBaseTimeCall ? bytesToBigInt(baseTime.data.subarray(-2)) : partMs(state)
      return header.timestamp * 1000n + part
    },
    partMs,
    depositOf: (envelope) => depositOf({ envelope }),
    userDeposit: ({ index, ...deposit }, common) => {
      const source = userSource(keccak256(numberToBytes(chainId, 32)), index)
      return depositTransaction({ ...deposit, sourceHash: source, isSystem: false }, common)
    },
  }
}
