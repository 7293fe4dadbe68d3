import type { NetworkName, NetworkRecord, RecordName } from '../../types/network.ts'
import { arbitrum, robinhood } from './arbitrum/record.ts'
import { avalanche } from './avalanche/record.ts'
import { bnb } from './bnb/record.ts'
import { etherlink } from './etherlink/record.ts'
import { hyperevm } from './hyperevm/record.ts'
import { mantle } from './mantle/record.ts'
import { megaeth } from './megaeth/record.ts'
import { mevCommit } from './mevCommit/record.ts'
import { monad } from './monad/record.ts'
import { records as opStackRecords, networkWithId as opStackWithId } from './opStack.ts'
import { polygon, polygonPreconf } from './polygon/record.ts'
import { rise } from './rise/record.ts'

/** The records of all networks, by name. */
export const records: Readonly<Record<RecordName, NetworkRecord>> = {
  ...opStackRecords,
  arbitrum,
  avalanche,
  bnb,
  mantle,
  etherlink,
  hyperevm,
  megaeth,
  'mev-commit': mevCommit,
  monad,
  polygon,
  'polygon-preconf': polygonPreconf,
  rise,
  robinhood,
}

/** Ids of test networks of those that are not of the OP stack. */
const testChainIds: Readonly<Partial<Record<RecordName, readonly number[]>>> = {
  arbitrum: [421_614],
  avalanche: [43_113],
  bnb: [97],
  mantle: [5003],
  etherlink: [127_823, 128_123],
  hyperevm: [998],
  megaeth: [6343],
  monad: [10_143],
  polygon: [80_002],
  rise: [11_155_931],
  robinhood: [46_630],
}

/** The names of the records. */
export const recordNames = Object.keys(records) as readonly RecordName[]

/** What `network` and `--network` take, in the order in which they are listed. */
export const networkNames: readonly NetworkName[] = [
  'ethereum',
  'op',
  'optimism',
  ...recordNames.filter((name) => name !== 'op'),
]

/** An endpoint of Ethereum, which has the chain id of it: used by its name alone. */
const endpoint = 'mev-commit'

/** Returns the network that has this chain id, or whose test network has it. Blocks of Base are those with flashblocks. */
export function networkWithId(chainId: number | undefined): RecordName | undefined {
  if (chainId === undefined) return undefined
  const own = recordNames.find(
    (name) =>
      name !== endpoint &&
      records[name].rules !== 'opStack' &&
      (records[name].chainId === chainId || testChainIds[name]?.includes(chainId)),
  )
  return own ?? opStackWithId(chainId)
}
