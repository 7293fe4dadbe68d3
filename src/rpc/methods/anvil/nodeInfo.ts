import * as v from 'valibot'
import type { LiveChain } from '../../../devnet/live/liveChain.ts'
import { quantity } from '../../../lib/hex.ts'
import { defineMethod } from '../../method.ts'
import { alsoCalled } from '../../peer.ts'

/** Of the URL scheme and host only: the rest may be a secret. */
function forkConfig(live: LiveChain | undefined) {
  if (live === undefined) return { forkUrl: null, forkBlockNumber: null, forkRetryBackoff: null }
  return {
    forkUrl: live.upstreams[0] ?? null,
    forkBlockNumber: Number(live.number),
    forkRetryBackoff: live.settings.source.upstream?.retryBackoffMs ?? null,
  }
}

/** As anvil answers it; forge and hardhat-viem know a development node by it. */
export const nodeInfo = defineMethod({
  name: 'anvil_nodeInfo',
  aliases: alsoCalled('nodeInfo'),
  summary: 'Head, hardfork, order of transactions, and what the next block has.',
  params: v.strictTuple([]),
  handler: async ({ devnet, reader }) => {
    const { settings, suggestedTip } = devnet
    const { head } = reader
    const { header: next } = await reader.context({ tag: 'pending' })
    const baseFee = next.baseFeePerGas ?? 0n
    return {
      currentBlockNumber: quantity(head.number),
      currentBlockTimestamp: Number(head.header.timestamp),
      currentBlockHash: head.hash,
      hardFork: next.common.hardfork(),
      transactionOrder: settings.order,
      environment: {
        baseFee: quantity(baseFee),
        chainId: Number(devnet.protocol.chainId),
        gasLimit: quantity(next.gasLimit),
        gasPrice: quantity(baseFee + suggestedTip),
      },
      forkConfig: forkConfig(devnet.forked.live),
      network: null,
    }
  },
})
