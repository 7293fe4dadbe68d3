import * as v from 'valibot'
import { type ForkConfig, forkConfigs } from '../../../execution/forkConfig.ts'
import { bytesToHex, quantity } from '../../../lib/hex.ts'
import { defineMethod } from '../../method.ts'

/** Spec: EIP-7910, execution-apis `eth_config`. */
export const config = defineMethod({
  name: 'eth_config',
  summary: 'Protocol parameters now, after the next fork by time and after the last one.',
  params: v.strictTuple([]),
  handler: async ({ devnet }) => {
    const { protocol, chain } = devnet
    const { genesis, head } = chain
    const { current, next, last } = forkConfigs({
      rules: protocol.rules,
      commonAt: (number, timestamp) => protocol.commonAt(number, timestamp),
      genesis: { hash: genesis.header.hash(), timestamp: genesis.header.timestamp },
      headTimestamp: head.header.timestamp,
    })
    const format = (fork: ForkConfig | undefined) => fork && formatFork(fork, protocol.chainId)
    return {
      current: format(current) ?? null,
      next: format(next) ?? null,
      last: format(last) ?? null,
    }
  },
})

function formatFork(fork: ForkConfig, chainId: bigint) {
  const { activationTime, blobSchedule, precompiles, systemContracts } = fork
  return {
    activationTime: Number(activationTime),
    blobSchedule: blobSchedule ?? null,
    chainId: quantity(chainId),
    forkId: bytesToHex(fork.forkHash),
    precompiles,
    systemContracts,
  }
}
