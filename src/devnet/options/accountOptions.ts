import { type Hex, hexToBytes } from '../../lib/hex.ts'
import type { AccountOptions } from '../../types/options/accountOptions.ts'
import {
  asGiven,
  clearEther,
  type Definitions,
  integerFrom,
  type OptionFlags,
  type Values,
  valuesOf,
} from './definition.ts'
import { balance, big, flag, InvalidOption } from './optionValues.ts'

export const defaultMnemonic = 'test test test test test test test test test test test junk'

/** The path of Ethereum in BIP-44. */
export const defaultDerivationPath = "m/44'/60'/0'/0/"

/** Deriving an account takes about a millisecond; ten thousand are ten seconds of start-up. */
const maxAccounts = 10_000

/** The options of accounts: funded ones, and senders. */
export const accountOptions = {
  accounts: { check: integerFrom(0, maxAccounts), default: 10 },
  balance: { check: balance, clear: clearEther, default: '10000 ether' },
  mnemonic: { check: mnemonicText, default: defaultMnemonic },
  mnemonicRandom: { check: words },
  // What it means depends on `compat`: see `seedOf`.
  mnemonicSeed: { check: asGiven },
  derivationPath: { check: path, default: defaultDerivationPath },
  fundAccounts: { check: fundings, default: [] },
  autoImpersonate: { check: flag, default: false },
} satisfies Definitions<AccountOptions>

export const accountFlags = {
  accounts: {
    short: 'a',
    aliases: ['wallet.totalAccounts'],
    type: 'number',
    description: 'Number of funded accounts',
    group: 'Accounts',
  },
  balance: {
    aliases: ['e', 'wallet.defaultBalance', 'defaultBalanceEther'],
    type: 'text',
    description: 'Balance of each account, as 10ether or 1000gwei',
    group: 'Accounts',
  },
  mnemonic: {
    short: 'm',
    aliases: ['wallet.mnemonic'],
    type: 'text',
    default: 'test test … test junk',
    description: 'BIP-39 mnemonic that the accounts are derived from',
    group: 'Accounts',
  },
  mnemonicRandom: {
    type: 'optional',
    description: 'Generate a random mnemonic of 12 words, or of 15, 18, 21 or 24',
    group: 'Accounts',
  },
  mnemonicSeed: {
    aliases: ['mnemonic-seed-unsafe', 'wallet.seed'],
    type: 'text',
    description: 'Generate the mnemonic from this seed: a number as in Anvil, or any text',
    group: 'Accounts',
  },
  derivationPath: {
    aliases: ['wallet.hdPath'],
    type: 'text',
    description: 'Derivation path of the accounts, without the last index',
    group: 'Accounts',
  },
  fundAccounts: {
    aliases: ['wallet.accounts', 'account'],
    type: 'lines',
    description: 'More funded accounts: address:10ether, or privateKey:10ether to sign for it too',
    group: 'Accounts',
  },
  autoImpersonate: {
    aliases: ['auto-unlock'],
    type: 'switch',
    description: 'Accept transactions of any account without a signature (eth_sendTransaction)',
    group: 'Accounts',
  },
} satisfies OptionFlags<AccountOptions>

/** An account that begins with ether. */
export interface Funding {
  /** 20 bytes of an address, or 32 of a private key. */
  readonly account: Uint8Array
  /** Wei. */
  readonly balance: bigint
}

/** Options of accounts with their defaults, checked. Balances in wei. */
export interface AccountSettings
  extends Omit<Values<typeof accountOptions>, 'mnemonicSeed' | 'fundAccounts'> {
  /** What the mnemonic is to be drawn from; a number has at most 64 bits. */
  readonly mnemonicSeed: bigint | string | undefined
  /** Whether words and seeds mean what they do in Ganache: any text is a mnemonic. */
  readonly ganacheWords: boolean
  readonly fundAccounts: readonly Funding[]
}

/** How keys come from a mnemonic. */
export interface Derivation {
  readonly derivationPath?: string | undefined
  readonly ganacheWords?: boolean | undefined
}

const maxUint64 = 2n ** 64n - 1n

/** Checks options and fills in the defaults. Throws an `InvalidOption`. */
export function resolveAccounts(options: AccountOptions, isGanache = false): AccountSettings {
  refuseTwoMnemonics(options)
  const values = valuesOf(accountOptions, options)
  // In Ganache those with keys stand in place of the mnemonic's.
  const hasOwnKeys = isGanache && values.fundAccounts.some(({ account }) => account.length === 32)
  return {
    ...values,
    accounts: hasOwnKeys && (options.accounts ?? 0) === 0 ? 0 : values.accounts,
    mnemonicSeed: seedOf(values.mnemonicSeed, isGanache),
    ganacheWords: isGanache,
    fundAccounts: values.fundAccounts.map(({ account, balance = values.balance }) => ({
      account,
      balance,
    })),
  }
}

function mnemonicText(option: string, value: unknown): string {
  if (typeof value === 'string') return value
  throw new InvalidOption(option, value, 'give its words in one string')
}

function refuseTwoMnemonics(options: AccountOptions): void {
  const all = ['mnemonic', 'mnemonicRandom', 'mnemonicSeed'] as const
  const given = all.filter((name) => options[name] !== undefined && options[name] !== false)
  const [first, second] = given
  if (first === undefined || second === undefined) return
  // The words are not repeated in the message: they may be a real mnemonic.
  throw new InvalidOption(second, options[second], `remove it, as ${first} is given`)
}

const wordCounts: readonly unknown[] = [12, 15, 18, 21, 24]

/** Returns the number of words of a mnemonic to draw; `undefined` for none. */
function words(option: string, value: unknown): number | undefined {
  if (value === false) return undefined
  if (value === true) return 12
  if (wordCounts.includes(value)) return value as number
  throw new InvalidOption(option, value, 'give 12, 15, 18, 21 or 24 words')
}

function seedOf(value: unknown, isGanache: boolean): bigint | string | undefined {
  if (value === undefined) return undefined
  return isGanache && typeof value === 'number' ? String(value) : seed(value, isGanache)
}

function seed(value: unknown, isGanache: boolean): bigint | string {
  if (isGanache && typeof value === 'string' && value !== '') return value
  const isNumber = typeof value !== 'string' || /^(0x[0-9a-f]+|\d+)$/i.test(value)
  if (isNumber) return big('mnemonicSeed', value, 0n, maxUint64)
  if (value !== '') return value
  throw new InvalidOption('mnemonicSeed', value, 'give a number or a string')
}

/** Returns the path in Anvil's form, with a slash at the end. */
function path(option: string, value: unknown): string {
  const isPath = typeof value === 'string' && /^m(\/\d{1,10}'?)*\/?$/.test(value)
  const parts = isPath ? value.split('/').slice(1).map(Number.parseFloat) : []
  if (!isPath || parts.some((part) => part >= 2 ** 31)) {
    throw new InvalidOption(option, value, `give a path such as ${defaultDerivationPath}`)
  }
  return value.endsWith('/') ? value : `${value}/`
}

/** An account without an amount gets the balance that all have. */
type Funded = Pick<Funding, 'account'> & Partial<Funding>

function fundings(option: string, value: unknown): readonly Funded[] {
  const texts = typeof value === 'string' ? [value] : value
  if (!Array.isArray(texts)) throw wrongFunding(option, value)
  return texts.flatMap((text) => fundingsIn(option, text))
}

/** A private key has its wei after a comma; so have several accounts each other. */
function fundingsIn(option: string, text: unknown): readonly Funded[] {
  if (typeof text !== 'string') throw wrongFunding(option, text)
  const fundings: Funded[] = []
  const parts = text.split(',').map((part) => part.trim())
  for (let at = 0; at < parts.length; at++) {
    const part = parts[at] as string
    const [account, amount] = part.split(':') as [string, string?]
    if (!/^0x([0-9a-f]{40}|[0-9a-f]{64})$/i.test(account)) throw wrongFunding(option, part)
    const bytes = hexToBytes(account as Hex)
    const next = parts[at + 1]
    if (bytes.length === 32 && amount === undefined && next !== undefined && isAmount(next)) {
      fundings.push({ account: bytes, balance: balance(option, next, 'wei') })
      at++
    } else if (amount === undefined) {
      fundings.push({ account: bytes })
    } else {
      fundings.push({ account: bytes, balance: balance(option, amount) })
    }
  }
  return fundings
}

/** No address and no key. */
function isAmount(text: string): boolean {
  return /^(\d[\d._e]*\s*(wei|gwei|ether|eth)?|0x[0-9a-f]{1,39})$/i.test(text)
}

function wrongFunding(option: string, value: unknown): InvalidOption {
  const isKey = typeof value === 'string' && value.length > 42
  // It may be a real key with a slip.
  return new InvalidOption(
    option,
    isKey ? '…' : value,
    'give address:10ether or privateKey:10ether',
  )
}
