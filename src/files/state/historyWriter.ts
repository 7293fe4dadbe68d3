import type { Common } from '@ethereumjs/common'
import { hardforkAt } from '../../ethereumjs/protocol/hardforks.ts'
import { rulesOf } from '../../ethereumjs/protocol/recordedRules.ts'
import { bytesToHex, equalBytes, quantity } from '../../lib/hex.ts'
import { ForkedState } from '../../state/forkedState.ts'
import { PersistentState } from '../../state/persistentState.ts'
import type { AccountChange } from '../../state/stateChanges.ts'
import type { ChainRules } from '../../types/genesis.ts'
import type { PlacedEdit, StateTree } from '../../types/state.ts'

import type { StoredChain, StoredRun } from '../../types/stateFile.ts'
import type { SignedTransaction } from '../../types/transaction.ts'
import type { SealedBlock } from '../../types/view.ts'
import { jsonText } from '../jsonText.ts'
import { storedReceipt } from './storedReceipt.ts'

/** The version of the `preconf` part of a state file; readers refuse others. */
export const historyVersion = 1

/**
 * The `preconf` part of a state file: what makes its chain whole. Blocks stand newest first, each
 * with the changes that make its state of the one after it, of `current` for the newest: what is
 * shared between states is not written twice.
 */
export function* historyText(
  chain: StoredChain,
  current: PersistentState,
): Generator<string, void> {
  const { rules, fork, clock, fields, impersonation, names, pool, final, blocks } = chain
  const { addresses, auto } = impersonation
  yield `{"version":${historyVersion},"rules":${jsonText(rules)}`
  if (fork !== undefined) yield `,"fork":${jsonText(fork)}`
  yield `,"clock":${jsonText({ ...clock, offsetMs: String(clock.offsetMs) })}`
  yield `,"fields":${jsonText(fields)}`
  yield `,"impersonation":${jsonText({ addresses: [...addresses].sort(), auto })}`
  if (names !== undefined) yield `,"names":${jsonText(names)}`
  yield `,"final":"${quantity(final)}","pool":[`
  for (const [index, transaction] of pool.entries()) {
    yield (index === 0 ? '' : ',') + jsonText(pooled(transaction, rules))
  }
  yield '],"blocks":['
  let newer = current
  for (let index = blocks.length - 1; index >= 0; index--) {
    const part = blocks[index] as SealedBlock | StoredRun
    if (part.kind === 'run') newer = yield* runText(part, newer)
    else newer = yield* blockText(part, newer, { rules, below: blocks[index - 1] })
    if (index > 0) yield ','
  }
  yield ']}'
}

/** Writes a run; returns the oldest state so far, from which the next older one is written as changes. */
function* runText(
  { from, to, intervalSeconds, gap, state }: StoredRun,
  newer: PersistentState,
): Generator<string, PersistentState> {
  const run = jsonText({ from, to, intervalSeconds, gap })
  yield `{"run":${run},"changes":`
  yield* changesText(newer, state)
  yield '}'
  return state instanceof PersistentState ? state : newer
}

/** What a block is written against: the chain's rules, and the part before it. */
interface BlockContext {
  readonly rules: ChainRules
  readonly below: SealedBlock | StoredRun | undefined
}

/** Returns as `runText` does. */
function* blockText(
  { block, header, receipts, state, edited }: SealedBlock,
  newer: PersistentState,
  { rules, below }: BlockContext,
): Generator<string, PersistentState> {
  const { hardfork, fields } = rulesOf(block.common)
  const usual = hardforkAt(rules.forks, header.number, header.timestamp)
  const own = {
    hardfork: hardfork === usual && fields === undefined ? undefined : hardfork,
    fields,
  }
  const chainId = ownChainId(block.common, rules)
  const isChild = below?.kind !== 'sealed' || equalBytes(header.parentHash, below.header.hash())
  const text = jsonText({ chainId, ...own, ...(!isChild && { isStray: true }) }).slice(1, -1)
  yield `{${text === '' ? '' : `${text},`}"block":"${bytesToHex(block.serialize())}","transactions":`
  yield `${jsonText(receipts.map(storedReceipt))},"changes":`
  yield* changesText(newer, state)
  let oldest = state instanceof PersistentState ? state : newer
  if (edited !== undefined) {
    yield `,"edits":${jsonText(edited.edits.map(editOf))},"builtOn":`
    yield* changesText(oldest, edited.builtOn)
    if (edited.builtOn instanceof PersistentState) oldest = edited.builtOn
  }
  yield '}'
  return oldest
}

function pooled(
  { hash, sender, envelope, raw, sidecar, isImpersonated }: SignedTransaction,
  rules: ChainRules,
): object {
  const chainId = ownChainId(envelope.common, rules)
  return { hash, sender: sender.bytes, isImpersonated, raw, sidecar, chainId }
}

/** Returns the chain id of blocks that were made before the chain got its present one. */
function ownChainId(common: Common, rules: ChainRules): number | undefined {
  const chainId = Number(common.chainId())
  return chainId === rules.chainId ? undefined : chainId
}

function editOf({ after, edit }: PlacedEdit): object {
  const slots = edit.storage?.map(([slot, value]) => [bytesToHex(slot), value] as const)
  const { address, balance, addBalance, nonce, code } = edit
  const storage = slots && Object.fromEntries(slots)
  // In one order, so that equal edits give equal bytes.
  return { after, address, balance, addBalance, nonce, code, storage }
}

/** Null for a state that is not there. */
function* changesText(from: PersistentState, to: StateTree): Generator<string, void> {
  if (!(to instanceof PersistentState)) return yield 'null'
  let isFirst = true
  yield '{'
  for (const change of from.changesTo(to)) {
    yield `${isFirst ? '' : ','}"${bytesToHex(change.address)}":`
    yield* accountText(change, from instanceof ForkedState)
    isFirst = false
  }
  yield '}'
}

/** Writes an account. On a fork it can extend the live chain's account, or be whole and hide it. */
function* accountText(
  { account, beneath, isNewCode, slots }: AccountChange,
  isFork: boolean,
): Generator<string, void> {
  if (account === undefined) return yield isFork ? '"live"' : 'null'
  if (beneath === 'removed') return yield 'null'
  const { nonce, balance, code } = account
  const whole = isFork && beneath === undefined ? true : undefined
  // First, as it says what the rest is written over.
  const fields = jsonText({ whole, nonce, balance, code: isNewCode ? code : undefined })
  yield `${fields.slice(0, -1)},"storage":`
  yield* storageText(slots())
  yield '}'
}

/** An object of slots and their values; null for that of the live chain. */
export function* storageText(
  slots: Iterable<{ readonly slot: Uint8Array; readonly value: Uint8Array | undefined }>,
): Generator<string, void> {
  let separator = '{'
  for (const { slot, value } of slots) {
    const text = value === undefined ? 'null' : `"${bytesToHex(value)}"`
    yield `${separator}"${bytesToHex(slot)}":${text}`
    separator = ','
  }
  yield separator === '{' ? '{}' : '}'
}
