import { create2Deployer } from '../../execution/rules/systemContracts.ts'
import { bytesToHex, hexToBytes } from '../../lib/hex.ts'
import type { NetworkRecord } from '../../types/network.ts'
import type { GenesisAccount } from '../../types/state.ts'
import { addresses } from './addresses.ts'
import { l1BlockStorage, oracleStorage } from './l1Block.ts'
import { firstOrigin } from './origin.ts'
import type { predeployCode } from './predeployCode.ts'

/** The contracts that a fresh chain begins with; `timestamp` is its first block's, seconds. */
export function predeploys(
  network: NetworkRecord,
  timestamp: bigint,
  code: typeof predeployCode,
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
  return [...own, { ...factory, code: create2Deployer.code }]
}

type Contract = readonly [
  name: keyof typeof predeployCode,
  address: Uint8Array,
  storage?: GenesisAccount['storage'],
]
