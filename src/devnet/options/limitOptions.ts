import { defaultLimits, type LimitName, type Limits, limitNames } from '../../lib/limits.ts'
import type { LimitOptions } from '../../types/options/limitOptions.ts'
import { big, duration, flag, InvalidOption, integer } from './optionValues.ts'

/** Options of limits with their defaults, checked. */
export interface LimitSettings {
  readonly gasLimit: bigint
  /** None: see `callRulesOf`. */
  readonly callGasLimit: bigint | undefined
  readonly transactionGasCap: boolean
  readonly enableP256: boolean
  /** Bytes; none: the protocol's. */
  readonly codeSizeLimit: number | undefined
  /** Bytes. */
  readonly memoryLimit: number | undefined
  readonly traceMs: number
  readonly maxTransactions: number | undefined
  readonly limits: Limits
}

const maxUint63 = 2n ** 63n - 1n
/** The highest gas limit that every client reads. */
const noGasLimit = BigInt(Number.MAX_SAFE_INTEGER)
/** 4 GiB: more than any memory of an EVM. */
const noCodeLimit = 2 ** 32

export const usualGasLimit = 30_000_000n

/** Checks options and fills in the defaults. Throws an `InvalidOption`. */
export function resolveLimits(
  options: LimitOptions,
  hasGenesis: boolean,
  limitsTransactions: boolean,
): LimitSettings {
  const { gasLimit, callGasLimit, codeSizeLimit, memoryLimit, maxTransactions } = options
  const withoutGasLimit = switchedOff('disableBlockGasLimit', 'gasLimit', options)
  const withoutCodeLimit = switchedOff('disableCodeSizeLimit', 'codeSizeLimit', options)
  const mostCode = withoutCodeLimit ? noCodeLimit : atLeastOne('codeSizeLimit', codeSizeLimit)
  return {
    gasLimit: withoutGasLimit
      ? noGasLimit
      : big('gasLimit', gasLimit ?? usualGasLimit, 5_000n, maxUint63),
    callGasLimit:
      callGasLimit === undefined
        ? undefined
        : big('callGasLimit', callGasLimit, 21_000n, maxUint63),
    transactionGasCap: flag('transactionGasCap', options.transactionGasCap ?? hasGenesis),
    enableP256: flag('enableP256', options.enableP256 ?? false),
    codeSizeLimit: mostCode,
    memoryLimit: atLeastOne('memoryLimit', memoryLimit),
    traceMs: duration('traceTimeout', options.traceTimeout ?? 60, 's'),
    maxTransactions: atLeastOne('maxTransactions', maxTransactions),
    limits: limitsOf(options.limits ?? {}, limitsTransactions ? sizesWith(mostCode) : noSizes),
  }
}

/** Whether there is to be no limit; an `InvalidOption` when there is to be one too. */
function switchedOff(
  option: 'disableBlockGasLimit' | 'disableCodeSizeLimit',
  limit: 'gasLimit' | 'codeSizeLimit',
  options: LimitOptions,
): boolean {
  const isOff = flag(option, options[option] ?? false)
  if (isOff && options[limit] !== undefined) {
    throw new InvalidOption(limit, options[limit], `leave it out, as ${option} is given`)
  }
  return isOff
}

function atLeastOne(option: string, value: unknown): number | undefined {
  return value === undefined ? undefined : integer(option, value, 1, noCodeLimit)
}

/** Timers of JavaScript hold 31 bits of milliseconds. */
const mostMs = 2 ** 31 - 1

const noSizes = {
  transactionBytes: Number.MAX_SAFE_INTEGER,
  blobTransactionBytes: Number.MAX_SAFE_INTEGER,
}

/** Room for what comes with the longest init code, in bytes. */
const besideInitCode = 8 * 1024

/** A transaction that creates the largest contract is never too large. */
function sizesWith(codeSizeLimit = 0): Pick<Limits, 'transactionBytes'> {
  const { transactionBytes } = defaultLimits
  return { transactionBytes: Math.max(transactionBytes, 2 * codeSizeLimit + besideInitCode) }
}

function limitsOf(given: NonNullable<LimitOptions['limits']>, defaults: Partial<Limits>): Limits {
  if (typeof given !== 'object' || given === null) {
    throw new InvalidOption('limits', given, 'give numbers by name, such as { logs: 100000 }')
  }
  const limits: Record<LimitName, number> = { ...defaultLimits, ...defaults }
  for (const [name, value] of Array.isArray(given) ? given.map(pairOf) : Object.entries(given)) {
    if (value === undefined) continue
    if (!isLimitName(name)) {
      throw new InvalidOption('limits', name, `give one of ${limitNames.join(', ')}`)
    }
    const most = name.endsWith('Ms') ? mostMs : Number.MAX_SAFE_INTEGER
    limits[name] = integer(`limits ${name}`, value, 1, most)
  }
  return limits
}

function isLimitName(name: string): name is LimitName {
  return limitNames.some((known) => known === name)
}

/** As a flag has it: `logs=100000`. */
function pairOf(text: unknown): readonly [name: string, value: number] {
  const [, name, digits] = /^(\w+)=(\d+)$/.exec(String(text)) ?? []
  if (name === undefined) throw new InvalidOption('limits', text, 'give name=number')
  return [name, Number(digits)]
}
