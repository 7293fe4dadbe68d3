import type { DevnetOptions } from '../../types/options/options.ts'
import {
  asGiven,
  type Definitions,
  inSeconds,
  type OptionFlags,
  type Values,
  valuesOf,
} from './definition.ts'
import { flag, InvalidOption } from './optionValues.ts'

type BeginningOptions = Pick<
  DevnetOptions,
  'genesis' | 'chain' | 'fixture' | 'loadState' | 'onProgress'
>

/** What the chain begins with: see `sortLayers`. */
export const beginningOptions = {
  genesis: { check: asGiven },
  chain: { check: asGiven },
  fixture: { check: asGiven },
  loadState: { check: asGiven },
  onProgress: { check: asGiven },
} satisfies Definitions<BeginningOptions>

export const beginningFlags = {
  genesis: {
    name: 'init',
    type: 'text',
    description:
      "geth's genesis.json to start from, in place of the flags of the chain; " +
      'with --compat anvil those go over it. ' +
      '--init, --chain, --load-state and --fixture each accept all four kinds of files',
    group: 'Chain',
  },
  chain: {
    aliases: ['chain-rlp'],
    type: 'text',
    description:
      'File of RLP blocks to start from, on top of --init; a number is taken as --chain-id',
    group: 'Chain',
  },
  fixture: {
    type: 'lines',
    description:
      'Fixture to start from, in JSON, YAML or a module, on top of all other files; may be given several times',
    group: 'Chain',
  },
  loadState: {
    type: 'text',
    description: 'State file to start from: of preconf or Anvil, or accounts alone',
    group: 'State files',
  },
} satisfies OptionFlags<Omit<BeginningOptions, 'onProgress'>>

type KeptOptions = Pick<
  DevnetOptions,
  'state' | 'dumpState' | 'stateInterval' | 'cache' | 'preserveHistoricalStates'
>

/** The files in which a chain outlives its process. Paths stay as they are given. */
export const keptOptions = {
  state: { check: statePath },
  dumpState: { check: statePath },
  stateInterval: { ...inSeconds, default: '60s' },
  preserveHistoricalStates: { check: flag, default: false },
  // Without it see `cacheFolder`.
  cache: { check: cachePath },
} satisfies Definitions<KeptOptions>

export const keptFlags = {
  state: {
    type: 'text',
    description:
      'File to keep the chain in: read at the start if it exists, written at the end; ' +
      'or a folder for state.json',
    group: 'State files',
  },
  dumpState: {
    type: 'text',
    description: 'File to write the state to at the end; or a folder for state.json',
    group: 'State files',
  },
  stateInterval: {
    short: 's',
    type: 'text',
    description: 'Time between writes of the state, as 60s',
    group: 'State files',
  },
  preserveHistoricalStates: {
    type: 'switch',
    description: "Write the states of past blocks too, in Anvil's form",
    group: 'State files',
  },
  cache: {
    type: 'text',
    default: 'node_modules/.cache/preconf',
    description: 'Folder for compiled fixtures, or off',
    group: 'State files',
  },
} satisfies OptionFlags<KeptOptions>

/** Options of files, checked. */
export interface KeptSettings extends Omit<Values<typeof keptOptions>, 'stateInterval'> {
  readonly stateIntervalMs: number
}

/** Checks options and fills in the defaults. Throws an `InvalidOption`. */
export function resolveKept(options: KeptOptions): KeptSettings {
  const { stateInterval, ...others } = valuesOf(keptOptions, options)
  return { ...others, stateIntervalMs: stateInterval }
}

function statePath(option: string, value: unknown): string {
  if (typeof value === 'string' && value !== '') return value
  throw new InvalidOption(option, value, 'give the path of a state file')
}

function cachePath(option: string, value: unknown): string {
  if (typeof value === 'string' && value !== '') return value
  throw new InvalidOption(option, value, 'give the path of a folder, or off')
}
