import type { Flag } from '../flag.ts'

/** The files in which a chain outlives its process. */
export const stateFlags: readonly Flag[] = [
  {
    name: 'state',
    type: 'text',
    description:
      'File to keep the chain in: read at the start if it exists, written at the end; ' +
      'or a folder for state.json',
    group: 'State files',
    target: { of: 'devnet', option: 'state' },
  },
  {
    name: 'load-state',
    type: 'text',
    description: 'State file to start from: of preconf or Anvil, or accounts alone',
    group: 'State files',
    target: { of: 'devnet', option: 'loadState' },
  },
  {
    name: 'dump-state',
    type: 'text',
    description: 'File to write the state to at the end; or a folder for state.json',
    group: 'State files',
    target: { of: 'devnet', option: 'dumpState' },
  },
  {
    name: 'state-interval',
    short: 's',
    type: 'text',
    default: '60s',
    description: 'Time between writes of the state: seconds, or with a unit as in 500ms',
    group: 'State files',
    target: { of: 'devnet', option: 'stateInterval' },
  },
  {
    name: 'preserve-historical-states',
    type: 'switch',
    default: 'false',
    description: "Write the states of past blocks too, in Anvil's form",
    group: 'State files',
    target: { of: 'devnet', option: 'preserveHistoricalStates' },
  },
  {
    name: 'cache',
    type: 'text',
    default: 'node_modules/.cache/preconf',
    description: 'Folder for compiled fixtures, or off',
    group: 'State files',
    target: { of: 'devnet', option: 'cache' },
  },
  {
    name: 'prune-history',
    type: 'optional',
    description:
      'Keep only the newest 64 states, or as many as given, and their blocks, at least 256',
    group: 'Chain',
    target: { of: 'devnet', option: 'pruneHistory' },
  },
  {
    name: 'transaction-block-keeper',
    type: 'number',
    default: 'all',
    description: 'How many of the newest blocks to keep, at least 256',
    group: 'Chain',
    target: { of: 'devnet', option: 'transactionBlockKeeper' },
  },
  {
    name: 'max-persisted-states',
    type: 'number',
    default: 'all',
    description: 'How many of the newest blocks to keep the states of',
    group: 'Chain',
    target: { of: 'devnet', option: 'maxPersistedStates' },
  },
]
