import { isBare, unclearWords } from '../../lib/units.ts'
import { warnOnce } from '../../lib/warnings.ts'
import { type CompatRules, compatRules } from './compatRules.ts'
import { big, duration, integer, oneOf, shownOption } from './optionValues.ts'

/** What decides some defaults. */
export interface Beside {
  readonly rules: CompatRules
  readonly hasGenesis: boolean
}

const nothingBeside: Beside = { rules: compatRules('anvil', false), hasGenesis: false }

/** Gives the value in the unit of the code. Throws an `InvalidOption`. */
export type Check<Value> = (option: string, given: unknown) => Value

/** What an option is. */
export interface Definition<Given = unknown> {
  /** Gives the value in the unit of the code. */
  readonly check: Check<unknown>
  /** What holds where nothing is given, as a user would give it, or what decides that. */
  readonly default?: Given | ((beside: Beside) => Given)
  /** All that can be given, where it is one of a few words. */
  readonly choices?: readonly string[]
  /** Returns the form with a unit of a value that has none and is deprecated for that; `undefined` for a clear one. */
  readonly clear?: (given: unknown) => string | undefined
}

/** One for each of the options. */
export type Definitions<Options> = {
  readonly [Name in keyof Options]-?: Definition<Options[Name]>
}

type AnyDefinitions = Readonly<Record<string, Definition>>

/** What the checks give; without a default there may be nothing. */
export type Values<Of extends AnyDefinitions> = {
  readonly [Name in keyof Of]: Of[Name] extends { readonly default: unknown }
    ? ReturnType<Of[Name]['check']>
    : ReturnType<Of[Name]['check']> | undefined
}

/** What users may have written. */
export type Given<Of extends AnyDefinitions> = { readonly [Name in keyof Of]?: unknown }

/**
 * Checks what is given and fills in the defaults. An option that has a default takes null for nothing.
 * `within`: the option whose fields they are. Throws an `InvalidOption`.
 */
export function valuesOf<const Of extends AnyDefinitions>(
  definitions: Of,
  given: Given<Of>,
  beside = nothingBeside,
  within = '',
): Values<Of> {
  const values: Record<string, unknown> = {}
  for (const [name, { check, default: usual }] of Object.entries(definitions)) {
    const fallback = typeof usual === 'function' ? usual(beside) : usual
    const value = fallback === undefined ? given[name] : (given[name] ?? fallback)
    values[name] = value === undefined ? undefined : check(`${within}${name}`, value)
  }
  return values as Values<Of>
}

/** A check that happens where the value is used. */
export const asGiven: Check<unknown> = (_option, given) => given

/** Checks for a whole number in these bounds. */
export function integerFrom(least: number, most: number): Check<number> {
  return (option, value) => integer(option, value, least, most)
}

/** Checks for a whole number in these bounds, also written in decimal or hex digits. */
export function bigFrom(least: bigint, most: bigint): Check<bigint> {
  return (option, value) => big(option, value, least, most)
}

/** Milliseconds of a time; a number without a unit is in milliseconds. */
export const milliseconds: Check<number> = (option, value) => duration(option, value)

const seconds: Check<number> = (option, value) => duration(option, value, 's')

/** What defines a time whose numbers without a unit are in seconds, which is deprecated. Its value is in milliseconds. */
export const inSeconds = {
  check: seconds,
  clear: (given: unknown) => (isBare(given) ? `${given}s` : undefined),
}

/** Returns the clear form of a balance whose number without a unit is in ether, which is deprecated. */
export function clearEther(given: unknown): string | undefined {
  return isBare(given) ? `${given} ether` : undefined
}

/** A value without a unit where that is deprecated, and how it is understood. */
export interface Unclear {
  readonly option: string
  readonly given: unknown
  /** The same with a unit. */
  readonly clear: string
}

/** Returns which values have no unit although they need one; `within`: the option whose fields they are. */
export function unclearIn(
  definitions: AnyDefinitions,
  given: object,
  within = '',
): readonly Unclear[] {
  return Object.entries(given).flatMap(([name, value]) => {
    const clear = Object.hasOwn(definitions, name) ? definitions[name]?.clear?.(value) : undefined
    return clear === undefined ? [] : [{ option: `${within}${name}`, given: value, clear }]
  })
}

/** Warns of options without a unit, once a process for each of them. `nameOf`: what the user calls an option. */
export function warnOfUnclear(
  unclear: readonly Unclear[],
  nameOf: (option: string) => string = (name) => name,
): void {
  for (const { option, given, clear } of unclear) {
    warnOnce(option, `${shownOption(nameOf(option), given)} ${unclearWords(clear)}`)
  }
}

/** What defines an option that is one of a few words. */
export function choice<const Value extends string>(...choices: readonly Value[]) {
  const check: Check<Value> = (option, value) => oneOf(option, value, choices)
  return { choices, check }
}

/**
 * How the value of a flag is read. `number`: a small whole number. `text`: left as it is, for amounts
 * and times with a unit or beyond the numbers of JavaScript. `list`: values separated by commas or
 * spaces. `lines`: like `list`, but values may contain commas. `switch`: true or false, true when
 * nothing follows. `optional`: a string, or true when nothing follows.
 */
export type FlagType = 'number' | 'text' | 'list' | 'lines' | 'switch' | 'optional'

/** Under what `--help` shows a flag, in its order. */
export type FlagGroup =
  | 'Export'
  | 'Server'
  | 'Accounts'
  | 'Chain'
  | 'Fork'
  | 'State files'
  | 'Limits'
  | 'Fees'
  | 'Blocks'
  | 'Pre-confirmations'
  | 'Solidity'
  | 'Output'
  | 'Coverage'
  | 'Gas'
  | 'Record'
  | 'MCP'

/**
 * How an option is typed after `preconf`, but for what its definition says. Flags are tables of their own beside the
 * definitions: a page that loads `preconf/browser` leaves 4 kB of them out.
 */
export interface OptionFlag {
  /** The flag's name after `--`. @default the option's, in words with hyphens */
  readonly name?: string
  /** The letter typed after `-`. */
  readonly short?: string | undefined
  /** Names of the flag in other nodes: after `--`, or a letter after `-`. */
  readonly aliases?: readonly string[] | undefined
  /** Names of flags of other nodes that switch it off. */
  readonly offAliases?: readonly string[] | undefined
  readonly type: FlagType
  /** Environment variables that set it in other nodes. */
  readonly variables?: readonly string[] | undefined
  /** The default, as people read it. @default the option's. A switch that is on by default is shown as `--no-…`. */
  readonly default?: string | undefined
  readonly description: string
  readonly group: FlagGroup
}

/** One for each of the options. */
export type OptionFlags<Options> = { readonly [Name in keyof Options]-?: OptionFlag }
