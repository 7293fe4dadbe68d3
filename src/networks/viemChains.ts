import type { NetworkRecord } from '../types/network.ts'
import type { ViemChain } from '../types/viemChain.ts'
import { records } from './records.ts'

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

/** As `preconfOp`, for `--network unichain`. */
export const preconfUnichain: ViemChain = chainOf('Unichain', records.unichain)

/** As `preconfOp`, for `--network base`: blocks of 200 ms, and no flashblocks. */
export const preconfBase: ViemChain = chainOf('Base', records.base)

/** As `preconfOp`, for `--network base-flashblocks`. */
export const preconfBaseFlashblocks: ViemChain = chainOf(
  'Base with flashblocks',
  records['base-flashblocks'],
)
