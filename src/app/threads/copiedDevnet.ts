import type { Devnet } from '../../devnet/devnet.ts'
import type { Carried } from '../../devnet/history/history.ts'
import type { CadenceSettings } from '../../devnet/options/cadenceOptions.ts'
import { readOptions, type Settings } from '../../devnet/options/options.ts'
import { InvalidOption } from '../../devnet/options/optionValues.ts'
import { createFamily } from '../../extensions/crossChain/extension.ts'
import { networks } from '../../extensions/networks/extension.ts'
import type { DevnetOptions } from '../../types/options/options.ts'
import { extensions } from '../extensions.ts'

/** A devnet as plain data, of which another thread makes an equal one. */
export interface CopiedDevnet {
  /** The options without the files that the chain began with. */
  readonly options: DevnetOptions
  /** A state file. */
  readonly state: Uint8Array
  /** What a state file does not have, of all that share its clock, in their order. */
  readonly members: readonly CopiedMember[]
  /** The number of the block at which the fork of a live chain begins. */
  readonly forkBlock: bigint | undefined
}

interface CopiedMember {
  readonly carried: Carried
  readonly cadence: CadenceSettings
  readonly isPaused: boolean
}

/** Throws an `InvalidOption` for options that only this thread can have. */
export async function copyDevnet(devnet: Devnet): Promise<CopiedDevnet> {
  const { settings, schedule } = devnet
  const members = devnet.members.map((member) => ({
    carried: member.history.carried(),
    cadence: plain(member.schedule.cadence),
    isPaused: member.schedule.isPaused,
  }))
  const state = await devnet.stateFiles.dump({ preserveHistoricalStates: true })
  return {
    // Chains of one start may have cadences of their own.
    options: optionsOf(settings, members.length > 1 ? undefined : schedule.cadence),
    state,
    members,
    forkBlock: devnet.forked.live?.point.number,
  }
}

/** The cadence alone, of what may be all settings. */
function plain({ mining, blockMs, blockRangeMs, flashblockMs, isSwitchedOff }: CadenceSettings) {
  return { mining, blockMs, blockRangeMs, flashblockMs, isSwitchedOff }
}

/** A devnet that makes no blocks by itself. Throws what `Devnet.create` does. */
export async function openCopy(
  { options, state, members, forkBlock }: CopiedDevnet,
  onError: (error: unknown) => void,
): Promise<Devnet> {
  const settings = await readOptions({ ...options, loadState: state }, networks)
  const devnet = await createFamily(onBlock(settings, forkBlock), onError, { extensions })
  for (const [index, { schedule, history }] of devnet.members.entries()) {
    schedule.sleep()
    const copied = members[index]
    if (copied === undefined) continue
    if (members.length > 1) await schedule.setCadence(copied.cadence)
    history.carryOn(copied.carried)
    if (copied.isPaused) schedule.pause()
  }
  return devnet
}

/** What is in the state file, is not for copies, or is said by others below. */
const left = [
  'genesis',
  'chain',
  'loadState',
  'fixture',
  'state',
  'dumpState',
  'onProgress',
  'mnemonicRandom',
  'mnemonicSeed',
] as const satisfies readonly (keyof DevnetOptions)[]

/** The options with which a devnet begins that loads the state and goes on in the same cadence. */
function optionsOf(
  { options, mnemonic, network }: Settings,
  cadence: CadenceSettings | undefined,
): DevnetOptions {
  const given = cadence === undefined ? [] : (['mixedMining', 'flashblocks'] as const)
  const kept: DevnetOptions = {
    ...options,
    ...Object.fromEntries([...left, ...given].map((name) => [name, undefined])),
    mnemonic,
    ...(cadence && cadenceOptions(cadence, network)),
  }
  for (const [name, value] of Object.entries(kept)) refuseUncopied(name, value)
  return kept
}

function cadenceOptions(
  { mining, blockMs, flashblockMs, isSwitchedOff }: CadenceSettings,
  network: Settings['network'],
): DevnetOptions {
  // A network without flashblocks refuses their time, too.
  const hasFlashblocks = network === undefined || network.flashblockMs !== undefined
  return {
    mining,
    noMining: isSwitchedOff,
    blockTime: `${blockMs}ms`,
    flashblockTime: hasFlashblocks ? `${flashblockMs}ms` : undefined,
  }
}

function refuseUncopied(name: string, value: unknown): void {
  try {
    structuredClone(value)
  } catch {
    const wanted = 'chains in worker threads need plain data: remove it, or have no workers'
    throw new InvalidOption(name, 'a function', wanted)
  }
}

/** A fork at the block that the chain goes on from, whatever is the newest one now. */
function onBlock(settings: Settings, number: bigint | undefined): Settings {
  const { fork } = settings
  if (fork === undefined || number === undefined) return settings
  return { ...settings, fork: { ...fork, source: { ...fork.source, block: { number } } } }
}
