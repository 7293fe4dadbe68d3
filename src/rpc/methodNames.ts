import type { Peer } from '../devnet/options/compatRules.ts'
import type { Context } from './method.ts'

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
