import type { NetworkName, NetworkRecord, OpStackName } from '../../types/network.ts'
import type { ViemChain } from '../../types/viemClients.ts'

/** Sources and what could not be verified: docs/networks.md. */
const op: NetworkRecord = {
  name: 'op',
  chainId: 10,
  blockMs: 2000,
  flashblockMs: 250,
  gasLimit: 40_000_000n,
  denominator: 250,
  elasticity: 2,
  minBaseFee: 0n,
  flashblockSubscriptions: 'refused',
  tellsOfPool: false,
  azulTime: undefined,
  flashblockGas: 'full',
  hasBaseTime: false,
  safeLag: 60,
  finalizedLag: 600,
  baseFeeScalar: 5227,
  blobBaseFeeScalar: 1_014_213,
  operatorFeeScalar: 0,
  operatorFeeConstant: 0n,
  daFootprintGasScalar: 400,
}

const baseFlashblocks: NetworkRecord = {
  ...op,
  name: 'base-flashblocks',
  chainId: 8453,
  flashblockMs: 200,
  gasLimit: 400_000_000n,
  denominator: 100,
  elasticity: 5,
  minBaseFee: 5_000_000n,
  flashblockSubscriptions: 'served',
  tellsOfPool: true,
  azulTime: 0n,
  flashblockGas: 'cumulative',
  baseFeeScalar: 2269,
  blobBaseFeeScalar: 1_055_762,
  daFootprintGasScalar: 148,
}

/** The OP-stack networks, by name. */
export const records: Readonly<Record<OpStackName, NetworkRecord>> = {
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
  base: {
    ...baseFlashblocks,
    name: 'base',
    blockMs: 200,
    flashblockMs: undefined,
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

/** The names of those records. */
export const opStackNames = Object.keys(records) as readonly OpStackName[]

/** What `network` and `--network` take, in the order in which they are listed. */
export const networkNames: readonly NetworkName[] = [
  'ethereum',
  'op',
  'optimism',
  ...opStackNames.filter((name) => name !== 'op'),
]

/** Ids of test networks, by the network that they are like. */
const testChainIds: Readonly<Partial<Record<OpStackName, number>>> = {
  unichain: 1301,
  'base-flashblocks': 84_532,
}

/**
 * Returns the network of the OP stack that has this chain id, or whose test network has it. Blocks of Base
 * are those with flashblocks.
 */
export function networkWithId(chainId: number | undefined): OpStackName | undefined {
  const names = opStackNames.filter((name) => name !== 'base')
  return names.find((name) => records[name].chainId === chainId || testChainIds[name] === chainId)
}

/** Contracts of the OP stack, by the names by which viem's actions look for them. */
export const opStackContracts = {
  gasPriceOracle: { address: '0x420000000000000000000000000000000000000F' },
  l1Block: { address: '0x4200000000000000000000000000000000000015' },
  l2ToL1MessagePasser: { address: '0x4200000000000000000000000000000000000016' },
} as const

const multicall3 = { address: '0xcA11bde05977b3631167028862bE2a173976CA11' } as const

/** A devnet at the usual port that is as the network, as a `Chain` of viem. */
function chainOf(name: string, { chainId, blockMs, flashblockMs }: NetworkRecord): ViemChain {
  return {
    id: chainId,
    name: `preconf (${name})`,
    nativeCurrency: { name: 'Ether', symbol: 'ETH', decimals: 18 },
    rpcUrls: {
      default: { http: ['http://127.0.0.1:8545'], webSocket: ['ws://127.0.0.1:8545'] },
    },
    blockTime: blockMs,
    ...(flashblockMs !== undefined && { experimental_preconfirmationTime: flashblockMs }),
    contracts: { multicall3, ...opStackContracts },
    testnet: true,
  }
}

/**
 * A devnet started with `--network op`, as a `Chain` of viem; with viem's formatters for chains of the OP
 * stack it is `{ ...chainConfig, ...preconfOp }`, with `chainConfig` of `viem/op-stack`.
 */
export const preconfOp: ViemChain = chainOf('OP Mainnet', records.op)

/** The chain for `--network unichain`; see `preconfOp`. */
export const preconfUnichain: ViemChain = chainOf('Unichain', records.unichain)

/** The chain for `--network base`: blocks of 200 ms, and no flashblocks; see `preconfOp`. */
export const preconfBase: ViemChain = chainOf('Base', records.base)

/** The chain for `--network base-flashblocks`; see `preconfOp`. */
export const preconfBaseFlashblocks: ViemChain = chainOf(
  'Base with flashblocks',
  records['base-flashblocks'],
)
