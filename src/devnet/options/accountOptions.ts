import { type Hex, hexToBytes } from '../../lib/hex.ts'
import type { AccountOptions } from '../../types/options/accountOptions.ts'
import { big, ether, flag, InvalidOption, integer } from './optionValues.ts'

/** An account that begins with ether. */
export interface Funding {
  /** 20 bytes of an address, or 32 of a private key. */
  readonly account: Uint8Array
  /** Wei. */
  readonly balance: bigint
}

/** Options of accounts with their defaults, checked. */
export interface AccountSettings {
  readonly accounts: number
  /** Wei. */
  readonly balance: bigint
  readonly mnemonic: string
  /** Words of a mnemonic to be drawn in its place. */
  readonly mnemonicRandom: number | undefined
  /** What the mnemonic is to be drawn from; a number has at most 64 bits. */
  readonly mnemonicSeed: bigint | string | undefined
  /** Whether words and seeds mean what they do in Ganache: any text is a mnemonic. */
  readonly ganacheWords: boolean
  readonly derivationPath: string
  readonly fundAccounts: readonly Funding[]
  readonly autoImpersonate: boolean
}

/** How keys come from a mnemonic. */
export interface Derivation {
  readonly derivationPath?: string | undefined
  readonly ganacheWords?: boolean | undefined
}

export const defaultMnemonic = 'test test test test test test test test test test test junk'

/** Those of Ethereum in BIP-44. */
export const defaultDerivationPath = "m/44'/60'/0'/0/"

/** Deriving an account takes about a millisecond; ten thousand are ten seconds of start-up. */
const maxAccounts = 10_000

const maxUint64 = 2n ** 64n - 1n
/** Amounts stay below it, so that accounts can receive from each other without passing 2^256. */
const mostWei = 2n ** 240n - 1n

/** Checks options and fills in the defaults. Throws an `InvalidOption`. */
export function resolveAccounts(options: AccountOptions, isGanache = false): AccountSettings {
  refuseTwoMnemonics(options)
  const balance = ether('balance', options.balance ?? 10_000)
  const fundAccounts = fundings(options.fundAccounts ?? [], balance)
  // In Ganache those with keys stand in place of the mnemonic's.
  const hasOwnKeys = isGanache && fundAccounts.some(({ account }) => account.length === 32)
  const usual = hasOwnKeys ? 0 : 10
  return {
    accounts: integer('accounts', options.accounts ?? usual, 0, maxAccounts),
    balance,
    mnemonic: mnemonicOf(options.mnemonic ?? defaultMnemonic),
    mnemonicRandom: words(options.mnemonicRandom ?? false),
    mnemonicSeed: seedOf(options.mnemonicSeed, isGanache),
    ganacheWords: isGanache,
    derivationPath: path(options.derivationPath ?? defaultDerivationPath),
    fundAccounts,
    autoImpersonate: flag('autoImpersonate', options.autoImpersonate ?? false),
  }
}

function mnemonicOf(value: unknown): string {
  if (typeof value === 'string') return value
  throw new InvalidOption('mnemonic', value, 'give its words in one string')
}

function refuseTwoMnemonics(options: AccountOptions): void {
  const all = ['mnemonic', 'mnemonicRandom', 'mnemonicSeed'] as const
  const given = all.filter((name) => options[name] !== undefined && options[name] !== false)
  const [first, second] = given
  if (first === undefined || second === undefined) return
  // The words of a mnemonic are not repeated: they may be somebody's real ones.
  throw new InvalidOption(second, options[second], `leave it out, as ${first} is given`)
}

const wordCounts: readonly unknown[] = [12, 15, 18, 21, 24]

function words(value: unknown): number | undefined {
  if (value === false) return undefined
  if (value === true) return 12
  if (wordCounts.includes(value)) return value as number
  throw new InvalidOption('mnemonicRandom', value, 'give 12, 15, 18, 21 or 24 words')
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

/** As Anvil writes it, with a slash at the end. */
function path(value: unknown): string {
  const isPath = typeof value === 'string' && /^m(\/\d{1,10}'?)*\/?$/.test(value)
  const parts = isPath ? value.split('/').slice(1).map(Number.parseFloat) : []
  if (!isPath || parts.some((part) => part >= 2 ** 31)) {
    throw new InvalidOption('derivationPath', value, `give a path such as ${defaultDerivationPath}`)
  }
  return value.endsWith('/') ? value : `${value}/`
}

function fundings(value: unknown, balance: bigint): readonly Funding[] {
  const texts = typeof value === 'string' ? [value] : value
  if (!Array.isArray(texts)) throw wrongFunding(value)
  return texts.flatMap((text) => fundingsIn(text, balance))
}

/** A private key has its wei after a comma; so have several accounts each other. */
function fundingsIn(text: unknown, balance: bigint): readonly Funding[] {
  if (typeof text !== 'string') throw wrongFunding(text)
  const fundings: Funding[] = []
  const parts = text.split(',').map((part) => part.trim())
  for (let at = 0; at < parts.length; at++) {
    const part = parts[at] as string
    const [account, amount] = part.split(':') as [string, string?]
    if (!/^0x([0-9a-f]{40}|[0-9a-f]{64})$/i.test(account)) throw wrongFunding(part)
    const bytes = hexToBytes(account as Hex)
    const next = parts[at + 1]
    if (bytes.length === 32 && amount === undefined && next !== undefined && isAmount(next)) {
      fundings.push({ account: bytes, balance: big('fundAccounts', next, 0n, mostWei) })
      at++
    } else {
      const wei = amount === undefined ? balance : ether('fundAccounts', amount)
      fundings.push({ account: bytes, balance: wei })
    }
  }
  return fundings
}

/** No address and no key. */
function isAmount(text: string): boolean {
  return /^(\d+|0x[0-9a-f]{1,39})$/i.test(text)
}

function wrongFunding(value: unknown): InvalidOption {
  const isKey = typeof value === 'string' && value.length > 42
  return new InvalidOption(
    'fundAccounts',
    // It may be a real key with a slip.
    isKey ? '…' : value,
    'give address:ether or privateKey,wei',
  )
}
