import type { Flag } from '../flag.ts'

/** What is known of contracts. */
export const solidityFlags: readonly Flag[] = [
  {
    name: 'artifacts',
    type: 'list',
    default: 'those of the project',
    description:
      'Files and folders of compiled contracts, to tell in which line one has failed; or off',
    group: 'Solidity',
    target: { of: 'devnet', option: 'artifacts' },
  },
  {
    name: 'gas-report',
    type: 'optional',
    default: 'false',
    description:
      'Note what transactions cost and print it at the end; with a folder, keep it there for preconf gas',
    group: 'Solidity',
    target: { of: 'devnet', option: 'gasReport' },
  },
  {
    name: 'coverage',
    type: 'optional',
    default: 'false',
    description:
      'Collect which lines of contracts are run, in coverage/.preconf or another folder, for preconf coverage',
    group: 'Solidity',
    target: { of: 'devnet', option: 'coverage' },
  },
]
