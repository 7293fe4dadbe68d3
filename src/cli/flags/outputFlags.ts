import type { Flag } from '../flag.ts'

/** What is printed. */
export const outputFlags: readonly Flag[] = [
  {
    name: 'silent',
    short: 'q',
    aliases: ['quiet', 'logging.quiet'],
    type: 'switch',
    default: 'false',
    description: 'Print nothing but errors',
    group: 'Output',
    target: { of: 'command', option: 'silent' },
  },
  {
    name: 'config-out',
    aliases: ['wallet.accountKeysPath'],
    type: 'text',
    description: 'Write accounts, keys, wallet, fees and endpoints to this file, as JSON',
    group: 'Output',
    target: { of: 'command', option: 'configOut' },
  },
]
