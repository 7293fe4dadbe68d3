import { bytesToHex } from '../../lib/hex.ts'
import type { L1Options } from '../../types/crossChain.ts'
import type { NetworkRecord } from '../../types/network.ts'
import type { DevnetOptions } from '../../types/options/options.ts'
import {
  bigFrom,
  type Definitions,
  inSeconds,
  integerFrom,
  milliseconds,
  type OptionFlags,
  type Unclear,
  unclearIn,
  type Values,
  valuesOf,
} from './definition.ts'
import { resolveFork } from './forkOptions.ts'
import { isOpStack, type NetworkSettings } from './networkOptions.ts'
import { forksIn, hexOption, InvalidOption, members, oneOf } from './optionValues.ts'

/** The fields of `l1`. */
const l1Fields = {
  chainId: { check: integerFrom(1, Number.MAX_SAFE_INTEGER), default: 1 },
  blockTime: { ...inSeconds, default: '12s' },
  originLag: { check: integerFrom(0, 1000), default: 0 },
  maxDrift: { check: milliseconds, default: '30m' },
  proposeEvery: { check: integerFrom(1, 1_000_000), default: 10 },
  maturity: { ...inSeconds, default: '3.5d' },
  finalizationDelay: { ...inSeconds, default: '3.5d' },
  proofMaturity: { ...inSeconds, default: '7d' },
  messageExpiry: { check: milliseconds, default: '7d' },
  autorelay: { check: trueOrFalse, default: false },
  relayDelay: { check: milliseconds },
  relayGas: { check: bigFrom(21_000n, 2n ** 64n - 1n) },
  fork: { check: liveL1 },
  portal: { check: address },
} satisfies Definitions<L1Options>

/** What the L1 is to begin from, checked; it is resolved with the other options of the L1. */
function liveL1(option: string, value: unknown): L1Options['fork'] {
  const fork = value as L1Options['fork']
  resolveFork(fork, undefined, option)
  return fork
}

function address(option: string, value: unknown): Uint8Array {
  return hexOption(option, value, 20)
}

/** True or false, also as text. */
function trueOrFalse(option: string, value: unknown): boolean {
  return oneOf(option, String(value), ['true', 'false']) === 'true'
}

/** The L1 beside a chain; times in ms. */
export type L1Settings = Values<typeof l1Fields>

export const l1Options = {
  l1: { check: l1Choice },
} satisfies Definitions<Pick<DevnetOptions, 'l1'>>

export const l1Flags = {
  l1: {
    type: 'optional',
    description:
      'An L1 beside a chain of the OP stack, at /l1, with deposits and withdrawals; also originLag=2,proposeEvery=5',
    group: 'Chain',
  },
} satisfies OptionFlags<Pick<DevnetOptions, 'l1'>>

function l1Choice(option: string, value: unknown): L1Settings | undefined {
  if (value === false || value === 'false') return undefined
  const fields = fieldsOf(value)
  if (typeof fields !== 'object' || fields === null) {
    throw new InvalidOption(option, value, 'give true, or an object such as { originLag: 2 }')
  }
  const names = Object.keys(l1Fields) as (keyof L1Options)[]
  const given = members<L1Options>(option, fields, names)
  const { fork } = given
  for (const [name, why] of Object.entries(fork === undefined ? notFresh : notForked)) {
    const value = given[name as keyof L1Options]
    if (value !== undefined) throw new InvalidOption(`${option}.${name}`, value, why)
  }
  return valuesOf(l1Fields, given, undefined, `${option}.`)
}

const ofContract =
  'remove it: the contracts of the live chain have their own (anvil_setCode and anvil_setStorageAt change them)'

const noMessages = 'remove it: forks have no messages between L2s'

/** What cannot be with a forked L1, and what to do instead. */
const notForked = {
  chainId: 'remove it: a fork has the id of its live chain',
  maturity: ofContract,
  finalizationDelay: ofContract,
  proofMaturity: ofContract,
  messageExpiry: noMessages,
  autorelay: noMessages,
  relayDelay: noMessages,
  relayGas: noMessages,
} as const satisfies Partial<Record<keyof L1Options, string>>

/** What can only be with a forked L1, and what to do instead. */
const notFresh = {
  portal: 'remove it: preconf_networkInfo names the contracts of an L1 that is no fork',
} as const satisfies Partial<Record<keyof L1Options, string>>

/** Returns which times of an L1 have no unit. */
export function unclearInL1({ l1 }: Pick<DevnetOptions, 'l1'>): readonly Unclear[] {
  const fields = fieldsOf(l1 ?? true)
  const isObject = typeof fields === 'object' && fields !== null
  return isObject ? unclearIn(l1Fields, fields, 'l1.') : []
}

function fieldsOf(value: unknown): unknown {
  if (value === true || value === 'true' || value === '') return {}
  return typeof value === 'string' ? readFields(value) : value
}

/** Reads `name=value,name`, where a name alone is true. */
function readFields(text: string): object {
  const pairs = text.split(',').map((pair): [string, string | number] => {
    const [name = '', ...value] = pair.includes('=') ? pair.split('=') : [pair, 'true']
    const said = value.join('=').trim()
    return [name.trim(), /^\d+$/.test(said) ? Number(said) : said]
  })
  return Object.fromEntries(pairs)
}

/** Throws an `InvalidOption` where an L1 cannot be beside the chain, or other L2s cannot. */
export function refuseL1(
  l1: L1Settings | undefined,
  { network, otherNetworks }: Pick<NetworkSettings, 'network' | 'otherNetworks'>,
  options: DevnetOptions,
): void {
  if (l1 === undefined) {
    if (forksIn(options.fork).length > 1) {
      const advice = 'give one, or l1.fork too: several live chains are L2s of one L1'
      throw new InvalidOption('fork', 'of several chains', advice)
    }
    if (otherNetworks.length === 0) return
    const advice = 'give one, or l1 too (--l1), as several networks are L2s of one L1'
    throw new InvalidOption('network', options.network, advice)
  }
  refuseHalfForked(l1, options, otherNetworks.length + 1)
  const isFollowing = network === undefined && l1.fork !== undefined && otherNetworks.length === 0
  // The network is that of the live chain.
  if (isFollowing) return
  const all = [network, ...otherNetworks.map(({ record }) => record)]
  const l2s = all.filter((one) => one !== undefined).filter(isOpStack)
  if (l2s.length < all.length) {
    const example = "such as network: 'op' (--network op)"
    const several = `give networks of the OP stack alone, ${example}`
    const advice = all.length > 1 ? several : `give a network of the OP stack too, ${example}`
    throw new InvalidOption('l1', options.l1, advice)
  }
  const [first, ...others] = l2s
  const ids = others.length === 0 ? [options.chainId ?? first?.chainId] : idsOf(l2s, options)
  if (l1.fork === undefined && ids.includes(l1.chainId)) {
    const advice = 'give another one, as it is the id of the L2'
    throw new InvalidOption('l1.chainId', l1.chainId, advice)
  }
}

/** Throws an `InvalidOption` where not all of the chains are forks, or none. */
function refuseHalfForked(
  { fork, portal }: L1Settings,
  options: DevnetOptions,
  networks: number,
): void {
  if (fork === undefined && options.fork !== undefined) {
    const advice =
      "give the L1 of that chain too (l1: { fork: 'https://…' }, --l1 fork=https://…), or remove it or l1: its contracts are those of the live chain, whose bridge is on the live L1"
    throw new InvalidOption('fork', 'of an L2', advice)
  }
  if (fork !== undefined && options.fork === undefined) {
    const advice = 'give a live chain for the L2 too (fork, --fork-url): its bridge is on that L1'
    throw new InvalidOption('l1.fork', 'of an L1', advice)
  }
  if (fork === undefined) return
  const { length } = forksIn(options.fork)
  if (length !== networks) {
    const advice = `give one for each network, in their order: ${networks}`
    throw new InvalidOption('fork', `of ${length} chains`, advice)
  }
  if (portal !== undefined && networks > 1) {
    const advice = 'remove it, or give one network: each has another portal'
    throw new InvalidOption('l1.portal', bytesToHex(portal), advice)
  }
}

/** The chain ids of L2s that share an L1. Throws an `InvalidOption` where two of them have one name or id. */
function idsOf(
  l2s: readonly NetworkRecord[],
  { chainId, network }: DevnetOptions,
): readonly number[] {
  const example = "{ like: 'op', name: 'mine', chainId: 901 }"
  if (chainId !== undefined) {
    const advice = `remove it, as each network has its own: ${example} has another one`
    throw new InvalidOption('chainId', chainId, advice)
  }
  for (const [index, { name, chainId: id }] of l2s.entries()) {
    const before = l2s.slice(0, index)
    const isTaken = before.some((one) => one.name === name || one.chainId === id)
    if (isTaken) {
      const advice = `give each another name and chain id, as ${example} has: two of them are ${name}, or have the id ${id}`
      throw new InvalidOption('network', network, advice)
    }
  }
  return l2s.map(({ chainId: id }) => id)
}
