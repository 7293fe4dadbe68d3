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
  {
    name: 'verbose',
    short: 'v',
    aliases: ['logging.verbose', 'verbosity'],
    type: 'switch',
    default: 'false',
    description: 'Print requests and flashblocks without transactions too',
    group: 'Output',
    target: { of: 'command', option: 'verbose' },
  },
  {
    name: 'json',
    type: 'switch',
    default: 'false',
    description: 'Print a line of JSON for whatever happens, also in place of the banner',
    group: 'Output',
    target: { of: 'command', option: 'json' },
  },
  {
    name: 'print-logs',
    offAliases: ['no-console-log', 'disable-console-log'],
    type: 'switch',
    default: 'true',
    description: 'Leave out what contracts give to console.log',
    group: 'Output',
    target: { of: 'command', option: 'printLogs' },
  },
  {
    name: 'print-traces',
    aliases: ['enable-trace-printing'],
    type: 'switch',
    default: 'false',
    description: 'Print the calls of each sealed transaction',
    group: 'Output',
    target: { of: 'command', option: 'printTraces' },
  },
]
