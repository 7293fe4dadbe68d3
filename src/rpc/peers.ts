import type { Peer } from '../devnet/options/compatRules.ts'
import { version } from '../lib/version.ts'
import type { CompatName } from '../types/options/options.ts'
import type { Context } from './method.ts'

const ours = `preconf/${version}`

/**
 * How the devnet names itself: with the beginning by which tools know the node it stands for, in a
 * version to which they talk as they should talk to us. Base's node is known by nothing.
 */
export function clientVersion(compat: CompatName): string {
  switch (compat) {
    case 'hardhat':
    case 'hardhat2':
      return `HardhatNetwork/2.29.1/${ours}`
    case 'hardhat3':
      return `HardhatNetwork/3.18.0/${ours}`
    case 'ganache':
      return `Ganache/v7.9.2/EthereumJS TestRPC/v7.9.2/ethereum-js (${ours})`
    case 'geth':
      return `Geth/v1.16.7-stable/${ours}`
    case 'anvil':
    case 'base':
      return `anvil/v1.7.1 (${ours})`
  }
}

const ganacheNames = /^(ganache_|miner_|evm_setAccount)/

/** Whose words a request is in: by the prefix used, and where that is everybody's by `compat`. */
export function peerOf({ calledAs, devnet }: Pick<Context, 'calledAs' | 'devnet'>): Peer {
  if (calledAs.startsWith('hardhat_')) return 'hardhat'
  if (ganacheNames.test(calledAs)) return 'ganache'
  const isCommon = !calledAs.startsWith('anvil_') && !calledAs.startsWith('tenderly_')
  return isCommon ? devnet.settings.compatRules.peer : 'anvil'
}

/** What is answered when there is nothing to tell. */
export function done(context: Pick<Context, 'calledAs' | 'devnet'>): true | null {
  return peerOf(context) === 'anvil' ? null : true
}

/** The names of a method for tools of other nodes (viem's test client has a mode for each), and under the prefix that all have. */
export function alsoCalled<const word extends string>(
  word: word,
): readonly [`hardhat_${word}`, `ganache_${word}`, `evm_${word}`] {
  return [`hardhat_${word}`, `ganache_${word}`, `evm_${word}`]
}
