import type { DevnetOptions, MiningMode } from '../types/options.ts'
import { flag, InvalidOption } from './optionValues.ts'

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
  if (flashblocks === undefined) return first?.[1]
  const isContradicted =
    flag('flashblocks', flashblocks) === (first !== undefined && first[1] !== 'flashblocks')
  if (first !== undefined && isContradicted) throw contradiction('flashblocks', first)
  return first?.[1] ?? (flashblocks ? 'flashblocks' : 'interval')

  function contradiction(
    option: keyof DevnetOptions,
    [by, mode]: readonly [string, MiningMode],
  ): InvalidOption {
    return new InvalidOption(option, options[option], `leave it out, ${by} asks for ${mode}`)
  }
}
