import { listenFlags, listenOptions } from '../app/listenOptions.ts'
import { accountFlags } from '../devnet/options/accountOptions.ts'
import { cadenceFlags, switchFlags } from '../devnet/options/cadenceOptions.ts'
import {
  blockFlags,
  feeFlags,
  flashblockFlags,
  historyFlags,
} from '../devnet/options/chainOptions.ts'
import type { FlagGroup, OptionFlags } from '../devnet/options/definition.ts'
import { beginningFlags, keptFlags } from '../devnet/options/fileOptions.ts'
import { forkFields, forkFlags } from '../devnet/options/forkOptions.ts'
import { hardforkFlags } from '../devnet/options/hardforkOptions.ts'
import { l1Flags } from '../devnet/options/l1Options.ts'
import { limitFlags } from '../devnet/options/limitOptions.ts'
import { networkFlags } from '../devnet/options/networkOptions.ts'
import { nodeFlags } from '../devnet/options/nodeOptions.ts'
import { definitions } from '../devnet/options/options.ts'
import { solidityFlags } from '../devnet/options/solidityOptions.ts'
import { networkNames, recordNames, records } from '../extensions/networks/records.ts'
import type { ListenOptions } from '../types/listening.ts'
import type { DevnetOptions } from '../types/options/options.ts'
import {
  type CommandOptions,
  type CoverageOptions,
  type ExportOptions,
  environmentVariable,
  type Flag,
  flagsOf,
  type GasOptions,
  type McpOptions,
  negation,
  type RecordOptions,
} from './flag.ts'
import {
  commandFlags,
  coverageFlags,
  exportFlags,
  gasFlags,
  mcpFlags,
  recordFlags,
} from './flags.ts'
import { forksOf } from './forkFlags.ts'
import { readPlainWords } from './output/text.ts'
import type { Syntax, TypedArguments, TypedValue } from './readArguments.ts'
import { UsageError } from './usageErrors.ts'

const optionFlags = {
  ...accountFlags,
  ...networkFlags,
  ...l1Flags,
  ...cadenceFlags,
  ...switchFlags,
  ...hardforkFlags,
  ...nodeFlags,
  ...beginningFlags,
  ...blockFlags,
  ...historyFlags,
  ...keptFlags,
  ...limitFlags,
  ...feeFlags,
  ...flashblockFlags,
  ...solidityFlags,
} satisfies OptionFlags<Omit<DevnetOptions, 'fork' | 'onProgress'>>

const withNetworks = { ...definitions, network: { ...definitions.network, choices: networkNames } }

/** The groups in the order in which `--help` shows them. */
const groups: readonly FlagGroup[] = [
  'Server',
  'Accounts',
  'Chain',
  'Fork',
  'State files',
  'Limits',
  'Fees',
  'Blocks',
  'Pre-confirmations',
  'Solidity',
  'Output',
]

/** The flags of `preconf`; `--help` and the table in docs/options.md are made from them. */
export const flags: readonly Flag[] = [
  ...flagsOf('listen', listenOptions, listenFlags),
  ...flagsOf('devnet', withNetworks, optionFlags),
  ...flagsOf('fork', forkFields, forkFlags),
  ...commandFlags,
].sort((one, other) => groups.indexOf(one.group) - groups.indexOf(other.group))

/** The flags of `preconf export`: its own, and those of a chain. */
export const flagsOfExport: readonly Flag[] = [
  ...exportFlags,
  ...flags.filter(({ target }) => target.of === 'devnet'),
]

/** What the command should do. */
export type Command =
  | { readonly kind: 'help'; readonly text: string }
  | { readonly kind: 'version' }
  | RunCommand
  | ExportCommand
  | CoverageCommand
  | GasCommand
  | McpCommand
  | RecordCommand

export interface RunCommand extends CommandOptions {
  readonly kind: 'run'
  readonly devnet: DevnetOptions
  readonly listen: ListenOptions
  /** How the user wrote an option, by the option's name: a flag, or an environment variable. */
  readonly writtenAs: ReadonlyMap<string, string>
}

export interface ExportCommand extends ExportOptions {
  readonly kind: 'export'
  readonly devnet: DevnetOptions
  /** The spellings of options as written; see `RunCommand`. */
  readonly writtenAs: ReadonlyMap<string, string>
}

export interface CoverageCommand extends CoverageOptions {
  readonly kind: 'coverage'
}

export interface GasCommand extends GasOptions {
  readonly kind: 'gas'
}

export interface McpCommand extends McpOptions {
  readonly kind: 'mcp'
}

export interface RecordCommand extends RecordOptions {
  readonly kind: 'record'
}

const runSyntax: Syntax = {
  usage:
    '$0 [flags]\n$0 export [flags]  write a chain to a file\n$0 coverage [flags]  report line coverage\n$0 gas [folder] [flags]  report gas costs\n$0 record [flags]  record a live chain\n$0 mcp [flags]  serve a coding agent\n\nA local Ethereum chain with pre-confirmed partial blocks.',
  flags,
}

const exportSyntax: Syntax = {
  usage:
    '$0 export [flags]\n\nWrites the chain that the flags describe, or the running one at --url, in another file format.',
  flags: flagsOfExport,
}

const coverageSyntax: Syntax = {
  usage:
    '$0 coverage [flags]\n\nMerges what processes with --coverage have left, prints a table and writes lcov.info, pages for a browser and a summary as JSON.',
  flags: coverageFlags,
}

const gasSyntax: Syntax = {
  usage:
    '$0 gas [folder] [flags]\n\nMerges what processes with --gas-report FOLDER have left, and prints a table.',
  flags: gasFlags,
}

const mcpSyntax: Syntax = {
  usage:
    '$0 mcp [flags]\n\nServes a chain to a coding agent by the Model Context Protocol, on standard input and output.',
  flags: mcpFlags,
}

const recordSyntax: Syntax = {
  usage:
    '$0 record --url wss://… [flags]\n\nKeeps a live stream of sub-blocks or blocks with its times, for --replay.',
  flags: recordFlags,
}

/** What is done when the first word is its name. */
const syntaxes = new Map([
  ['export', exportSyntax],
  ['coverage', coverageSyntax],
  ['gas', gasSyntax],
  ['mcp', mcpSyntax],
  ['record', recordSyntax],
])

/** Names that Anvil knows, and those of networks here. */
const chainIds: ReadonlyMap<string, number> = new Map(
  Object.entries({
    mainnet: 1,
    goerli: 5,
    sepolia: 11_155_111,
    holesky: 17_000,
    hoodi: 560_048,
    dev: 1337,
    'anvil-hardhat': 31_337,
    optimism: 10,
    'optimism-sepolia': 11_155_420,
    'base-sepolia': 84_532,
    arbitrum: 42_161,
    'arbitrum-sepolia': 421_614,
    bsc: 56,
    gnosis: 100,
    xdai: 100,
    polygon: 137,
    matic: 137,
    avalanche: 43_114,
    linea: 59_144,
    scroll: 534_352,
    ...Object.fromEntries(recordNames.map((name) => [name, records[name].chainId])),
  }),
)

type Environment = Readonly<Record<string, string | undefined>>

/** A value of a flag, and how the user wrote the flag. */
interface Given {
  readonly value: TypedValue
  readonly written: string
}

const highestPort = 65_535

/** What `ganache --deterministic` derives its accounts from. */
const ganacheMnemonic =
  'myth like bonus scare over problem client lizard pioneer submit female collect'

/**
 * Reads the arguments of the command and the environment variables. Values of the chain's options are
 * checked by `readOptions`. Throws a `UsageError`.
 */
export async function parseCommand(
  typedWords: readonly string[],
  environment: Environment,
): Promise<Command> {
  const words = inOwnWords(typedWords)
  const [name] = words
  const syntax = syntaxes.get(name ?? '') ?? runSyntax
  const { values: typed, help, version } = await typedArguments(wordsFor(syntax, words), syntax)
  if (help !== undefined) return { kind: 'help', text: help }
  if (version) return { kind: 'version' }
  const targets: Record<Flag['target']['of'], Record<string, unknown>> = {
    devnet: {},
    fork: {},
    listen: {},
    command: {},
    export: {},
    coverage: {},
    gas: {},
    mcp: {},
    record: {},
  }
  const writtenAs = new Map<string, string>()
  for (const flag of syntax.flags) {
    const given = givenFor(flag, typed, environment)
    if (given === undefined) continue
    // The name that Hardhat's node has for its own.
    if (flag.name === 'network' && String(given.value) === 'hardhat') continue
    const { of, option } = targetOf(flag, given)
    targets[of][option] = read(flag, given)
    writtenAs.set(of === 'fork' ? `fork.${option}` : option, given.written)
  }
  if (syntax === coverageSyntax) return { ...targets.coverage, kind: 'coverage' }
  if (syntax === gasSyntax) return { ...targets.gas, kind: 'gas' }
  if (syntax === mcpSyntax) return { ...targets.mcp, kind: 'mcp' }
  if (syntax === recordSyntax) return { ...targets.record, kind: 'record' }
  // The values are checked by `readOptions`, which names the option that is wrong.
  const devnet = targets.devnet as DevnetOptions
  if (Object.keys(targets.fork).length > 0) {
    devnet.fork = await forksOf(targets.fork, devnet, environment)
  }
  if (syntax === exportSyntax) return { ...targets.export, kind: 'export', devnet, writtenAs }
  if (targets.command.deterministic === true) devnet.mnemonic ??= ganacheMnemonic
  const listen = targets.listen as ListenOptions
  return { ...targets.command, kind: 'run', devnet, listen, writtenAs }
}

/** Commands of other tools that start what `preconf` alone does. */
const startWords: ReadonlySet<string> = new Set(['node', 'start', 'serve', 'anvil', 'ganache'])

/** What is typed as other tools have it, in the command's own words: `help gas` is `gas --help`. */
function inOwnWords(words: readonly string[]): readonly string[] {
  const [first = '', ...others] = words
  if (first === 'help') return [...others, '--help']
  if (first === 'version') return ['--version']
  return startWords.has(first) ? others : words
}

/** The words after the name of what is done; a folder that is named first is that of `--from`. */
function wordsFor(syntax: Syntax, words: readonly string[]): readonly string[] {
  if (syntax === runSyntax) return words
  const [, first, ...others] = words
  if (first === undefined) return []
  const isFolder = syntax === gasSyntax && !first.startsWith('-')
  return isFolder ? ['--from', first, ...others] : [first, ...others]
}

async function typedArguments(words: readonly string[], syntax: Syntax): Promise<TypedArguments> {
  const values = readPlainWords(words, syntax.flags)
  if (values !== undefined) return { values }
  const { readArguments } = await import('./readArguments.ts')
  return readArguments(words, syntax)
}

/** What was typed, or else the environment variable. */
function givenFor(
  flag: Flag,
  typed: TypedArguments['values'],
  environment: Environment,
): Given | undefined {
  const value = typed.get(flag.name)
  if (value !== undefined && value !== '') return { value, written: `--${flag.name}` }
  // Options of an export are for one call only, and PRECONF_URL may be set for tests.
  if (['export', 'coverage', 'gas', 'mcp', 'record'].includes(flag.target.of)) return undefined
  for (const variable of [environmentVariable(flag), ...(flag.variables ?? [])]) {
    const text = environment[variable]
    if (text) return { value: text, written: variable }
  }
  const off = negation(flag)
  const offVariable = off && environmentVariable({ name: off })
  const offText = offVariable && environment[offVariable]
  if (!offText) return undefined
  return { value: !readSwitch(offText, offVariable), written: offVariable }
}

/** Anvil calls the chain id a chain, and some chains by their names. */
function targetOf({ name, target }: Flag, { value }: Given): Flag['target'] {
  const isId = name === 'chain' && (/^\d+$/.test(String(value)) || chainIds.has(String(value)))
  return isId ? { of: 'devnet', option: 'chainId' } : target
}

function read(flag: Flag, { value, written }: Given): unknown {
  if (flag.type === 'switch') return readSwitch(value, written)
  if (flag.type === 'list' || flag.type === 'lines') return readList(flag, value)
  if (value === true) return true
  const text = String(value).trim()
  if (flag.name === 'port') return readPort(text, written)
  // Those of the chain are checked by `readOptions`.
  const isChecked = flag.target.of === 'devnet' || flag.target.of === 'fork'
  if (!isChecked && flag.choices?.includes(text) === false) {
    throw new UsageError(`invalid ${written} '${text}': give ${flag.choices.join(', ')}`)
  }
  if (flag.name === 'chain' || flag.name === 'chain-id') {
    const chainId = chainIds.get(text)
    if (chainId !== undefined) return chainId
  }
  // Anything else stays as it is, so that the error message can show it.
  const isNumber = flag.type === 'number' || flag.type === 'optional' || flag.name === 'chain'
  return isNumber && /^\d+$/.test(text) ? Number(text) : text
}

function readList({ type }: Flag, value: TypedValue): readonly string[] {
  const texts = typeof value === 'object' ? value : [String(value)]
  const parts = type === 'list' ? texts.flatMap((text) => text.split(',')) : texts
  return parts.map((part) => part.trim()).filter((part) => part !== '')
}

function readSwitch(value: TypedValue, written: string): boolean {
  if (typeof value === 'boolean') return value
  const text = String(value)
  if (['true', '1', 'yes'].includes(text.toLowerCase())) return true
  if (['false', '0', 'no'].includes(text.toLowerCase())) return false
  throw new UsageError(`invalid ${written} '${text}': give true or false`)
}

function readPort(text: string, written: string): number {
  const port = /^\d+$/.test(text) ? Number(text) : Number.NaN
  if (port <= highestPort) return port
  throw new UsageError(
    `invalid ${written} '${text}': give a whole number from 0 to ${highestPort}, 0 for a free port`,
  )
}
