import { exportFormats } from '../devnet/files/exportFormats.ts'
import type { Flag } from './flag.ts'

/** What the command alone does: what it prints, and a mnemonic. */
export const commandFlags: readonly Flag[] = [
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
    type: 'text',
    description: 'Write accounts, keys, wallet, fees and endpoints to this file, as JSON',
    group: 'Output',
    target: { of: 'command', option: 'configOut' },
  },
  {
    name: 'account-keys',
    aliases: ['wallet.accountKeysPath', 'account_keys_path', 'acctKeys'],
    type: 'text',
    description: 'Write addresses and keys of the accounts to this file, as Ganache does',
    group: 'Output',
    target: { of: 'command', option: 'accountKeys' },
  },
  {
    name: 'verbose',
    short: 'v',
    aliases: ['logging.verbose', 'verbosity'],
    type: 'switch',
    default: 'false',
    description:
      'Print requests and empty flashblocks too, each block by itself, and nothing shortened',
    group: 'Output',
    target: { of: 'command', option: 'verbose' },
  },
  {
    name: 'json',
    type: 'switch',
    default: 'false',
    description: 'Log events as JSON lines, banner included',
    group: 'Output',
    target: { of: 'command', option: 'json' },
  },
  {
    name: 'keys',
    type: 'switch',
    default: 'true',
    description: 'Disable keyboard shortcuts (o, f, s, p, ?)',
    group: 'Output',
    target: { of: 'command', option: 'keys' },
  },
  {
    name: 'print-logs',
    offAliases: ['no-console-log', 'disable-console-log'],
    type: 'switch',
    default: 'true',
    description: 'Do not print console.log output of contracts',
    group: 'Output',
    target: { of: 'command', option: 'printLogs' },
  },
  {
    name: 'steps-tracing',
    aliases: ['tracing'],
    type: 'switch',
    default: 'false',
    description: 'Has no effect: transactions can always be traced',
    group: 'Output',
    target: { of: 'command', option: 'stepsTracing' },
  },
  {
    name: 'deterministic',
    short: 'd',
    aliases: ['wallet.deterministic'],
    type: 'switch',
    default: 'false',
    description: "Use the mnemonic of Ganache's --deterministic: myth like bonus …",
    group: 'Accounts',
    target: { of: 'command', option: 'deterministic' },
  },
]

function threshold(option: 'lines' | 'functions' | 'statements' | 'branches'): Flag {
  return {
    name: option,
    type: 'number',
    description: `Fail when less than this percentage of ${option} is covered`,
    group: 'Coverage',
    target: { of: 'coverage', option },
  }
}

/** The flags of `preconf coverage`. */
export const coverageFlags: readonly Flag[] = [
  {
    name: 'from',
    type: 'text',
    default: 'coverage/.preconf',
    description: 'Folder with the data that runs with --coverage wrote',
    group: 'Coverage',
    target: { of: 'coverage', option: 'from' },
  },
  {
    name: 'output',
    type: 'text',
    default: 'coverage',
    description: 'Folder for the reports',
    group: 'Coverage',
    target: { of: 'coverage', option: 'output' },
  },
  {
    name: 'artifacts',
    type: 'list',
    default: 'those of the project',
    description: 'Files and folders of compiled contracts, with syntax trees',
    group: 'Coverage',
    target: { of: 'coverage', option: 'artifacts' },
  },
  {
    name: 'skip',
    type: 'list',
    description: 'Sources to exclude, by prefix, such as test/,lib/',
    group: 'Coverage',
    target: { of: 'coverage', option: 'skip' },
  },
  {
    name: 'reporter',
    type: 'list',
    default: 'text,lcov,html,json-summary',
    description: 'Report formats: text prints a table, the others write files; also cobertura',
    group: 'Coverage',
    target: { of: 'coverage', option: 'reporters' },
  },
  threshold('lines'),
  threshold('functions'),
  threshold('statements'),
  threshold('branches'),
]

/** The flags of `preconf gas`. */
export const gasFlags: readonly Flag[] = [
  {
    name: 'from',
    type: 'text',
    default: 'gas-report',
    description: 'Folder with the data that runs with --gas-report FOLDER wrote (first argument)',
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
    description: 'Fail when averages differ from the snapshot, .gas-snapshot or another file',
    group: 'Gas',
    target: { of: 'gas', option: 'check' },
  },
  {
    name: 'tolerance',
    type: 'text',
    default: '0',
    description: 'Tolerance of --check, in per cent',
    group: 'Gas',
    target: { of: 'gas', option: 'tolerance' },
  },
]

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

/** How `preconf mcp` is reached. */
export const mcpFlags: readonly Flag[] = [
  {
    name: 'port',
    short: 'p',
    type: 'number',
    default: 'none: standard input and output',
    description: 'Port of 127.0.0.1 at which it answers over HTTP',
    group: 'MCP',
    target: { of: 'mcp', option: 'port' },
  },
  {
    name: 'folder',
    type: 'list',
    default: 'none',
    description: 'Folders whose files the agent may name, beside the current folder',
    group: 'MCP',
    target: { of: 'mcp', option: 'folder' },
  },
]

/** What `preconf record` keeps, of what and for how long. */
export const recordFlags: readonly Flag[] = [
  {
    name: 'url',
    type: 'text',
    description: 'WebSocket of a node, or of a stream of frames',
    group: 'Record',
    target: { of: 'record', option: 'url' },
  },
  {
    name: 'out',
    short: 'o',
    type: 'text',
    default: 'stream.jsonl.gz',
    description: 'File to write; compressed where its name ends in .gz',
    group: 'Record',
    target: { of: 'record', option: 'out' },
  },
  {
    name: 'kinds',
    type: 'list',
    default: "those of the chain's network",
    description:
      'Subscriptions to keep, such as newHeads,miniBlocks; frames: the messages of a stream as they come',
    group: 'Record',
    target: { of: 'record', option: 'kinds' },
  },
  {
    name: 'chain-id',
    type: 'number',
    default: 'what eth_chainId answers',
    description: 'Chain of a stream of frames, which do not say it',
    group: 'Record',
    target: { of: 'record', option: 'chainId' },
  },
  {
    name: 'seconds',
    type: 'number',
    default: 'until it is interrupted',
    description: 'How long to record',
    group: 'Record',
    target: { of: 'record', option: 'seconds' },
  },
]
