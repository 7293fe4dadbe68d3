import { standardStates, standardSync, withoutSubBlocks } from '../../devnet/options/chainStates.ts'
import type { Hex } from '../../lib/hex.ts'
import type { L1Contracts } from '../../types/crossChain.ts'
import type { OpStackName, OpStackRecord } from '../../types/network.ts'

const op: OpStackRecord = {
  name: 'op',
  rules: 'opStack',
  chainId: 10,
  blockMs: 2000,
  flashblockMs: 200,
  gasLimit: 40_000_000n,
  denominator: 250,
  elasticity: 2,
  minBaseFee: 0n,
  states: standardStates,
  sync: standardSync,
  refusedMethods: [],
  hasTransactionGasCap: true,
  flashblockSubscriptions: 'refused',
  hasPlainStream: true,
  hasCapabilities: false,
  hasFlashblocksKind: false,
  tellsOfPool: false,
  azulTime: undefined,
  flashblockGas: 'full',
  hasBaseTime: false,
  hasB20: false,
  safeLag: 60,
  finalizedLag: 600,
  baseFeeScalar: 5227,
  blobBaseFeeScalar: 1_014_213,
  operatorFeeScalar: 0,
  operatorFeeConstant: 0n,
  daFootprintGasScalar: 400,
}

const baseFlashblocks: OpStackRecord = {
  ...op,
  name: 'base-flashblocks',
  chainId: 8453,
  flashblockMs: 200,
  gasLimit: 400_000_000n,
  denominator: 100,
  elasticity: 5,
  minBaseFee: 5_000_000n,
  flashblockSubscriptions: 'served',
  hasPlainStream: false,
  tellsOfPool: true,
  sync: { ...standardSync, over: 'refuse' },
  azulTime: 0n,
  hasB20: true,
  flashblockGas: 'cumulative',
  baseFeeScalar: 2269,
  blobBaseFeeScalar: 1_055_762,
  daFootprintGasScalar: 148,
}

/** The OP-stack networks, by name. */
export const records: Readonly<Record<OpStackName, OpStackRecord>> = {
  op,
  unichain: {
    ...op,
    name: 'unichain',
    chainId: 130,
    blockMs: 1000,
    flashblockMs: 200,
    gasLimit: 60_000_000n,
    elasticity: 6,
    safeLag: 120,
    finalizedLag: 1200,
    baseFeeScalar: 2000,
    blobBaseFeeScalar: 900_000,
  },
  worldchain: { ...op, name: 'worldchain', chainId: 480, hasCapabilities: true },
  xlayer: {
    ...op,
    name: 'xlayer',
    chainId: 196,
    hasFlashblocksKind: true,
    blockMs: 1000,
    safeLag: 120,
    finalizedLag: 1200,
  },
  giwa: { ...op, name: 'giwa', chainId: 91_342, blockMs: 1000, safeLag: 120, finalizedLag: 1200 },
  base: {
    ...baseFlashblocks,
    name: 'base',
    blockMs: 200,
    flashblockMs: undefined,
    states: withoutSubBlocks(standardStates),
    gasLimit: 40_000_000n,
    denominator: 1000,
    flashblockSubscriptions: 'silent',
    tellsOfPool: false,
    flashblockGas: 'full',
    hasBaseTime: true,
    safeLag: 600,
    finalizedLag: 6000,
  },
  'base-flashblocks': baseFlashblocks,
}

/** Ids of their test networks. */
const testChainIds: Readonly<Partial<Record<OpStackName, number>>> = {
  op: 11_155_420,
  unichain: 1301,
  worldchain: 4801,
  xlayer: 1952,
  'base-flashblocks': 84_532,
}

/**
 * Returns the network of the OP stack that has this chain id, or whose test network has it. Blocks of Base are those
 * with flashblocks.
 */
export function networkWithId(chainId: number | undefined): OpStackName | undefined {
  if (chainId === undefined) return undefined
  const names = (Object.keys(records) as OpStackName[]).filter((name) => name !== 'base')
  return names.find((name) => records[name].chainId === chainId || testChainIds[name] === chainId)
}

/** Contracts of L2s on Ethereum, where viem's chains have them. */
const knownContracts: Readonly<Partial<Record<string, Partial<L1Contracts>>>> = {
  op: {
    portal: '0xbEb5Fc579115071764c7423A4f12eDde41f106Ed',
    disputeGameFactory: '0xe5965Ab5962eDc7477C8520243A95517CD252fA9',
    l1StandardBridge: '0x99C9fc46f92E8a1c0deC1b1747d010903E884bE1',
  },
  unichain: {
    portal: '0x0bd48f6B86a26D3a217d0Fa6FfE2B491B956A7a2',
    disputeGameFactory: '0x2F12d621a16e2d3285929C9996f478508951dFe4',
    l1StandardBridge: '0x81014F44b0a345033bB2b3B21C7a1A308B35fEeA',
  },
  worldchain: {
    portal: '0xd5ec14a83B7d95BE1E2Ac12523e2dEE12Cbeea6C',
    disputeGameFactory: '0x069c4c579671f8c120b1327a73217D01Ea2EC5ea',
    l1StandardBridge: '0x470458C91978D2d929704489Ad730DC3E3001113',
  },
  base: {
    portal: '0x49048044D57e1C92A77f79988d21Fa8fAF74E97e',
    disputeGameFactory: '0x43edB88C4B80fDD2AdFF2412A7BebF9dF42cB40e',
    l1StandardBridge: '0x3154Cf16ccdb4C6d922629664174b904d80F2C35',
  },
}

/** Portals of the test networks on Sepolia, by chain id, where viem's chains have them. */
const testPortals: Readonly<Partial<Record<number, Hex>>> = {
  11155420: '0x16Fc5058F25648194471939df75CF27A2fdC48BC',
  1301: '0x0d83dab629f0e0F9d36c0Cbc89B69a489f0751bD',
  4801: '0xFf6EBa109271fe6d4237EeeD4bAb1dD9A77dD1A4',
  84532: '0x49f53e41452c74589e85ca1677426ba426459e85',
  91342: '0x956962C34687A954e611A83619ABaA37Ce6bC78A',
}

/** The portal that a live chain has on its L1; none: it is not known. */
export function portalOf(chainId: number): Hex | undefined {
  const name = networkWithId(chainId)
  const contracts = knownContracts[name === 'base-flashblocks' ? 'base' : (name ?? '')]
  return testPortals[chainId] ?? contracts?.portal
}

/** Where the L1 beside a chain has its contracts: those that viem knows by its addresses, the others by the id of the L2. */
export function l1ContractsOf({ name, chainId }: { name: string; chainId: number }): L1Contracts {
  const known = knownContracts[name === 'base-flashblocks' ? 'base' : name]
  const own = (index: number): Hex =>
    `0x4c31${chainId.toString(16).padStart(34, '0')}${index.toString(16).padStart(2, '0')}`
  return {
    portal: own(1),
    disputeGameFactory: own(2),
    l1StandardBridge: own(3),
    l1CrossDomainMessenger: own(4),
    systemConfig: own(5),
    anchorStateRegistry: own(6),
    optimismMintableERC20Factory: own(7),
    game: own(8),
    ...known,
  }
}

/** What viem's actions for L2s look for of a chain: contracts here, and those on its L1; `live`: of a live bridge. */
export function bridgeContractsOf(
  network: { name: string; chainId: number },
  l1ChainId = 1,
  live: Partial<L1Contracts> = {},
) {
  const { portal, disputeGameFactory, l1StandardBridge } = { ...l1ContractsOf(network), ...live }
  const onL1 = (address: Hex) => ({ [l1ChainId]: { address } })
  return {
    ...opStackContracts,
    l2CrossDomainMessenger: { address: '0x4200000000000000000000000000000000000007' },
    l2StandardBridge: { address: '0x4200000000000000000000000000000000000010' },
    portal: onL1(portal),
    disputeGameFactory: onL1(disputeGameFactory),
    l1StandardBridge: onL1(l1StandardBridge),
  } as const
}

/** Contracts of the OP stack, by the names by which viem's actions look for them. */
export const opStackContracts = {
  gasPriceOracle: { address: '0x420000000000000000000000000000000000000F' },
  l1Block: { address: '0x4200000000000000000000000000000000000015' },
  l2ToL1MessagePasser: { address: '0x4200000000000000000000000000000000000016' },
} as const
