import type { ExportFormat } from '../types/export.ts'
import type { ListenOptions } from '../types/listening.ts'
import type { DevnetOptions } from '../types/options.ts'

/**
 * How the text after a flag is read. `number`: a small whole number. `text`: left as it is, for
 * amounts and times that a number of JavaScript could not hold or that have a unit. `list`: texts
 * between commas, or one after the other. `lines`: as `list`, where commas belong to the texts.
 * `switch`: true or false, true when nothing follows. `optional`: a text, or true when nothing follows.
 */
type FlagType = 'number' | 'text' | 'list' | 'lines' | 'switch' | 'optional'

/** What only the command knows, as it is about what it prints and writes. */
export interface CommandOptions {
  /** Print nothing but errors. */
  readonly silent?: boolean | undefined
  /** Print all that happens, requests too. */
  readonly verbose?: boolean | undefined
  /** Print lines of JSON. */
  readonly json?: boolean | undefined
  /** Print what contracts give to `console.log`. @default true */
  readonly printLogs?: boolean | undefined
  /** Print the calls of each sealed transaction. */
  readonly printTraces?: boolean | undefined
  /** Anvil's wish to have what traces need: it is always there. */
  readonly stepsTracing?: boolean | undefined
  /** File that is to tell programs what the banner tells people. */
  readonly configOut?: string | undefined
  /** Take Ganache's mnemonic. */
  readonly deterministic?: boolean | undefined
}

/** What `preconf export` is asked. */
export interface ExportOptions {
  readonly format?: ExportFormat | undefined
  /** Path of the file to write. */
  readonly output?: string | undefined
  /** A number, unless the user has typed something else. */
  readonly block?: number | string | undefined
  /** Where a preconf runs. */
  readonly url?: string | undefined
}

export interface Flag {
  /** As typed after `--`. */
  readonly name: string
  /** The letter typed after `-`. */
  readonly short?: string | undefined
  /** How other nodes call it: after `--`, or a letter after `-`. */
  readonly aliases?: readonly string[] | undefined
  /** How other nodes call switching it off. */
  readonly offAliases?: readonly string[] | undefined
  readonly type: FlagType
  /** All values it can have. */
  readonly choices?: readonly string[] | undefined
  /** What holds without the flag, as people read it. A switch that is on is shown as `--no-…`. */
  readonly default?: string | undefined
  readonly description: string
  readonly group: FlagGroup
  /** What the flag sets. */
  readonly target:
    | { readonly of: 'devnet'; readonly option: keyof DevnetOptions }
    | { readonly of: 'listen'; readonly option: keyof ListenOptions }
    | { readonly of: 'command'; readonly option: keyof CommandOptions }
    | { readonly of: 'export'; readonly option: keyof ExportOptions }
}

type FlagGroup =
  | 'Server'
  | 'Accounts'
  | 'Chain'
  | 'State files'
  | 'Limits'
  | 'Fees'
  | 'Blocks'
  | 'Pre-confirmations'
  | 'Output'
  | 'Export'

/** Such as `PRECONF_CHAIN_ID`: what is set there holds when the flag is not given. */
export function environmentVariable({ name }: Pick<Flag, 'name'>): string {
  return `PRECONF_${name.toUpperCase().replaceAll('-', '_')}`
}

/** The name that switches it off, for a switch; none for a switch that says no already. */
export function negation({ name, type }: Flag): string | undefined {
  return type !== 'switch' || name.startsWith('no-') ? undefined : `no-${name}`
}

/** The name to tell people: one that changes something when it is typed. */
export function shownName(flag: Flag): string {
  return (flag.default === 'true' ? negation(flag) : undefined) ?? flag.name
}

/** All ways to type it but camelCase. */
export function spellings(flag: Flag): readonly string[] {
  const { name, short, aliases = [], offAliases = [] } = flag
  const names = [name, short, ...aliases, negation(flag), ...offAliases]
  return names.filter((spelling) => spelling !== undefined)
}

/** The description with the values to choose from. */
export function descriptionOf({ description, choices }: Flag): string {
  return choices === undefined ? description : `${description} (${choices.join(', ')})`
}
