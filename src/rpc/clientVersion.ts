import { version } from '../lib/version.ts'
import type { CompatName } from '../types/options/options.ts'

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
