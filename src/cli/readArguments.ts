import yargs from 'yargs'
import { version } from '../lib/version.ts'
import { describe, environmentVariable, type Flag, flags } from './flags.ts'
import { suggest } from './suggest.ts'
import { UsageError } from './usageError.ts'

/** What was typed: values as texts by the name of their flag, switches as booleans. */
export interface TypedArguments {
  readonly values: ReadonlyMap<string, string | boolean>
  /** What to print about the flags, when asked for. */
  readonly help?: string | undefined
  readonly version?: boolean | undefined
}

const widest = 110

/** Reads the words after the command. Throws a `UsageError` for what is no flag or lacks its value. */
export async function readArguments(words: readonly string[]): Promise<TypedArguments> {
  const reader = parser()
  const parsed = await reader.parseAsync([...words])
  const [surplus] = parsed._
  if (surplus !== undefined) {
    throw new UsageError(`unexpected argument '${surplus}': flags begin with --`)
  }
  const known = new Set(['_', '$0', 'help', 'h', 'version', 'v'])
  for (const { name, short } of flags) {
    known.add(name).add(camelCase(name))
    if (short !== undefined) known.add(short)
  }
  const unknown = Object.keys(parsed).find((key) => !known.has(key))
  if (unknown !== undefined) throw unknownFlag(unknown)
  const values = new Map<string, string | boolean>()
  for (const { name } of flags) {
    const value = parsed[name]
    if (value !== undefined) values.set(name, typeof value === 'boolean' ? value : String(value))
  }
  return {
    values,
    help: parsed.help === true ? await reader.getHelp() : undefined,
    version: parsed.version === true,
  }
}

function parser() {
  const parser = yargs()
    .scriptName('preconf')
    // Without it, the language of the terminal decides how errors begin.
    .locale('en')
    .usage('$0 [flags]\n\nA local Ethereum chain with pre-confirmed partial blocks.')
    .parserConfiguration({
      'boolean-negation': false,
      'dot-notation': false,
      'duplicate-arguments-array': false,
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
    const { name, short, type, default: defaultText } = flag
    parser.option(name, {
      ...(short === undefined ? {} : { alias: short }),
      ...(type === 'switch' ? { boolean: true } : { requiresArg: true }),
      ...(defaultText === undefined || type === 'switch'
        ? {}
        : { defaultDescription: defaultText }),
      description: describe(flag),
      group: `${flag.group}:`,
    })
  }
  return parser
    .option('help', { alias: 'h', boolean: true, description: 'Show this', group: 'Output:' })
    .option('version', {
      alias: 'v',
      boolean: true,
      description: `Show the version (${version})`,
      group: 'Output:',
    })
    .epilogue(
      `Each flag can be set in the environment too: ${environmentVariable(chainId)} for --${chainId.name}.`,
    )
}

const chainId = flags.find(({ name }) => name === 'chain-id') as Flag

function unknownFlag(key: string): UsageError {
  const typed = kebabCase(key)
  const meant = suggest(typed, [...flags.map(({ name }) => name), 'help', 'version'])
  const dashes = key.length === 1 ? '-' : '--'
  return new UsageError(
    `unknown flag ${dashes}${key}: ${meant === undefined ? 'see preconf --help' : `did you mean --${meant}?`}`,
  )
}

function camelCase(name: string): string {
  return name.replace(/-(.)/g, (_, letter: string) => letter.toUpperCase())
}

function kebabCase(name: string): string {
  return name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)
}

/** yargs complains about flags without their value only. */
function ownWords(message: string): string {
  const missing = /^Not enough arguments following: (.*)$/.exec(message)?.[1]
  if (missing === undefined) return message
  return `${missing.length === 1 ? '-' : '--'}${missing} needs a value`
}
