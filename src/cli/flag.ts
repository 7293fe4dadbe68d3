import type { Definition, OptionFlag } from '../devnet/options/definition.ts'
import type { ExportFormat } from '../types/export.ts'
import type { ListenOptions } from '../types/listening.ts'
import type { ForkOptions } from '../types/options/forkOptions.ts'
import type { DevnetOptions } from '../types/options/options.ts'

/** Options of the command alone: what it prints and writes. */
export interface CommandOptions {
  /** Print nothing but errors. */
  readonly silent?: boolean | undefined
  /** Print everything that happens, including requests. */
  readonly verbose?: boolean | undefined
  /** Take single keys where the command runs in a terminal. @default true */
  readonly keys?: boolean | undefined
  /** Print lines of JSON. */
  readonly json?: boolean | undefined
  /** Print the `console.log` output of contracts. @default true */
  readonly printLogs?: boolean | undefined
  /** Anvil's flag for recording traces, which are always available here. */
  readonly stepsTracing?: boolean | undefined
  /** File for programs with what the banner shows to people. */
  readonly configOut?: string | undefined
  /** File for the keys of the accounts, in Ganache's form. */
  readonly accountKeys?: string | undefined
  /** Use Ganache's mnemonic. */
  readonly deterministic?: boolean | undefined
}

/** Options of `preconf export`. */
export interface ExportOptions {
  readonly format?: ExportFormat | undefined
  /** Path of the file to write. */
  readonly output?: string | undefined
  /** A number, unless the user has typed something else. */
  readonly block?: number | string | undefined
  /** URL of a running preconf node. */
  readonly url?: string | undefined
}

/** Options of `preconf coverage`. Thresholds are per cent. */
export interface CoverageOptions {
  readonly from?: string | undefined
  readonly output?: string | undefined
  readonly artifacts?: readonly string[] | undefined
  readonly skip?: readonly string[] | undefined
  readonly reporters?: readonly string[] | undefined
  readonly lines?: number | string | undefined
  readonly functions?: number | string | undefined
  readonly statements?: number | string | undefined
  readonly branches?: number | string | undefined
}

/** Options of `preconf gas`. */
export interface GasOptions {
  readonly from?: string | undefined
  readonly artifacts?: readonly string[] | undefined
  /** Path of a file to write. */
  readonly json?: string | undefined
  /** Path of a file to write; true: the usual one. */
  readonly snapshot?: string | number | true | undefined
  /** Path of a snapshot to compare with; true: the usual one. */
  readonly check?: string | number | true | undefined
  /** Per cent. */
  readonly tolerance?: string | undefined
}

/** What `preconf record` keeps, of what and for how long. */
export interface RecordOptions {
  readonly url?: string | undefined
  readonly out?: string | undefined
  readonly kinds?: readonly string[] | undefined
  readonly chainId?: number | string | undefined
  readonly seconds?: number | string | undefined
}

/** How `preconf mcp` is reached. */
export interface McpOptions {
  readonly port?: number | string | undefined
  /** Folders whose files an agent may name, beside the current one. */
  readonly folder?: readonly string[] | undefined
}

export interface Flag extends OptionFlag {
  readonly name: string
  /** All values it can have. */
  readonly choices?: readonly string[] | undefined
  /** What the flag sets. */
  readonly target:
    | { readonly of: 'devnet'; readonly option: keyof DevnetOptions }
    | { readonly of: 'fork'; readonly option: keyof ForkOptions }
    | { readonly of: 'listen'; readonly option: keyof ListenOptions }
    | { readonly of: 'command'; readonly option: keyof CommandOptions }
    | { readonly of: 'export'; readonly option: keyof ExportOptions }
    | { readonly of: 'coverage'; readonly option: keyof CoverageOptions }
    | { readonly of: 'gas'; readonly option: keyof GasOptions }
    | { readonly of: 'record'; readonly option: keyof RecordOptions }
    | { readonly of: 'mcp'; readonly option: keyof McpOptions }
}

/** The flags of options, in the order in which they are named. */
export function flagsOf<Name extends string>(
  of: 'devnet' | 'fork' | 'listen',
  definitions: Readonly<Record<Name, Definition>>,
  named: { readonly [Option in Name]?: OptionFlag },
): readonly Flag[] {
  return (Object.entries(named) as [Name, OptionFlag][]).map(([option, flag]) => {
    const { choices, default: usual } = definitions[option]
    const isPlain = usual !== undefined && typeof usual !== 'function'
    return {
      name: kebabCase(option),
      choices,
      default: isPlain ? String(usual) || undefined : undefined,
      ...flag,
      target: { of, option } as Flag['target'],
    }
  })
}

/** `chainId` as `chain-id`. */
export function kebabCase(name: string): string {
  return name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)
}

/** The environment variable, such as `PRECONF_CHAIN_ID`, that applies when the flag is not given. */
export function environmentVariable({ name }: Pick<Flag, 'name'>): string {
  return `PRECONF_${name.toUpperCase().replaceAll('-', '_')}`
}

/** The name that switches off a switch; `undefined` for one whose name begins with no. */
export function negation({ name, type }: Flag): string | undefined {
  return type !== 'switch' || name.startsWith('no-') ? undefined : `no-${name}`
}

/** The name to show to people: the one that changes the default. */
export function shownName(flag: Flag): string {
  return (flag.default === 'true' ? negation(flag) : undefined) ?? flag.name
}

/** All spellings except camelCase. */
export function spellings(flag: Flag): readonly string[] {
  const { name, short, aliases = [], offAliases = [] } = flag
  const names = [name, short, ...aliases, negation(flag), ...offAliases]
  return names.filter((spelling) => spelling !== undefined)
}

/** The description with the values to choose from. */
export function descriptionOf({ description, choices }: Flag): string {
  return choices === undefined ? description : `${description} (${choices.join(', ')})`
}
