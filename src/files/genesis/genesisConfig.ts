import { timedHardforks } from '../../ethereumjs/protocol/hardforks.ts'
import { bytesToHex } from '../../lib/hex.ts'
import type { AnyHardforkName, ChainRules, Hardfork } from '../../types/genesis.ts'
import type { BlobSchedule } from '../../types/hardforkSchedule.ts'
import type { NetworkOptions } from '../../types/network.ts'
import { goNames, type Section } from '../section.ts'

/** A field that says when a fork comes. An optional one may be left out though a later one is there. */
interface ForkField {
  readonly name: AnyHardforkName
  readonly key: string
  readonly isOptional?: boolean
}

/** The forks by block number, oldest first, as the rules build on each other. */
export const forksByBlock: readonly ForkField[] = [
  { name: 'homestead', key: 'homesteadBlock' },
  { name: 'tangerineWhistle', key: 'eip150Block' },
  { name: 'spuriousDragon', key: 'eip155Block' },
  { name: 'byzantium', key: 'byzantiumBlock' },
  { name: 'constantinople', key: 'constantinopleBlock' },
  { name: 'petersburg', key: 'petersburgBlock' },
  { name: 'istanbul', key: 'istanbulBlock' },
  { name: 'muirGlacier', key: 'muirGlacierBlock', isOptional: true },
  { name: 'berlin', key: 'berlinBlock' },
  { name: 'london', key: 'londonBlock' },
  { name: 'arrowGlacier', key: 'arrowGlacierBlock', isOptional: true },
  { name: 'grayGlacier', key: 'grayGlacierBlock', isOptional: true },
  { name: 'paris', key: 'mergeNetsplitBlock', isOptional: true },
]

export const forksByTime: readonly ForkField[] = timedHardforks.map((name) => ({
  name,
  key: `${name}Time`,
  isOptional: name.startsWith('bpo'),
}))

/** All forks that rules may have, oldest first. */
export const forkNames: readonly AnyHardforkName[] = [
  'chainstart',
  ...forksByBlock.map(({ name }) => name),
  ...forksByTime.map(({ name }) => name),
]

/** The forks of geth that change rules in an unsupported way. */
const unsupportedForks = ['verkleTime', 'ubtTime']

/** All names in `config` that are read. */
export const configNames = goNames([
  ...[...forksByBlock, ...forksByTime].map(({ key }) => key),
  ...['chainId', 'eip158Block', 'daoForkBlock', 'daoForkSupport', 'terminalTotalDifficulty'],
  ...['terminalTotalDifficultyPassed', 'depositContractAddress', 'blobSchedule', 'clique'],
  ...['optimism', 'bedrockBlock', ...unsupportedForks],
])

const maxNumber = BigInt(Number.MAX_SAFE_INTEGER)

/** Returns the chain id; `undefined` if the file has none. */
export function chainIdOf(config: Section): number | undefined {
  const chainId = config.number('chainId', maxNumber)
  if (chainId === 0n) config.refuse('chainId', chainIdAdvice)
  return chainId === undefined ? undefined : Number(chainId)
}

const chainIdAdvice = `give a whole number from 1 to ${maxNumber}`

/** What a genesis file says of its network. */
export type GenesisNetwork = Pick<NetworkOptions, 'chainId' | 'denominator' | 'elasticity'>

/** The OP-stack network of a `config` that op-geth has written. */
export function networkOf(config: Section): GenesisNetwork | undefined {
  if (!config.keys.includes('optimism') && !config.keys.includes('bedrockBlock')) return undefined
  const fees = config.section('optimism')
  const fee = (key: string): number | undefined => {
    const value = fees?.number(key, maxFee)
    return value === undefined ? undefined : Number(value)
  }
  const chainId = chainIdOf(config)
  const denominator = fee('eip1559DenominatorCanyon') || fee('eip1559Denominator')
  const elasticity = fee('eip1559Elasticity')
  return {
    ...(chainId && { chainId }),
    ...(denominator && { denominator }),
    ...(elasticity && { elasticity }),
  }
}

const maxFee = 2n ** 32n - 1n

/**
 * The rules that the `config` of a genesis file gives, as geth reads it; `otherwise` is the chain id of
 * one that has none. Throws an `InvalidGenesis`.
 */
export function rulesOf(config: Section, otherwise?: number): ChainRules {
  const chainId = chainIdOf(config) ?? otherwise
  if (chainId === undefined) config.refuse('chainId', chainIdAdvice)
  refuseUnsupported(config)
  const forks = forksOf(config)
  if (config.keys.includes('clique') && forks.find(({ name }) => name === 'paris')?.block !== 0n) {
    config.refuse('clique', `proof of authority is not supported; ${looseAdvice}`)
  }
  const depositContract = config.bytes('depositContractAddress', 20)
  return {
    chainId,
    forks,
    blobSchedules: blobSchedulesOf(config, forks),
    depositContract: depositContract && bytesToHex(depositContract),
    proofOfWork: true,
  }
}

const looseAdvice = "compat anvil (--compat anvil) takes the file's accounts without its rules"

/** geth ignores forks of other chains. */
function refuseUnsupported(config: Section): void {
  const unsupported = unsupportedForks.find((key) => config.keys.includes(key))
  if (unsupported !== undefined) {
    config.refuse(
      unsupported,
      'this fork is not supported; the newest are osaka, bpo1 to bpo5 and amsterdam',
    )
  }
  // At block 0 the fork does nothing, as genesis is not executed.
  if (config.flag('daoForkSupport') === true && (config.number('daoForkBlock') ?? 0n) > 0n) {
    config.refuse('daoForkBlock', `the DAO fork is not supported; ${looseAdvice}`)
  }
}

function forksOf(config: Section): readonly Hardfork[] {
  const byBlock = inOrder(config, forksByBlock)
  const byTime = inOrder(config, forksByTime)
  const firstByTime = byTime[0]
  if (firstByTime !== undefined) {
    const missing = [...forksByBlock, ...forksByTime.slice(0, 1)].find(
      ({ key, isOptional }) => isOptional !== true && momentOf(config, key) === undefined,
    )
    if (missing !== undefined) config.refuse(missing.key, `${firstByTime.key} requires it`)
  }
  const forks: Hardfork[] = [
    { name: 'chainstart', block: 0n },
    ...byBlock.map(({ name, moment }) => ({ name, block: moment })),
  ]
  if (!byBlock.some(({ name }) => name === 'paris')) {
    if (mergedFromStart(config)) forks.push({ name: 'paris', block: 0n })
    // As geth has it: where Shanghai is, the merge was.
    else if (firstByTime !== undefined) forks.push({ name: 'paris', time: firstByTime.moment })
  }
  return [...forks, ...byTime.map(({ name, moment }) => ({ name, time: moment }))]
}

/** The forks that the file names, each checked to come after those that it builds on. */
function inOrder(config: Section, fields: readonly ForkField[]) {
  const found: { readonly name: AnyHardforkName; readonly key: string; readonly moment: bigint }[] =
    []
  let missing: string | undefined
  for (const { name, key, isOptional } of fields) {
    const moment = momentOf(config, key)
    if (moment === undefined) {
      if (isOptional !== true) missing ??= key
      continue
    }
    if (missing !== undefined) config.refuse(missing, `${key} requires it`)
    const last = found.at(-1)
    if (last !== undefined && moment < last.moment) {
      config.refuse(key, `it cannot come before ${last.key}, which is ${last.moment}`)
    }
    found.push({ name, key, moment })
  }
  return found
}

function momentOf(config: Section, key: string): bigint | undefined {
  const moment = config.number(key, maxNumber)
  // The rest of the fork may come later than EIP-155, which alone changes which signatures are valid.
  if (key === 'eip155Block') return config.number('eip158Block', maxNumber) ?? moment
  // Constantinople without what Petersburg took back is on no chain.
  if (key === 'petersburgBlock') return moment ?? config.number('constantinopleBlock', maxNumber)
  return moment
}

function mergedFromStart(config: Section): boolean {
  const total = config.number('terminalTotalDifficulty')
  return (
    total === 0n || (total === undefined && config.flag('terminalTotalDifficultyPassed') === true)
  )
}

/** The forks that have a blob schedule: all by time but Shanghai. */
export const blobForks = timedHardforks.filter((name) => name !== 'shanghai')

const scheduleNames = goNames(['target', 'max', 'baseFeeUpdateFraction'])

const blobNames = goNames(blobForks)

/** Schedules of forks that are not supported do no harm while the fork has no time. */
const laterForks = ['verkle', 'ubt']

function blobSchedulesOf(config: Section, forks: readonly Hardfork[]): ChainRules['blobSchedules'] {
  const all = config.section('blobSchedule', blobNames)
  const names: readonly string[] = [...blobForks, ...laterForks]
  const unknown = all?.keys.find((name) => !names.includes(name))
  if (unknown !== undefined) all?.refuse(unknown, `give one of ${blobForks.join(', ')}`)
  const schedules: { [Name in AnyHardforkName]?: BlobSchedule } = {}
  for (const name of blobForks) {
    const entry = all?.section(name, scheduleNames)
    if (entry !== undefined) schedules[name] = blobScheduleOf(entry)
    else if (name.startsWith('bpo') && forks.some((fork) => fork.name === name)) {
      config.refuse(`blobSchedule.${name}`, `${name}Time requires it`)
    }
  }
  return schedules
}

const maxBlobs = 2n ** 32n - 1n

function blobScheduleOf(entry: Section): BlobSchedule {
  const required = (key: string, most: bigint): number =>
    Number(entry.number(key, most) ?? entry.refuse(key, 'give a whole number'))
  const [target, max] = [required('target', maxBlobs), required('max', maxBlobs)]
  const baseFeeUpdateFraction = required('baseFeeUpdateFraction', maxNumber)
  if (target > max) entry.refuse('target', `give at most max, which is ${max}`)
  if (baseFeeUpdateFraction === 0) entry.refuse('baseFeeUpdateFraction', 'give more than 0')
  return { target, max, baseFeeUpdateFraction }
}
