import * as v from 'valibot'
import { bytesToHex, hexToBytes, quantity } from '../../../lib/hex.ts'
import { limitWords } from '../../../lib/limits.ts'
import type { StateTree } from '../../../types/state.ts'
import { keccak256 } from '../../../wasm/keccak/keccak256.ts'
import { formatProof } from '../../format/state.ts'
import { defineMethod, type Method } from '../../method.ts'
import { invalidArgument, invalidParams, RpcError } from '../../rpcError.ts'
import { optionalBlockId } from '../../schema/blockId.ts'
import { address, addressKey, storageSlot } from '../../schema/data.ts'
import { boundedList, entries, list } from '../../schema/object.ts'

/** Spec: execution-apis `eth_getBalance`. */
const getBalance = defineMethod({
  name: 'eth_getBalance',
  summary: 'Balance of an account in wei; at `pending` the pre-confirmed one.',
  about: { stateAfter: 1 },
  params: v.strictTuple([address, optionalBlockId]),
  handler: ({ reader }, [account, id]) =>
    reader.at(id, ({ state }) => quantity(state.account(account)?.balance ?? 0n)),
})

/** Spec: execution-apis `eth_getCode`. */
export const getCode = defineMethod({
  name: 'eth_getCode',
  summary: 'Code of an account.',
  about: { stateAfter: 1 },
  params: v.strictTuple([address, optionalBlockId]),
  handler: ({ reader }, [account, id]) =>
    reader.at(id, ({ state }) => bytesToHex(state.code(account))),
})

/** Spec: execution-apis `eth_getTransactionCount`. */
export const getTransactionCount = defineMethod({
  name: 'eth_getTransactionCount',
  summary: 'Nonce of an account; at `pending` after its pre-confirmed and pooled transactions.',
  about: { stateAfter: 1 },
  params: v.strictTuple([address, optionalBlockId]),
  handler: ({ reader }, [account, id]) => {
    const nonce = reader.nonce(account, id)
    return nonce instanceof Promise ? nonce.then(quantity) : quantity(nonce)
  },
})

/** Spec: execution-apis `eth_getStorageAt`. */
export const getStorageAt = defineMethod({
  name: 'eth_getStorageAt',
  summary: "Value in a slot of an account's storage, 32 bytes.",
  about: { stateAfter: 2 },
  params: v.strictTuple([address, storageSlot, optionalBlockId]),
  handler: ({ devnet, reader }, [account, { slot, looseness }, id]) => {
    const { looseSlots } = devnet.settings.compatRules
    if (looseness !== undefined && !looseSlots) throw invalidParams(looseness)
    return reader.at(id, ({ state }) => bytesToHex(state.storage(account, slot)))
  },
})

/** Spec: execution-apis `eth_getStorageValues`. */
const getStorageValues = defineMethod({
  name: 'eth_getStorageValues',
  summary: 'Values of many storage slots of many accounts, 32 bytes each.',
  about: { stateAfter: 1 },
  params: v.strictTuple([entries(addressKey, list(storageSlot)), optionalBlockId]),
  handler: async ({ devnet, reader }, [requests, id]) => {
    const total = requests.reduce((sum, [, slots]) => sum + slots.length, 0)
    const { proofSlots } = devnet.settings.limits
    if (total > proofSlots) {
      throw new RpcError(-38026, `too many slots: ${limitWords('proofSlots', proofSlots)}`)
    }
    if (total === 0) throw invalidParams('empty request')
    const { state } = await reader.view(id)
    return Object.fromEntries(
      requests.map(([account, slots]) => {
        const address = hexToBytes(account)
        return [account, slots.map(({ slot }) => bytesToHex(state.storage(address, slot)))]
      }),
    )
  },
})

/** Answers as anvil does; alloy's `get_account`. */
const getAccount = defineMethod({
  name: 'eth_getAccount',
  summary: 'The account in the state trie: nonce, balance, storage root and code hash.',
  about: { stateAfter: 1 },
  params: v.strictTuple([address, optionalBlockId]),
  handler: async ({ reader }, [account, id]) => {
    const { state } = await reader.view(id)
    const { nonce, balance, storageRoot, codeHash } = state.account(account) ?? emptyAccount()
    return {
      nonce: quantity(nonce),
      balance: quantity(balance),
      storageRoot: bytesToHex(storageRoot),
      codeHash: bytesToHex(codeHash),
    }
  },
})

/** What an account is that is not there: no code, and the trie of no slots, which is the RLP of no bytes. */
function emptyAccount() {
  return {
    nonce: 0n,
    balance: 0n,
    storageRoot: keccak256(Uint8Array.of(0x80)),
    codeHash: keccak256(new Uint8Array()),
  }
}

/** Answers as anvil and reth do: what a fork reads of an account, in one request. */
const getAccountInfo = defineMethod({
  name: 'eth_getAccountInfo',
  summary: 'Balance, nonce and code of an account at once.',
  about: { stateAfter: 1 },
  params: v.strictTuple([address, optionalBlockId]),
  handler: async ({ reader }, [account, id]) => accountInfo((await reader.view(id)).state, account),
})

export function accountInfo(state: StateTree, account: Uint8Array) {
  const { balance = 0n, nonce = 0n } = state.account(account) ?? {}
  return {
    balance: quantity(balance),
    nonce: quantity(nonce),
    code: bytesToHex(state.code(account)),
  }
}

/** Spec: EIP-1186, execution-apis `eth_getProof`. */
export const getProof = defineMethod({
  name: 'eth_getProof',
  summary: 'Account and storage slots with their Merkle proofs.',
  about: { blockId: 2 },
  params: v.strictTuple([address, boundedList(storageSlot, 'proofSlots'), optionalBlockId]),
  handler: async ({ devnet, reader }, [account, slots, id]) => {
    const { proofSlots } = devnet.settings.limits
    if (slots.length > proofSlots) {
      throw invalidArgument(1, `too many keys: ${limitWords('proofSlots', proofSlots)}`)
    }
    const { state } = await reader.view(id)
    const proof = state.proof(
      account,
      slots.map(({ slot }) => slot),
    )
    return formatProof(
      account,
      slots.map(({ key }) => key),
      proof,
    )
  },
})

export const ethStateMethods: readonly Method[] = [
  getAccount,
  getAccountInfo,
  getBalance,
  getCode,
  getProof,
  getStorageAt,
  getStorageValues,
  getTransactionCount,
]
