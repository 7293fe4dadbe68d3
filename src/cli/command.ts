import type { ListenOptions } from '../types/devnet.ts'
import type { DevnetOptions } from '../types/options.ts'
import { environmentVariable, type Flag, flags } from './flags.ts'
import type { TypedArguments } from './readArguments.ts'
import { UsageError } from './usageError.ts'

/** What the command was asked to do. */
export type Command =
  | { readonly kind: 'help'; readonly text: string }
  | { readonly kind: 'version' }
  | RunCommand

export interface RunCommand {
  readonly kind: 'run'
  readonly devnet: DevnetOptions
  readonly listen: ListenOptions
  readonly silent: boolean
  /** How the user wrote an option, by the option's name: a flag, or a variable of the environment. */
  readonly writtenAs: ReadonlyMap<string, string>
}

type Environment = Readonly<Record<string, string | undefined>>

const highestPort = 65_535

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
  const command: Record<string, unknown> = {}
  const targets = { devnet: {} as Record<string, unknown>, listen: {} as typeof command, command }
  const writtenAs = new Map<string, string>()
  for (const flag of flags) {
    const variable = environmentVariable(flag)
    const value: string | boolean | undefined = typed.get(flag.name) ?? environment[variable]
    if (value === undefined || value === '') continue
    const written = typed.has(flag.name) ? `--${flag.name}` : variable
    const { of, option } = flag.target
    targets[of][option] = read(flag, value, written)
    writtenAs.set(option, written)
  }
  const { devnet, listen } = targets
  if (command.noMining === true) {
    if (devnet.mining !== undefined && devnet.mining !== 'manual') {
      throw new UsageError(`--no-mining contradicts --mining ${devnet.mining}`)
    }
    devnet.mining = 'manual'
  }
  return {
    kind: 'run',
    // What the texts say is checked by `resolveOptions`, which names the option that is wrong.
    devnet: devnet as DevnetOptions,
    listen: listen as ListenOptions,
    silent: command.silent === true,
    writtenAs,
  }
}

async function typedArguments(words: readonly string[]): Promise<TypedArguments> {
  // Most starts have no flags; they need not wait for yargs.
  if (words.length === 0) return { values: new Map() }
  const { readArguments } = await import('./readArguments.ts')
  return readArguments(words)
}

function read(flag: Flag, value: string | boolean, written: string): unknown {
  if (flag.type === 'switch') return readSwitch(value, written)
  const text = String(value).trim()
  if (flag.name === 'port') return readPort(text, written)
  if (flag.target.of === 'listen' && flag.choices?.includes(text) === false) {
    throw new UsageError(`invalid ${written} '${text}': give ${flag.choices.join(', ')}`)
  }
  if (flag.type === 'list') return text.split(',').map((part) => part.trim())
  // What is no number stays as it is, so that the message about it can show it.
  return flag.type === 'number' && /^\d+$/.test(text) ? Number(text) : text
}

function readSwitch(value: string | boolean, written: string): boolean {
  if (typeof value === 'boolean') return value
  if (['true', '1', 'yes'].includes(value.toLowerCase())) return true
  if (['false', '0', 'no'].includes(value.toLowerCase())) return false
  throw new UsageError(`invalid ${written} '${value}': give true or false`)
}

function readPort(text: string, written: string): number {
  const port = /^\d+$/.test(text) ? Number(text) : Number.NaN
  if (port <= highestPort) return port
  throw new UsageError(
    `invalid ${written} '${text}': give a whole number from 0 to ${highestPort}, 0 for a free port`,
  )
}
