import type { NetworkBehaviour } from '../behaviour.ts'
import { ownRules } from '../ownRules.ts'

/** Polygon PoS. */
export const behaviour: NetworkBehaviour = {
  facts: {
    notModelled: [
      'Whether the mainnet has pre-confirmations is not confirmed: `polygon` is without them, `polygon-preconf` has them.',
      'A checkpoint is due when the pool holds 16 transactions or 1/128 of the gas, looked at every 20 ms.',
      'The block after a sealed one does not run before that is imported.',
      'The sequence store of producers and its streams are missing, as is the limit of 4,096 synchronous sends.',
      'The logs of the contract of POL (0x…1010), transactions of state-sync and methods of `bor_` are missing.',
      'Milestones come two blocks later. `safe` names the same block; nodes say that they have none.',
      'A tip of less than 25 gwei is taken.',
    ],
    sources: [
      { from: '0xPolygon/bor, eth/sequencer and internal/ethapi', date: '2026-09-30', sure: 3 },
      { from: '0xPolygon/bor at ab927186, params', date: '2025-09-17', sure: 3 },
      { from: 'viem/chains, polygon: the time between blocks', date: '2026-08-22', sure: 2 },
      { from: 'the gas limit of blocks (PIP-60)', date: '2025-09-17', sure: 1 },
    ],
  },
  rules: (record) => ownRules(record),
  answers: {
    receipt: (shown, _receipt, { kind }) =>
      kind === 'sealed' ? shown : { ...shown, blockHash: null, preconfirmation: true },
  },
}
