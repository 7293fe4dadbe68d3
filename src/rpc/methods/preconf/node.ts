import * as v from 'valibot'
import { standardStates, standardSync } from '../../../devnet/options/chainStates.ts'
import { quantity } from '../../../lib/hex.ts'
import type { NetworkFacts } from '../../../types/network.ts'
import { formatMetrics } from '../../format/metrics.ts'
import { defineMethod, type Method } from '../../method.ts'
import { RpcError } from '../../rpcError.ts'
import { address, data } from '../../schema/data.ts'

import { field, object } from '../../schema/object.ts'
import { looseInteger, looseQuantity64, looseQuantity256 } from '../../schema/quantity.ts'

const connection = defineMethod({
  name: 'preconf_connection',
  summary: "Id of the client's connection, for faults of one connection; not over HTTP.",
  params: v.strictTuple([]),
  handler: ({ connection: own }) => {
    if (own !== undefined) return own.id
    throw new RpcError(
      -32000,
      'requests over HTTP have no connection of their own: use a WebSocket',
    )
  },
})

const forkInfo = defineMethod({
  name: 'preconf_forkInfo',
  summary: 'The upstream chain of a fork and how much was fetched; `null` without a fork.',
  params: v.strictTuple([]),
  handler: ({ devnet }) => {
    const info = devnet.forked.live?.info(devnet.chain.head.state)
    if (info === undefined) return null
    return { ...info, blockNumber: quantity(info.blockNumber) }
  },
})

const listChains = defineMethod({
  name: 'preconf_listChains',
  summary:
    "The server's chains at paths such as /1: id, whether asleep, whether acquired, open requests and sockets.",
  params: v.strictTuple([]),
  handler: ({ devnet }) =>
    devnet.metrics.chains().map((chain) => ({ ...chain, uses: quantity(chain.uses) })),
})

const networkInfo = defineMethod({
  name: 'preconf_networkInfo',
  summary:
    'The record of the network that the chain is like: cadence, states and what shows them, synchronous send, refused methods, whether another chain is beside it, what is not modelled, sources.',
  params: v.strictTuple([]),
  handler: ({ devnet }) => {
    const { network, slotsInAnEpoch, finalizedLag = 2 * slotsInAnEpoch } = devnet.settings
    const { blockMs, flashblockMs } = devnet.schedule.cadence
    const chainId = Number(devnet.protocol.chainId)
    const record = network ?? { ...ethereum, chainId, blockMs, flashblockMs }
    const lags = { safeLag: slotsInAnEpoch, finalizedLag }
    const hasBridge = devnet.members.length > 1
    return formatNetwork({ ...record, ...lags, hasBridge }, devnet.hooks.networkFacts)
  },
})

const ethereum = { name: 'ethereum', states: standardStates, sync: standardSync }

/** Formats a record with its amounts as quantities, and what is said of the network. */
function formatNetwork(record: object, facts: NetworkFacts = { notModelled: [], sources: [] }) {
  return { ...withQuantities(record), ...facts }
}

function withQuantities(value: object): object {
  const members = Object.entries(value).map(([name, member]) => {
    if (typeof member === 'bigint') return [name, quantity(member)]
    const isRecord = typeof member === 'object' && member !== null && !Array.isArray(member)
    return [name, isRecord ? withQuantities(member) : member]
  })
  return Object.fromEntries(members)
}

const metrics = defineMethod({
  name: 'preconf_metrics',
  summary: 'Counters and durations: ticks, flashblocks, seals, requests, queues, connections.',
  params: v.strictTuple([]),
  handler: ({ devnet }) => formatMetrics(devnet.readMetrics()),
})

const request = object({
  from: address,
  to: field(address),
  mint: field(looseQuantity256),
  value: field(looseQuantity256),
  gas: field(looseQuantity64),
  data: field(data),
})

const deposit = defineMethod({
  name: 'preconf_deposit',
  summary:
    'On an OP-stack chain, adds an L1 deposit to the next block: `from`, and `to`, `mint`, `value`, `gas`, `data`; returns its hash.',
  params: v.strictTuple([request]),
  handler: async ({ devnet }, [wanted]) => (await devnet.l1.deposit(wanted)).hash,
})

const values = object({
  number: field(looseQuantity64),
  timestamp: field(looseQuantity64),
  baseFee: field(looseQuantity256),
  blobBaseFee: field(looseQuantity256),
  baseFeeScalar: field(looseInteger),
  blobBaseFeeScalar: field(looseInteger),
  operatorFeeScalar: field(looseInteger),
  operatorFeeConstant: field(looseQuantity64),
  daFootprintGasScalar: field(looseInteger),
})

const setL1 = defineMethod({
  name: 'preconf_setL1',
  summary:
    'On an OP-stack chain, sets the L1 `baseFee` and `blobBaseFee` in wei, the scalars, and `number` and `timestamp` of the next L1 block.',
  params: v.strictTuple([values]),
  handler: ({ devnet }, [wanted]) => devnet.l1.set(wanted),
})

export const preconfNodeMethods: readonly Method[] = [
  connection,
  deposit,
  listChains,
  forkInfo,
  metrics,
  networkInfo,
  setL1,
]
