import { bytesToHex, type Hex, hexToBytes, numberToBytes } from '../../lib/hex.ts'
import { isDelegation } from '../authorizations.ts'
import { createAddress } from '../rules/receipt.ts'
import type { Budget } from './budget.ts'
import { addressOf, createdAddress } from './frames.ts'
import { isCall } from './gasCost.ts'
import { opcodes } from './instruction.ts'
import { readMemory } from './memory.ts'
import { changesOf, isEmpty, type Prestate, readAccount, type TracedAccount } from './prestate.ts'
import type { Step, TracedTransaction, Tracer } from './tracer.ts'

export interface PrestateTracerOptions {
  /** Tells only what has changed, before and after. */
  readonly diffMode?: boolean | undefined
  readonly disableCode?: boolean | undefined
  readonly disableStorage?: boolean | undefined
  /** Tells accounts that were not there, too. Not together with `diffMode`. */
  readonly includeEmpty?: boolean | undefined
}

export interface PrestateResult {
  readonly pre: Prestate
  /** Changed fields of changed accounts; only in `diffMode`. */
  readonly post: Prestate | undefined
}

/** Characters of an account and of a slot in an answer, without the code. */
const accountLength = 250
const slotLength = 140

/** More init code than any fork allows; what is longer fails before it is hashed. */
const mostInitCode = 2n ** 20n

/** Opcodes whose topmost operand is the address of an account that they look at. */
const lookingOpcodes: ReadonlySet<number> = new Set([0x31, 0x3b, 0x3c, 0x3f, opcodes.selfDestruct])

/**
 * Tells the accounts and slots that a transaction reads or writes, as they were before it, or with
 * `diffMode` those that it changes, before and after: geth's `prestateTracer`.
 */
export function prestateTracer(
  options: PrestateTracerOptions,
  budget: Budget,
): Tracer<PrestateResult> {
  const { diffMode = false, disableStorage = false, includeEmpty = false } = options
  const pre: Prestate = new Map()
  const post: Prestate = new Map()
  const created = new Set<Hex>()
  const destroyed = new Set<Hex>()
  /** Takes back what the last step has added. */
  let undo: (() => void)[] = []
  let current: TracedTransaction | undefined

  function transaction(): TracedTransaction {
    if (current === undefined) throw new Error('the trace has not started')
    return current
  }

  function lookUp(address: Uint8Array): TracedAccount {
    const key = bytesToHex(address)
    const known = pre.get(key)
    if (known !== undefined) return known
    const account = readAccount(transaction().state, address, options)
    budget.spend(accountLength + 2 * (account.code?.length ?? 0))
    pre.set(key, account)
    undo.push(() => pre.delete(key))
    return account
  }

  /** The account, and the one whose code it runs instead of its own (EIP-7702). */
  function lookUpCallee(address: Uint8Array): void {
    lookUp(address)
    const code = transaction().state.readCode(address)
    if (isDelegation(code)) lookUp(code.slice(3))
  }

  function lookUpSlot(address: Uint8Array, item: bigint): void {
    if (disableStorage) return
    const { storage } = lookUp(address)
    const slot = numberToBytes(item, 32)
    const key = bytesToHex(slot)
    if (storage.has(key)) return
    budget.spend(slotLength)
    storage.set(key, transaction().state.readStorage(address, slot))
    undo.push(() => storage.delete(key))
  }

  function lookUpCreated(address: Uint8Array): void {
    lookUp(address)
    created.add(bytesToHex(address))
  }

  function lookUpCreation({ opcode, address, stack, memory }: Step): void {
    const [, offset = 0n, length = 0n, salt = 0n] = [...stack].reverse()
    if (opcode === opcodes.create) {
      const { nonce = 0n } = transaction().state.readAccount(address) ?? {}
      lookUpCreated(createAddress(address, nonce))
    } else if (stack.length >= 4 && length <= mostInitCode) {
      const input = readMemory(memory, offset, length)
      lookUpCreated(createdAddress(address, { nonce: 0n, salt: numberToBytes(salt, 32), input }))
    }
  }

  function markDestroyed(address: Uint8Array): void {
    const key = bytesToHex(address)
    if (transaction().keepsDestroyed && !created.has(key)) return
    destroyed.add(key)
    undo.push(() => destroyed.delete(key))
  }

  function compare(): void {
    const { state } = transaction()
    for (const [key, before] of [...pre]) {
      if (destroyed.has(key)) continue
      const address = hexToBytes(key)
      const after = readAccount(state, address, options)
      const readSlot = (slot: Hex) => state.readStorage(address, hexToBytes(slot))
      const changes = changesOf(before, after, readSlot)
      if (changes === undefined) pre.delete(key)
      else post.set(key, changes)
    }
  }

  return {
    start: (started) => {
      current = started
      const { from, to, coinbase, authorities, state } = started
      lookUp(from)
      if (to !== undefined) lookUpCallee(to)
      else lookUpCreated(createAddress(from, state.readAccount(from)?.nonce ?? 0n))
      lookUp(coinbase)
      for (const authority of authorities) lookUp(authority)
    },
    step: (step) => {
      const { opcode, address, stack } = step
      undo = []
      const top = stack.at(-1)
      if (opcode === opcodes.create || opcode === opcodes.create2) {
        lookUpCreation(step)
      } else if (top === undefined) {
        return
      } else if (opcode === opcodes.sload || opcode === opcodes.sstore) {
        lookUpSlot(address, top)
      } else if (lookingOpcodes.has(opcode)) {
        lookUp(addressOf(top))
        if (opcode === opcodes.selfDestruct) markDestroyed(address)
      } else if (isCall(opcode) && stack.length >= 5) {
        lookUpCallee(addressOf(stack.at(-2) ?? 0n))
      }
    },
    fault: () => {
      for (const takeBack of undo) takeBack()
    },
    end: () => {
      if (diffMode) compare()
      if (includeEmpty) return
      for (const [key, account] of pre) if (isEmpty(account)) pre.delete(key)
    },
    result: () => ({ pre, post: diffMode ? post : undefined }),
  }
}
