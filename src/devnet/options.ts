import { hardforks } from '../evm/hardforks.ts'
import type { DevnetOptions, HardforkName, MiningMode } from '../types/options.ts'
import { durationMs } from './duration.ts'

/** An option has a value it cannot have. */
export class InvalidOption extends Error {
  override readonly name = 'InvalidOption'
  readonly option: string

  constructor(option: string, value: unknown, wanted: string) {
    super(`invalid ${option} ${show(value)}: ${wanted}`)
    this.option = option
  }
}

/** Options with their defaults, checked, in the units of the code. */
export interface Settings {
  readonly accounts: number
  /** Wei. */
  readonly balance: bigint
  readonly mnemonic: string
  readonly chainId: number
  readonly mining: MiningMode
  readonly blockMs: number
  readonly flashblockMs: number
  readonly gasLimit: bigint
  readonly baseFee: bigint
  readonly hardfork: HardforkName
  /** Milliseconds since 1970; none: the clock's start. */
  readonly startMs: number | undefined
  readonly clock: 'real' | 'manual'
  readonly order: 'fees' | 'fifo'
  readonly transactionGasCap: boolean
  readonly chainName: string
  readonly simulateFormat: 'service' | 'execution-apis'
  readonly compat: 'base' | undefined
  readonly newHeads: 'sealed' | 'flashblocks'
  readonly pendingHash: 'zero' | 'real'
  readonly receipts: 'preconfirmed' | 'sealed'
  readonly seed: string
  /** As given: an object, JSON text, or a path. */
  readonly genesis: object | string | undefined
  /** As given: the bytes of a chain file, or its path. */
  readonly chain: Uint8Array | string | undefined
}

export const miningModes = ['flashblocks', 'interval', 'auto', 'manual'] as const

export const defaultMnemonic = 'test test test test test test test test test test test junk'

const maxUint64 = 2n ** 64n - 1n
const maxUint256 = 2n ** 256n - 1n
/** Deriving an account takes about a millisecond; ten thousand are ten seconds of start-up. */
const maxAccounts = 10_000
/** Timers of JavaScript hold 31 bits of milliseconds. */
const maxMs = 2 ** 31 - 1

/** Checks options and fills in the defaults. Throws an `InvalidOption` that says what is wrong. */
export function resolveOptions(options: DevnetOptions = {}): Settings {
  for (const name of Object.keys(options)) {
    if (!known.has(name)) {
      throw new InvalidOption(`option`, name, `there is no such option; see DevnetOptions`)
    }
  }
  const { genesis } = options
  if (genesis !== undefined) refuseBesideGenesis(options)
  return {
    accounts: integer('accounts', options.accounts ?? 10, 0, maxAccounts),
    balance: ether(options.balance ?? 10_000),
    mnemonic: options.mnemonic ?? defaultMnemonic,
    chainId: integer('chainId', options.chainId ?? 31_337, 1, Number.MAX_SAFE_INTEGER),
    mining: oneOf('mining', options.mining ?? 'flashblocks', miningModes),
    blockMs: duration('blockTime', options.blockTime ?? 2, 's'),
    flashblockMs: duration('flashblockTime', options.flashblockTime ?? 200, 'ms'),
    gasLimit: big('gasLimit', options.gasLimit ?? 30_000_000, 5_000n, maxUint64 >> 1n),
    baseFee: big('baseFee', options.baseFee ?? 1_000_000_000, 0n, maxUint256),
    hardfork: oneOf('hardfork', options.hardfork ?? 'osaka', hardforks),
    startMs: startOf(options),
    clock: oneOf('clock', options.clock ?? 'real', ['real', 'manual']),
    order: oneOf('order', options.order ?? 'fees', ['fees', 'fifo']),
    transactionGasCap: flag(
      'transactionGasCap',
      options.transactionGasCap ?? genesis !== undefined,
    ),
    chainName: chainName(options.chainName ?? 'base'),
    simulateFormat: oneOf('simulateFormat', options.simulateFormat ?? 'service', [
      'service',
      'execution-apis',
    ]),
    compat: options.compat === undefined ? undefined : oneOf('compat', options.compat, ['base']),
    newHeads: oneOf('newHeads', options.newHeads ?? 'sealed', ['sealed', 'flashblocks']),
    pendingHash: oneOf('pendingHash', options.pendingHash ?? 'zero', ['zero', 'real']),
    receipts: oneOf('receipts', options.receipts ?? 'preconfirmed', ['preconfirmed', 'sealed']),
    seed: seedText(options.seed ?? 'preconf'),
    genesis: genesis === undefined ? undefined : genesisSource(genesis),
    chain: options.chain === undefined ? undefined : chainSource(options.chain, genesis),
  }
}

/** What a genesis file says itself. */
const saidByGenesis = ['balance', 'chainId', 'gasLimit', 'baseFee', 'hardfork'] as const

function refuseBesideGenesis(options: DevnetOptions): void {
  const doubled = saidByGenesis.find((name) => options[name] !== undefined)
  if (doubled === undefined) return
  throw new InvalidOption(doubled, options[doubled], 'leave it out, the genesis file says it')
}

function genesisSource(value: unknown): object | string {
  const isSource = typeof value === 'string' ? value !== '' : typeof value === 'object' && value
  if (isSource) return value as object | string
  throw new InvalidOption('genesis', value, 'give a genesis.json as an object, as text or its path')
}

function chainSource(value: unknown, genesis: unknown): Uint8Array | string {
  if (!(value instanceof Uint8Array) && (typeof value !== 'string' || value === '')) {
    throw new InvalidOption('chain', value, 'give a chain file as bytes or its path')
  }
  if (genesis !== undefined) return value
  const shown = typeof value === 'string' ? value : `of ${value.length} bytes`
  throw new InvalidOption('chain', shown, 'give the genesis too, on which its blocks build')
}

/** Milliseconds; a manual clock on a genesis file begins with the chain's head, so from the lowest time. */
function startOf({ timestamp, clock, genesis }: DevnetOptions): number | undefined {
  if (timestamp !== undefined) return moment(timestamp)
  return clock === 'manual' && genesis !== undefined ? 0 : undefined
}

const known: ReadonlySet<string> = new Set<keyof DevnetOptions>([
  'accounts',
  'balance',
  'mnemonic',
  'chainId',
  'mining',
  'blockTime',
  'flashblockTime',
  'gasLimit',
  'baseFee',
  'hardfork',
  'timestamp',
  'clock',
  'order',
  'transactionGasCap',
  'chainName',
  'simulateFormat',
  'compat',
  'newHeads',
  'pendingHash',
  'receipts',
  'seed',
  'genesis',
  'chain',
  'onProgress',
])

function integer(option: string, value: unknown, least: number, most: number): number {
  const number = typeof value === 'number' ? value : Number.NaN
  if (!Number.isInteger(number) || number < least || number > most) {
    throw new InvalidOption(option, value, `give a whole number from ${least} to ${most}`)
  }
  return number
}

function big(option: string, value: unknown, least: bigint, most: bigint): bigint {
  const text = typeof value === 'number' ? BigInt(Number.isInteger(value) ? value : -1) : value
  const isNumber = typeof text === 'bigint' || /^(0x[0-9a-f]+|\d+)$/i.test(String(text))
  const number = isNumber ? BigInt(text as bigint | string) : -1n
  if (number < least || number > most) {
    throw new InvalidOption(option, value, `give a whole number from ${least} to ${most}`)
  }
  return number
}

const weiPerEther = 10n ** 18n

function ether(value: unknown): bigint {
  const match = /^(\d+)(?:\.(\d{1,18}))?$/.exec(String(value))
  if (match === null) throw new InvalidOption('balance', value, 'give an amount of ether')
  const wei =
    BigInt(match[1] as string) * weiPerEther + BigInt((match[2] ?? '').padEnd(18, '0') || '0')
  // Accounts must be able to receive from each other without passing 2^256.
  if (wei > maxUint256 / 2n ** 16n) {
    throw new InvalidOption('balance', value, 'give less than 2^240 wei')
  }
  return wei
}

function duration(option: string, value: unknown, unit: 'ms' | 's'): number {
  const ms = durationMs(value, unit)
  if (ms === undefined || ms < 1 || ms > maxMs) {
    const [bare, other] = unit === 's' ? ['seconds', '500ms'] : ['milliseconds', '0.5s']
    throw new InvalidOption(
      option,
      value,
      `give ${bare}, or a time with its unit such as ${other}, of at least 1 ms`,
    )
  }
  return ms
}

function moment(value: number | Date | string): number {
  const isSeconds = typeof value === 'number' || /^\d+$/.test(String(value))
  const ms = isSeconds ? Number(value) * 1000 : new Date(value).getTime()
  if (!Number.isFinite(ms) || ms < 0 || ms > Number.MAX_SAFE_INTEGER) {
    throw new InvalidOption('timestamp', value, 'give seconds since 1970 or a date')
  }
  return ms
}

function oneOf<const Value extends string>(
  option: string,
  value: unknown,
  values: readonly Value[],
): Value {
  const found = values.find((candidate) => candidate === value)
  if (found === undefined) throw new InvalidOption(option, value, `give ${list(values)}`)
  return found
}

function flag(option: string, value: unknown): boolean {
  if (typeof value !== 'boolean') throw new InvalidOption(option, value, 'give true or false')
  return value
}

function chainName(value: unknown): string {
  if (typeof value !== 'string' || !/^[a-z][a-zA-Z0-9]*$/.test(value)) {
    throw new InvalidOption('chainName', value, 'give a word of letters and digits, such as base')
  }
  return value
}

function seedText(value: unknown): string {
  if (typeof value === 'string' || Number.isFinite(value)) return String(value)
  throw new InvalidOption('seed', value, 'give a text or a number')
}

function list(values: readonly string[]): string {
  if (values.length === 1) return values.join()
  return `${values.slice(0, -1).join(', ')} or ${values.at(-1)}`
}

function show(value: unknown): string {
  const text = typeof value === 'string' ? `'${value}'` : String(value)
  return text.length > 100 ? `${text.slice(0, 100)}…` : text
}
