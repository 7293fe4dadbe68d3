import yargs from 'yargs'
import { suggest } from '../lib/text.ts'
import { version } from '../lib/version.ts'
import {
  descriptionOf,
  environmentVariable,
  type Flag,
  kebabCase,
  negation,
  shownName,
  spellings,
} from './flag.ts'
import { insteadOfPeerFlag } from './peerFlags.ts'
import { UsageError } from './usageErrors.ts'

/** The value after a flag. */
export type TypedValue = string | boolean | readonly string[]

/** What was typed: values as strings by the name of their flag, switches as booleans. */
export interface TypedArguments {
  readonly values: ReadonlyMap<string, TypedValue>
  /** The help text, when asked for. */
  readonly help?: string | undefined
  readonly version?: boolean | undefined
}

/** What may be typed. */
export interface Syntax {
  /** Usage in the format of yargs. */
  readonly usage: string
  readonly flags: readonly Flag[]
}

const widest = 110

/** Reads the arguments of the command. Throws a `UsageError` for an unknown flag or a missing value. */
export async function readArguments(
  words: readonly string[],
  { usage, flags }: Syntax,
): Promise<TypedArguments> {
  const reader = parser({ usage, flags })
  const parsed = await reader.parseAsync([...words])
  const [surplus] = parsed._
  if (surplus !== undefined) {
    throw new UsageError(`unexpected argument '${surplus}': flags begin with --`)
  }
  const known = new Set(['_', '$0', 'help', 'h', 'version', 'V'])
  // yargs has each of them in both cases.
  for (const spelling of flags.flatMap(spellings)) known.add(kebabCase(spelling))
  const unknown = Object.keys(parsed).find((key) => !known.has(key) && !known.has(kebabCase(key)))
  if (unknown !== undefined) throw unknownFlag(unknown, flags)
  const values = new Map<string, TypedValue>()
  for (const flag of flags) {
    const value = typedValue(flag, parsed)
    if (value !== undefined) values.set(flag.name, value)
  }
  return {
    values,
    help: parsed.help === true ? await reader.getHelp() : undefined,
    version: parsed.version === true,
  }
}

/** The value of the last of equal flags; of all of them for a flag that takes several. */
function typedValue(flag: Flag, parsed: Readonly<Record<string, unknown>>): TypedValue | undefined {
  const off = negation(flag)
  const value = parsed[flag.name]
  if (value === undefined) {
    const isOff = off === undefined ? undefined : last(parsed[off])
    return isOff === undefined ? undefined : isOff !== true
  }
  if (flag.type === 'list' || flag.type === 'lines') return [value].flat().map(String)
  const one = last(value)
  if (flag.type === 'optional' && one === '') return true
  return typeof one === 'boolean' ? one : String(one)
}

function last(value: unknown): unknown {
  return Array.isArray(value) ? value.at(-1) : value
}

function parser({ usage, flags }: Syntax) {
  const parser = yargs()
    .scriptName('preconf')
    // Without it, the locale of the terminal changes the text of errors.
    .locale('en')
    .usage(usage)
    .parserConfiguration({
      'boolean-negation': false,
      'dot-notation': false,
      'parse-numbers': false,
      'parse-positional-numbers': false,
    })
    .help(false)
    .version(false)
    .exitProcess(false)
    .fail((message, error) => {
      throw error instanceof UsageError
        ? error
        : new UsageError(ownWords(message), { cause: error })
    })
    .wrap(Math.min(process.stdout.columns ?? widest, widest))
  for (const flag of flags) {
    const off = negation(flag)
    const shown = { description: descriptionOf(flag), group: `${flag.group}:` }
    const isShown = shownName(flag) === flag.name
    parser.option(flag.name, { ...typeOf(flag), ...letter(flag), ...(isShown ? shown : hidden) })
    for (const alias of flag.aliases ?? []) parser.alias(flag.name, alias)
    if (off === undefined) continue
    parser.option(off, { boolean: true, ...(isShown ? hidden : shown) })
    for (const alias of flag.offAliases ?? []) parser.alias(off, alias)
  }
  return parser
    .option('help', { alias: 'h', boolean: true, description: 'Show this', group: 'Output:' })
    .option('version', {
      alias: 'V',
      boolean: true,
      description: `Show the version (${version})`,
      group: 'Output:',
    })
    .epilogue(
      `Flags can also be set by environment variables, such as ${environmentVariable(chainId)} for --${chainId.name}.`,
    )
}

const hidden = { hidden: true }

const chainId = { name: 'chain-id' }

function letter({ short }: Flag) {
  return short === undefined ? {} : { alias: short }
}

/** How yargs reads and shows the value. */
function typeOf({ type, default: defaultDescription }: Flag) {
  if (type === 'switch') return { boolean: true }
  return {
    ...(type === 'list' || type === 'lines' ? { array: true } : {}),
    string: true,
    ...(type === 'optional' ? {} : { requiresArg: true }),
    ...(defaultDescription === undefined ? {} : { defaultDescription }),
  }
}

function unknownFlag(key: string, flags: readonly Flag[]): UsageError {
  const dashes = key.length === 1 ? '-' : '--'
  return new UsageError(`unknown flag ${dashes}${key}: ${adviceFor(key, flags)}`)
}

function adviceFor(key: string, flags: readonly Flag[]): string {
  const typed = kebabCase(key)
  const instead = insteadOfPeerFlag(key) ?? insteadOfPeerFlag(typed)
  if (instead !== undefined) return instead
  const meant = suggest(typed, [...flags.flatMap(spellings), 'help', 'version'].filter(isWord))
  return meant === undefined ? 'see preconf --help' : `did you mean --${meant}?`
}

function isWord(spelling: string): boolean {
  return spelling.length > 1
}

/** The only error of yargs here is a flag without its value. */
function ownWords(message: string): string {
  const missing = /^Not enough arguments following: (.*)$/.exec(message)?.[1]
  if (missing === undefined) return message
  return `${missing.length === 1 ? '-' : '--'}${missing} needs a value`
}
