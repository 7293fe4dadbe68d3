import type { CompatName, DevnetOptions, MiningMode } from '../../types/options/options.ts'
import { flag, InvalidOption } from './optionValues.ts'

/** Nodes that seal each transaction at once, unless they are given a block time. */
const autominingPeers: ReadonlySet<CompatName> = new Set<CompatName>([
  'anvil',
  'hardhat',
  'hardhat2',
  'hardhat3',
  'ganache',
])

/** Time between blocks; none for 0 in Ganache, which seals each transaction at once then. */
export function blockTimeOf({ compat, blockTime }: DevnetOptions): DevnetOptions['blockTime'] {
  return compat === 'ganache' && Number(blockTime) === 0 ? undefined : blockTime
}

/** What the node does by itself that the devnet is told to be. */
function peerMining({ compat, blockTime, flashblockTime }: DevnetOptions): MiningMode | undefined {
  if (compat === undefined || !autominingPeers.has(compat)) return undefined
  if (flashblockTime !== undefined) return undefined
  return blockTime === undefined ? 'auto' : 'interval'
}

/** The mode that the option and its switches ask for, if any. Throws an `InvalidOption` when two of them contradict. */
export function miningMode(options: DevnetOptions): MiningMode | undefined {
  const { mining, flashblocks } = options
  const asked: [option: keyof DevnetOptions, mode: MiningMode][] = []
  if (mining !== undefined) asked.push(['mining', mining])
  if (flag('noMining', options.noMining ?? false)) asked.push(['noMining', 'manual'])
  if (flag('mixedMining', options.mixedMining ?? false)) asked.push(['mixedMining', 'mixed'])
  const [first] = asked
  const other = asked.find(([, mode]) => mode !== first?.[1])
  if (first !== undefined && other !== undefined) throw contradiction(other[0], first)
  if (flashblocks === undefined) return first?.[1] ?? peerMining(options)
  const isContradicted =
    flag('flashblocks', flashblocks) === (first !== undefined && first[1] !== 'flashblocks')
  if (first !== undefined && isContradicted) throw contradiction('flashblocks', first)
  return first?.[1] ?? (flashblocks ? 'flashblocks' : 'interval')

  function contradiction(
    option: keyof DevnetOptions,
    [by, mode]: readonly [string, MiningMode],
  ): InvalidOption {
    return new InvalidOption(option, options[option], `leave it out, as ${by} asks for ${mode}`)
  }
}
