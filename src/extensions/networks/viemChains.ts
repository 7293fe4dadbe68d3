import { readsPending } from '../../devnet/options/chainStates.ts'
import type { NetworkRecord } from '../../types/network.ts'
import type { ViemChain } from '../../types/viemClients.ts'
import { arbitrum, robinhood } from './arbitrum/record.ts'
import { avalanche } from './avalanche/record.ts'
import { bnb } from './bnb/record.ts'
import { etherlink } from './etherlink/record.ts'
import { hyperevm } from './hyperevm/record.ts'
import { mantle } from './mantle/record.ts'
import { megaeth } from './megaeth/record.ts'
import { mevCommit } from './mevCommit/record.ts'
import { monad } from './monad/record.ts'
import { bridgeContractsOf, records as opStack } from './opStack.ts'
import { polygon, polygonPreconf } from './polygon/record.ts'
import { rise } from './rise/record.ts'

const multicall3 = { address: '0xcA11bde05977b3631167028862bE2a173976CA11' } as const

const ether = { name: 'Ether', symbol: 'ETH' }

/** Makes the chain of a devnet at the usual port that is as the network. */
function chainOf(name: string, record: NetworkRecord): ViemChain {
  const { chainId, blockMs, flashblockMs, currency = ether, rules } = record
  return {
    id: chainId,
    name: `preconf (${name})`,
    nativeCurrency: { ...currency, decimals: 18 },
    rpcUrls: {
      default: { http: ['http://127.0.0.1:8545'], webSocket: ['ws://127.0.0.1:8545'] },
    },
    blockTime: blockMs,
    ...(flashblockMs !== undefined &&
      readsPending(record) && { experimental_preconfirmationTime: flashblockMs }),
    contracts: { multicall3, ...(rules === 'opStack' && bridgeContractsOf(record)) },
    testnet: true,
  }
}

/**
 * A devnet started with `--network op`, as a `Chain` of viem; with viem's formatters for chains of the OP
 * stack it is `{ ...chainConfig, ...preconfOp }`, with `chainConfig` of `viem/op-stack`.
 */
export const preconfOp: ViemChain = chainOf('OP Mainnet', opStack.op)

/** The chain for `--network unichain`; see `preconfOp`. */
export const preconfUnichain: ViemChain = chainOf('Unichain', opStack.unichain)

/** The chain for `--network worldchain`; see `preconfOp`. */
export const preconfWorldChain: ViemChain = chainOf('World Chain', opStack.worldchain)

/** The chain for `--network xlayer`; see `preconfOp`. */
export const preconfXLayer: ViemChain = chainOf('X Layer', opStack.xlayer)

/** The chain for `--network giwa`; see `preconfOp`. */
export const preconfGiwa: ViemChain = chainOf('GIWA Sepolia', opStack.giwa)

/** The chain for `--network base`: blocks of 200 ms, and no flashblocks; see `preconfOp`. */
export const preconfBase: ViemChain = chainOf('Base', opStack.base)

/** The chain for `--network base-flashblocks`; see `preconfOp`. */
export const preconfBaseFlashblocks: ViemChain = chainOf(
  'Base with flashblocks',
  opStack['base-flashblocks'],
)

/** The chain for `--network arbitrum`; see `preconfOp`. */
export const preconfArbitrum: ViemChain = chainOf('Arbitrum One', arbitrum)

/** The chain for `--network avalanche`; see `preconfOp`. */
export const preconfAvalanche: ViemChain = chainOf('Avalanche', avalanche)

/** The chain for `--network bnb`; see `preconfOp`. */
export const preconfBnb: ViemChain = chainOf('BNB Smart Chain', bnb)

/** The chain for `--network mantle`; see `preconfOp`. */
export const preconfMantle: ViemChain = chainOf('Mantle', mantle)

/** The chain for `--network etherlink`; see `preconfOp`. */
export const preconfEtherlink: ViemChain = chainOf('Etherlink', etherlink)

/** The chain for `--network hyperevm`; see `preconfOp`. */
export const preconfHyperevm: ViemChain = chainOf('HyperEVM', hyperevm)

/** The chain for `--network megaeth`; see `preconfOp`. */
export const preconfMegaeth: ViemChain = chainOf('MegaETH', megaeth)

/** The chain for `--network mev-commit`; see `preconfOp`. */
export const preconfMevCommit: ViemChain = chainOf('Ethereum by mev-commit', mevCommit)

/** The chain for `--network monad`; see `preconfOp`. */
export const preconfMonad: ViemChain = chainOf('Monad', monad)

/** The chain for `--network polygon`; see `preconfOp`. */
export const preconfPolygon: ViemChain = chainOf('Polygon', polygon)

/** The chain for `--network polygon-preconf`; see `preconfOp`. */
export const preconfPolygonPreconf: ViemChain = chainOf(
  'Polygon with pre-confirmations',
  polygonPreconf,
)

/** The chain for `--network rise`; see `preconfOp`. */
export const preconfRise: ViemChain = chainOf('RISE', rise)

/** The chain for `--network robinhood`; see `preconfOp`. */
export const preconfRobinhood: ViemChain = chainOf('Robinhood Chain', robinhood)
