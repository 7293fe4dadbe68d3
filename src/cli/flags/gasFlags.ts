import type { Flag } from '../flag.ts'

/** Of `preconf gas`. */
export const gasFlags: readonly Flag[] = [
  {
    name: 'from',
    type: 'text',
    default: 'gas-report',
    description: 'Folder with what processes with --gas-report FOLDER have left, as the first word',
    group: 'Gas',
    target: { of: 'gas', option: 'from' },
  },
  {
    name: 'artifacts',
    type: 'list',
    default: 'those of the project',
    description: 'Files and folders of compiled contracts',
    group: 'Gas',
    target: { of: 'gas', option: 'artifacts' },
  },
  {
    name: 'json',
    type: 'text',
    description: "Write the report to this file, in the form of Hardhat 3's --gas-stats-json",
    group: 'Gas',
    target: { of: 'gas', option: 'json' },
  },
  {
    name: 'snapshot',
    type: 'optional',
    description: "Write averages in forge's form, to .gas-snapshot or another file",
    group: 'Gas',
    target: { of: 'gas', option: 'snapshot' },
  },
  {
    name: 'check',
    type: 'optional',
    description: 'Fail when averages are not those of the snapshot, .gas-snapshot or another file',
    group: 'Gas',
    target: { of: 'gas', option: 'check' },
  },
  {
    name: 'tolerance',
    type: 'text',
    default: '0',
    description: 'How many per cent averages may differ from the snapshot with --check',
    group: 'Gas',
    target: { of: 'gas', option: 'tolerance' },
  },
]
