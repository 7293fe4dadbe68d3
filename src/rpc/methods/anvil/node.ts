import * as v from 'valibot'
import type { Devnet } from '../../../devnet/devnet.ts'
import type { LiveChain } from '../../../devnet/hooks/liveChain.ts'
import { forkAgain } from '../../../devnet/options/forkOptions.ts'
import { gzipped } from '../../../files/fileSource.ts'
import { bytesToHex, quantity } from '../../../lib/hex.ts'
import { defineMethod, type Method } from '../../method.ts'
import { alsoCalled, clientVersion, done, peerOf } from '../../peers.ts'
import { invalidParams, noFork } from '../../rpcError.ts'

import { data } from '../../schema/data.ts'
import { field, object } from '../../schema/object.ts'
import { Problem, refined } from '../../schema/parsed.ts'
import { looseQuantity64 } from '../../schema/quantity.ts'

/** Returns the fork's scheme and host only: the rest of the URL may be a secret. */
function forkConfig(live: LiveChain | undefined) {
  if (live === undefined) return { forkUrl: null, forkBlockNumber: null, forkRetryBackoff: null }
  return {
    forkUrl: live.upstreams[0] ?? null,
    forkBlockNumber: Number(live.number),
    forkRetryBackoff: live.settings.source.upstream?.retryBackoffMs ?? null,
  }
}

/** Answers as anvil does; forge and hardhat-viem recognise a development node by it. */
const nodeInfo = defineMethod({
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

function forkedNetwork(live: LiveChain | undefined) {
  if (live === undefined) return {}
  const { chainId, number, hash } = live.point
  return {
    forkedNetwork: { chainId, forkBlockNumber: Number(number), forkBlockHash: hash },
  }
}

/** Answers as Hardhat does; anvil includes snapshots too. Ignition reads `instanceId`. */
const metadata = defineMethod({
  name: 'anvil_metadata',
  aliases: alsoCalled('metadata'),
  summary: 'Name, chain id, head, and an id that changes at each start and reset.',
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

/** viem's value of an absent number, where no JSON makes it null. */
const noNumber = v.pipe(
  v.nan(),
  v.transform(() => undefined),
)

const fields = {
  jsonRpcUrl: field(v.string('expected a string')),
  blockNumber: field(v.union([noNumber, looseQuantity64])),
}

/** Hardhat and Anvil nest the request; Anvil takes it flat too. viem sends a null number when none is given. */
const request = object({ forking: field(object(fields)), ...fields })

/** Where to begin from, as it is asked for. */
interface Wanted {
  readonly jsonRpcUrl?: string | undefined
  readonly blockNumber?: bigint | undefined
}

const reset = defineMethod({
  name: 'anvil_reset',
  aliases: alsoCalled('reset'),
  summary:
    'Restores the start and deletes all snapshots; with a URL or block number, forks a live chain.',
  params: v.strictTuple([v.optional(request)]),
  handler: async (context, [given]) => {
    const { devnet } = context
    const { forking = given } = given ?? {}
    const fork = forking && forkOf(devnet, forking)
    const isChanged =
      fork !== undefined || (given === undefined && devnet.forked.live !== undefined)
    if (isChanged) await devnet.beginFrom(fork)
    else await devnet.history.reset()
    return done(context)
  },
})

/** The fork that is asked for; none where there is no fork and none is named. */
function forkOf({ forked, settings }: Devnet, { jsonRpcUrl: url = '', blockNumber }: Wanted) {
  const now = forked.live?.settings
  if (now === undefined && url === '') {
    if (blockNumber === undefined) return undefined
    throw invalidParams('Forking not enabled and RPC URL not provided to start forking')
  }
  const chosen = { url: url === '' ? undefined : url, blockNumber }
  return forkAgain(now, chosen, settings.limits.upstreamBytes)
}

const setRpcUrl = defineMethod({
  name: 'anvil_setRpcUrl',
  aliases: alsoCalled('setRpcUrl'),
  summary: 'Switches a fork to another upstream URL of the same chain.',
  params: v.strictTuple([v.string('expected a string')]),
  handler: ({ devnet }, [url]) => {
    const { live } = devnet.forked
    if (live === undefined && !devnet.settings.compatRules.redirectsWithoutFork) throw noFork()
    live?.redirect([url])
    return null
  },
})

const chainId = v.pipe(
  looseQuantity64,
  refined((value) =>
    value >= 1n && value <= BigInt(Number.MAX_SAFE_INTEGER)
      ? Number(value)
      : new Problem('expected a number from 1 to 2^53 - 1'),
  ),
)

const setChainId = defineMethod({
  name: 'anvil_setChainId',
  aliases: alsoCalled('setChainId'),
  summary: 'Sets the chain id from the next block on; drops pooled transactions of the old one.',
  params: v.strictTuple([chainId]),
  handler: async (context, [id]) => {
    await context.devnet.development.setChainId(id)
    return done(context)
  },
})

const setLoggingEnabled = defineMethod({
  name: 'anvil_setLoggingEnabled',
  aliases: alsoCalled('setLoggingEnabled'),
  summary: 'Switches whether the command prints blocks and transactions.',
  params: v.strictTuple([v.boolean('expected a boolean')]),
  handler: (context, [on]) => {
    context.devnet.development.isLogging = on
    return done(context)
  },
})

const enableTraces = defineMethod({
  name: 'anvil_enableTraces',
  aliases: alsoCalled('enableTraces'),
  summary: 'No-op: every transaction can be traced.',
  params: v.strictTuple([]),
  handler: (context) => done(context),
})

/** Answers as anvil does. */
const dumpState = defineMethod({
  name: 'anvil_dumpState',
  aliases: alsoCalled('dumpState'),
  summary: 'The chain as a gzipped state file; optionally with past states.',
  weight: 'long',
  params: v.strictTuple([v.nullish(v.boolean('expected a boolean'))]),
  handler: async ({ devnet }, [preserveHistoricalStates]) => {
    const content = await devnet.stateFiles.content({
      preserveHistoricalStates: preserveHistoricalStates ?? undefined,
    })
    return bytesToHex(await gzipped(content))
  },
})

/** Answers as anvil does. */
const loadState = defineMethod({
  name: 'anvil_loadState',
  aliases: alsoCalled('loadState'),
  summary:
    "Loads a state file, plain or gzipped: its accounts are added or overwritten, its blocks replace the chain's.",
  params: v.strictTuple([data]),
  handler: async ({ devnet }, [bytes]) => {
    await devnet.stateFiles.load(bytes)
    return true
  },
})

export const anvilNodeMethods: readonly Method[] = [
  dumpState,
  enableTraces,
  loadState,
  metadata,
  nodeInfo,
  reset,
  setChainId,
  setLoggingEnabled,
  setRpcUrl,
]
