import { standardStates, standardSync, withoutSubBlocks } from '../../devnet/options/chainStates.ts'
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

/** Contracts of the OP stack, by the names by which viem's actions look for them. */
export const opStackContracts = {
  gasPriceOracle: { address: '0x420000000000000000000000000000000000000F' },
  l1Block: { address: '0x4200000000000000000000000000000000000015' },
  l2ToL1MessagePasser: { address: '0x4200000000000000000000000000000000000016' },
} as const
