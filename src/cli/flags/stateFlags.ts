import type { Flag } from '../flag.ts'

/** The files in which a chain outlives its process. */
export const stateFlags: readonly Flag[] = [
  {
    name: 'state',
    type: 'text',
    description:
      'File in which the chain is kept: begun with if it is there, written at the end; ' +
      'or a folder for state.json',
    group: 'State files',
    target: { of: 'devnet', option: 'state' },
  },
  {
    name: 'load-state',
    type: 'text',
    description: "State file to begin with: this node's, Anvil's, or accounts alone",
    group: 'State files',
    target: { of: 'devnet', option: 'loadState' },
  },
  {
    name: 'dump-state',
    type: 'text',
    description: 'File to which the state is written at the end; or a folder for state.json',
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
    description: 'Write the states of past blocks in the form of Anvil too',
    group: 'State files',
    target: { of: 'devnet', option: 'preserveHistoricalStates' },
  },
  {
    name: 'cache',
    type: 'text',
    default: 'node_modules/.cache/preconf',
    description: 'Folder in which compiled fixtures are kept, or off',
    group: 'State files',
    target: { of: 'devnet', option: 'cache' },
  },
  {
    name: 'prune-history',
    type: 'optional',
    description: 'Keep the newest 64 states or so many, and those blocks, of which 256 at least',
    group: 'Chain',
    target: { of: 'devnet', option: 'pruneHistory' },
  },
  {
    name: 'transaction-block-keeper',
    type: 'number',
    default: 'all',
    description: 'Keep so many blocks, the newest; 256 at least',
    group: 'Chain',
    target: { of: 'devnet', option: 'transactionBlockKeeper' },
  },
  {
    name: 'max-persisted-states',
    type: 'number',
    default: 'all',
    description: 'Keep the states of so many blocks, the newest',
    group: 'Chain',
    target: { of: 'devnet', option: 'maxPersistedStates' },
  },
]
