import * as v from 'valibot'
import type { LiveChain } from '../../../devnet/live/liveChain.ts'
import { clientVersion } from '../../clientVersion.ts'
import { defineMethod } from '../../method.ts'
import { alsoCalled, peerOf } from '../../peer.ts'

function forkedNetwork(live: LiveChain | undefined) {
  if (live === undefined) return {}
  const { chainId, number, hash } = live.point
  return {
    forkedNetwork: { chainId, forkBlockNumber: Number(number), forkBlockHash: hash },
  }
}

/** As Hardhat answers it; anvil tells of snapshots too. Ignition looks at `instanceId`. */
export const metadata = defineMethod({
  name: 'anvil_metadata',
  aliases: alsoCalled('metadata'),
  summary: 'Name, chain id, head, and an id that changes at each start and each reset.',
  params: v.strictTuple([]),
  handler: (context) => {
    const { devnet, reader } = context
    const { head } = reader
    const snapshots = Object.fromEntries(
      devnet.history.kept
        .filter(({ kind }) => kind === 'snapshot')
        .map(({ id, head: { number, hash } }) => [id, [Number(number), hash]]),
    )
    return {
      clientVersion: clientVersion(devnet.settings.compat),
      chainId: Number(devnet.protocol.chainId),
      instanceId: devnet.runs.id,
      latestBlockNumber: Number(head.number),
      latestBlockHash: head.hash,
      ...forkedNetwork(devnet.forked.live),
      ...(peerOf(context) === 'anvil' && { snapshots }),
    }
  },
})
