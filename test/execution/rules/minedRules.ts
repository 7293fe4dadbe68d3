import { type FinalHardfork, hardforks } from '../../../src/ethereumjs/protocol/hardforks.ts'
import { type Protocol, protocolOf } from '../../../src/ethereumjs/protocol/protocol.ts'

/** A chain with proof of work that is at the hardfork from its first block on. */
function minedProtocol(hardfork: FinalHardfork): Protocol {
  const forks = hardforks
    .slice(0, hardforks.indexOf(hardfork) + 1)
    .map((name) => ({ name, block: 0n }))
  const rules = { chainId: 1, forks, blobSchedules: {}, proofOfWork: true }
  return protocolOf(rules, { transactionGasCap: true })
}

export function minedRules(hardfork: FinalHardfork) {
  return minedProtocol(hardfork).commonAt(0n, 0n)
}
