import type { YieldIfDue } from '../../clock/pace.ts'
import { base64Text } from '../../lib/encodings.ts'
import { bytesToHex, digitsOfPacked, type Hex, quantity } from '../../lib/hex.ts'
import type { AccessChange, BlockAccessList } from '../../types/execution.ts'
import type { AccountEntry, AccountProof, SlotEntry, StateTree } from '../../types/state.ts'
import { checksumAddress } from '../../wallet/checksumAddress.ts'
import { keccak256 } from '../../wasm/keccak/keccak256.ts'
import { RpcError } from '../rpcError.ts'

export interface DumpOptions {
  /** The first hashed address: 32 bytes, or the first ones of it. */
  readonly from?: Uint8Array | undefined
  readonly maxAccounts: number
  readonly noCode?: boolean | undefined
  readonly noStorage?: boolean | undefined
}

/** Characters of an account and of a slot, without the code. */
const accountLength = 500
const slotLength = 140

const maxCharacters = 50_000_000

/**
 * Accounts by address, as geth's `Dump` has them: balances in decimal, some bytes without `0x`.
 * `next` is the hashed address to go on from, in base64. `yieldIfDue` is called after each account.
 * Throws -32003 when it becomes too long.
 */
export async function formatDump(state: StateTree, options: DumpOptions, yieldIfDue: YieldIfDue) {
  const accounts: Record<string, unknown> = {}
  let count = 0
  let length = 0
  const spend = (characters: number) => {
    length += characters
    if (length > maxCharacters) throw dumpTooLarge()
  }
  for (const account of state.accounts(options.from)) {
    if (count === options.maxAccounts) return { ...dumpOf(state, accounts), next: nextAt(account) }
    count++
    spend(accountLength + 2 * account.code.length)
    const storage = options.noStorage
      ? undefined
      : formatStorage(state.slots(account.address), spend)
    accounts[checksumAddress(account.address)] = formatAccount(account, storage, options)
    await yieldIfDue()
  }
  return dumpOf(state, accounts)
}

function dumpOf(state: StateTree, accounts: Readonly<Record<string, unknown>>) {
  return { root: withoutPrefix(state.root()), accounts }
}

function formatAccount(
  { address, balance, nonce, storageRoot, codeHash, code }: AccountEntry,
  storage: Readonly<Record<Hex, string>> | undefined,
  { noCode = false }: DumpOptions,
) {
  return {
    balance: balance.toString(),
    nonce: Number(nonce),
    root: bytesToHex(storageRoot),
    codeHash: bytesToHex(codeHash),
    ...(code.length > 0 && !noCode && { code: bytesToHex(code) }),
    ...(storage !== undefined && { storage }),
    address: bytesToHex(address),
    key: bytesToHex(keccak256(address)),
  }
}

function formatStorage(
  slots: Iterable<SlotEntry>,
  spend: (characters: number) => void,
): Readonly<Record<Hex, string>> | undefined {
  const storage: Record<Hex, string> = {}
  let isEmpty = true
  for (const { slot, value } of slots) {
    spend(slotLength)
    const first = value.findIndex((byte) => byte !== 0)
    storage[bytesToHex(slot)] = withoutPrefix(value.subarray(first))
    isEmpty = false
  }
  return isEmpty ? undefined : storage
}

function nextAt({ address }: AccountEntry): string {
  return base64Text(keccak256(address))
}

function withoutPrefix(bytes: Uint8Array): string {
  return bytesToHex(bytes).slice(2)
}

function dumpTooLarge(): RpcError {
  return new RpcError(
    -32003,
    `dump too large: the limit is ${maxCharacters} characters; debug_accountRange returns ` +
      'the state in parts, with code and storage optional',
  )
}

/** Execution-apis `BlockAccessList`. */
export function formatBlockAccessList(list: BlockAccessList) {
  return list.map(({ address, slotChanges, slotReads, balances, nonces, codes }) => ({
    address: `0x${digitsOfPacked(address)}`,
    storageChanges: slotChanges.map(([slot, changes]) => ({
      key: word(slot),
      changes: formatChanges(changes, word),
    })),
    storageReads: slotReads.map(word),
    balanceChanges: formatChanges(balances, quantity),
    nonceChanges: formatChanges(nonces, quantity),
    codeChanges: codes.map(([index, code]) => ({ index: quantity(index), code: bytesToHex(code) })),
  }))
}

function formatChanges<Value>(
  changes: readonly AccessChange<Value>[],
  format: (value: Value) => Hex,
) {
  return changes.map(([index, value]) => ({ index: quantity(index), value: format(value) }))
}

function word(packed: string): Hex {
  return `0x${digitsOfPacked(packed).padStart(64, '0')}`
}

/** Account proof: EIP-1186, execution-apis `AccountProof`. `keys` are the slots as they were asked for. */
export function formatProof(
  address: Uint8Array,
  keys: readonly Hex[],
  { account, accountProof, slots }: AccountProof,
) {
  return {
    address: bytesToHex(address),
    accountProof: accountProof.map(bytesToHex),
    balance: quantity(account.balance),
    codeHash: bytesToHex(account.codeHash),
    nonce: quantity(account.nonce),
    storageHash: bytesToHex(account.storageRoot),
    storageProof: slots.map(({ slot, value, proof }, position) => ({
      key: keys[position] ?? bytesToHex(slot),
      value: quantity(value),
      proof: proof.map(bytesToHex),
    })),
  }
}
