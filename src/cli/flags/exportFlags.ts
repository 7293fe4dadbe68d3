import { exportFormats } from '../../devnet/files/exportFormats.ts'
import type { Flag } from '../flag.ts'

/** What `preconf export` writes, of what and where to. */
export const exportFlags: readonly Flag[] = [
  {
    name: 'format',
    short: 'f',
    type: 'text',
    choices: exportFormats,
    default: 'anvil',
    description:
      "What to write: a state file, geth's genesis.json, the blocks after genesis, or a declarative fixture",
    group: 'Export',
    target: { of: 'export', option: 'format' },
  },
  {
    name: 'output',
    short: 'o',
    type: 'text',
    default: 'standard output',
    description: 'File to write to',
    group: 'Export',
    target: { of: 'export', option: 'output' },
  },
  {
    name: 'block',
    type: 'number',
    default: 'the head',
    description: 'Number of the newest block to write; not for anvil',
    group: 'Export',
    target: { of: 'export', option: 'block' },
  },
  {
    name: 'url',
    type: 'text',
    description: 'HTTP endpoint of a running preconf, instead of files to start from',
    group: 'Export',
    target: { of: 'export', option: 'url' },
  },
]
