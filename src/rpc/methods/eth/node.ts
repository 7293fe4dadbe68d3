import * as v from 'valibot'
import { isAutomining } from '../../../devnet/options/cadenceOptions.ts'
import { type ForkConfig, forkConfigs } from '../../../execution/forkConfig.ts'
import { bytesToHex, quantity } from '../../../lib/hex.ts'
import { defineMethod, type Method } from '../../method.ts'

/** Spec: execution-apis `eth_chainId`. */
const chainId = defineMethod({
  name: 'eth_chainId',
  summary: 'Chain id, for signing (EIP-155).',
  params: v.strictTuple([]),
  handler: ({ devnet }) => quantity(devnet.protocol.chainId),
})

/** Spec: EIP-7910, execution-apis `eth_config`. */
const config = defineMethod({
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

/** Nothing is ever dropped. */
const everything = { disabled: false, oldestBlock: '0x0' } as const

/** Spec: execution-apis `eth_capabilities`. */
const capabilities = defineMethod({
  name: 'eth_capabilities',
  summary: 'The earliest block with state, logs and receipts: genesis.',
  params: v.strictTuple([]),
  handler: ({ reader }) => {
    const { number, hash } = reader.head
    return {
      head: { number: quantity(number), hash },
      state: everything,
      tx: everything,
      logs: everything,
      receipts: everything,
      blocks: everything,
      stateproofs: everything,
    }
  },
})

/** Spec: execution-apis `eth_syncing`. */
const syncing = defineMethod({
  name: 'eth_syncing',
  summary: 'Whether the node is catching up: never.',
  params: v.strictTuple([]),
  handler: () => false,
})

/** Spec: execution-apis of old; web3.js still asks. */
const protocolVersion = defineMethod({
  name: 'eth_protocolVersion',
  summary: 'Version of the wire protocol of current nodes: eth/69.',
  params: v.strictTuple([]),
  handler: () => '0x45',
})

/** Spec: execution-apis `eth_coinbase`. */
const coinbase = defineMethod({
  name: 'eth_coinbase',
  summary: 'The fee recipient of the next block (coinbase).',
  params: v.strictTuple([]),
  handler: async ({ reader }) => {
    const { header } = await reader.context({ tag: 'pending' })
    return bytesToHex(header.coinbase.bytes)
  },
})

/** Answers as ganache does; viem reads the state of automine by it. */
const mining = defineMethod({
  name: 'eth_mining',
  summary: 'Whether automining is on. With `compat: hardhat` false.',
  params: v.strictTuple([]),
  handler: ({ devnet }) =>
    devnet.settings.compatRules.minesByMining && isAutomining(devnet.schedule.cadence),
})

/** Answers as geth did before the merge. */
const hashrate = defineMethod({
  name: 'eth_hashrate',
  summary: 'Hashes per second spent on proof of work: none.',
  params: v.strictTuple([]),
  handler: () => '0x0',
})

/** Answers as ganache does. */
const submitHashrate = defineMethod({
  name: 'eth_submitHashrate',
  summary: 'Always false: there is no mining.',
  params: v.strictTuple([v.string(), v.string()]),
  handler: () => false,
})

/** Answers as ganache does. */
const getWork = defineMethod({
  name: 'eth_getWork',
  summary: 'Work for miners: none.',
  params: v.strictTuple([]),
  handler: () => [],
})

/** Answers as ganache does. */
const submitWork = defineMethod({
  name: 'eth_submitWork',
  summary: 'Always false: there is no mining.',
  params: v.strictTuple([v.string(), v.string(), v.string()]),
  handler: () => false,
})

/** Answers as nodes did when they had compilers. */
const getCompilers = defineMethod({
  name: 'eth_getCompilers',
  summary: 'Compilers of the node: none.',
  params: v.strictTuple([]),
  handler: () => [],
})

export const ethNodeMethods: readonly Method[] = [
  capabilities,
  chainId,
  coinbase,
  config,
  getCompilers,
  getWork,
  hashrate,
  mining,
  protocolVersion,
  submitHashrate,
  submitWork,
  syncing,
]
