import type { LimitOptions } from '../../types/limitOptions.ts'
import { big, flag, InvalidOption, integer } from './optionValues.ts'

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
  readonly maxTransactions: number | undefined
}

const maxUint63 = 2n ** 63n - 1n
/** The highest gas limit that every client reads. */
const noGasLimit = BigInt(Number.MAX_SAFE_INTEGER)
/** 4 GiB: more than any memory of an EVM. */
const noCodeLimit = 2 ** 32

/** Checks options and fills in the defaults. Throws an `InvalidOption`. */
export function resolveLimits(options: LimitOptions, hasGenesis: boolean): LimitSettings {
  const { gasLimit, callGasLimit, codeSizeLimit, memoryLimit, maxTransactions } = options
  const withoutGasLimit = switchedOff('disableBlockGasLimit', 'gasLimit', options)
  const withoutCodeLimit = switchedOff('disableCodeSizeLimit', 'codeSizeLimit', options)
  return {
    gasLimit: withoutGasLimit
      ? noGasLimit
      : big('gasLimit', gasLimit ?? 30_000_000, 5_000n, maxUint63),
    callGasLimit:
      callGasLimit === undefined
        ? undefined
        : big('callGasLimit', callGasLimit, 21_000n, maxUint63),
    transactionGasCap: flag('transactionGasCap', options.transactionGasCap ?? hasGenesis),
    enableP256: flag('enableP256', options.enableP256 ?? false),
    codeSizeLimit: withoutCodeLimit ? noCodeLimit : atLeastOne('codeSizeLimit', codeSizeLimit),
    memoryLimit: atLeastOne('memoryLimit', memoryLimit),
    maxTransactions: atLeastOne('maxTransactions', maxTransactions),
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
