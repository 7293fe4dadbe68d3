import type { ListenOptions } from '../types/devnet.ts'
import type { DevnetOptions } from '../types/options.ts'
import { type CommandOptions, environmentVariable, type Flag, negation } from './flag.ts'
import { flags } from './flags.ts'
import type { TypedArguments, TypedValue } from './readArguments.ts'
import { UsageError } from './usageError.ts'

/** What the command was asked to do. */
export type Command =
  | { readonly kind: 'help'; readonly text: string }
  | { readonly kind: 'version' }
  | RunCommand

export interface RunCommand extends CommandOptions {
  readonly kind: 'run'
  readonly devnet: DevnetOptions
  readonly listen: ListenOptions
  /** How the user wrote an option, by the option's name: a flag, or a variable of the environment. */
  readonly writtenAs: ReadonlyMap<string, string>
}

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
 * Understands the words after the command and the variables of the environment. Values of the
 * chain's options are left to `resolveOptions`. Throws a `UsageError`.
 */
export async function parseCommand(
  words: readonly string[],
  environment: Environment,
): Promise<Command> {
  const { values: typed, help, version } = await typedArguments(words)
  if (help !== undefined) return { kind: 'help', text: help }
  if (version) return { kind: 'version' }
  const targets: Record<Flag['target']['of'], Record<string, unknown>> = {
    devnet: {},
    listen: {},
    command: {},
  }
  const writtenAs = new Map<string, string>()
  for (const flag of flags) {
    const given = givenFor(flag, typed, environment)
    if (given === undefined) continue
    const { of, option } = targetOf(flag, given)
    targets[of][option] = read(flag, given)
    writtenAs.set(option, given.written)
  }
  const { devnet, listen, command } = targets
  if (command.deterministic === true) devnet.mnemonic ??= ganacheMnemonic
  return {
    ...command,
    kind: 'run',
    // What the texts say is checked by `resolveOptions`, which names the option that is wrong.
    devnet: devnet as DevnetOptions,
    listen: listen as ListenOptions,
    writtenAs,
  }
}

async function typedArguments(words: readonly string[]): Promise<TypedArguments> {
  // Most starts have no flags; they need not wait for yargs.
  if (words.length === 0) return { values: new Map() }
  const { readArguments } = await import('./readArguments.ts')
  return readArguments(words)
}

/** What was typed, else what the environment says. */
function givenFor(
  flag: Flag,
  typed: TypedArguments['values'],
  environment: Environment,
): Given | undefined {
  const value = typed.get(flag.name)
  if (value !== undefined && value !== '') return { value, written: `--${flag.name}` }
  const variable = environmentVariable(flag)
  const text = environment[variable]
  if (text) return { value: text, written: variable }
  const off = negation(flag)
  const offVariable = off && environmentVariable({ name: off })
  const offText = offVariable && environment[offVariable]
  if (!offText) return undefined
  return { value: !readSwitch(offText, offVariable), written: offVariable }
}

/** Anvil calls the chain id a chain. */
function targetOf({ name, target }: Flag, { value }: Given): Flag['target'] {
  const isId = name === 'chain' && /^\d+$/.test(String(value))
  return isId ? { of: 'devnet', option: 'chainId' } : target
}

function read(flag: Flag, { value, written }: Given): unknown {
  if (flag.type === 'switch') return readSwitch(value, written)
  if (flag.type === 'list' || flag.type === 'lines') return readList(flag, value)
  if (value === true) return true
  const text = String(value).trim()
  if (flag.name === 'port') return readPort(text, written)
  if (flag.target.of === 'listen' && flag.choices?.includes(text) === false) {
    throw new UsageError(`invalid ${written} '${text}': give ${flag.choices.join(', ')}`)
  }
  // What is no number stays as it is, so that the message about it can show it.
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
