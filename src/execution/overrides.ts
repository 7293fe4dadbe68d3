import type { YieldIfDue } from '../clock/pace.ts'
import type { Machine } from '../ethereumjs/machine.ts'
import { everyFewSteps } from '../ethereumjs/yieldIfDue.ts'
import { bytesToHex, equalBytes } from '../lib/hex.ts'
import type { PersistentState } from '../state/persistentState.ts'
import type { AccountOverride, BlockOverrides } from '../types/request.ts'
import type { MutableState, StateTree } from '../types/state.ts'
import { checksumAddress } from '../wallet/checksumAddress.ts'
import type { BlockEnvironment } from './blockEnvironment.ts'

/** An override cannot be applied. geth's words. */
export class InvalidOverride extends Error {
  override readonly name = 'InvalidOverride'
  readonly code = -32000
}

/** The block as it is overridden. Throws an `InvalidOverride` for what only a simulation can override. */
export function overrideBlock(
  environment: BlockEnvironment,
  overrides: BlockOverrides | undefined,
): BlockEnvironment {
  if (overrides === undefined) return environment
  for (const name of ['beaconRoot', 'withdrawals'] as const) {
    if (overrides[name] === undefined) continue
    throw new InvalidOverride(`block override "${name}" is not supported for this RPC method`)
  }
  return {
    number: overrides.number ?? environment.number,
    timestamp: overrides.timestamp ?? environment.timestamp,
    gasLimit: overrides.gasLimit ?? environment.gasLimit,
    coinbase: overrides.feeRecipient ?? environment.coinbase,
    prevRandao: overrides.prevRandao ?? environment.prevRandao,
    difficulty: environment.difficulty,
    baseFeePerGas: overrides.baseFeePerGas ?? environment.baseFeePerGas,
    blobBaseFee: overrides.blobBaseFee ?? environment.blobBaseFee,
    slotNumber: environment.slotNumber,
  }
}

/**
 * Runs `task` with accounts, and the places of precompiles, overridden on the machine. What is
 * written to accounts stays in its state, precompiles are back in their places afterwards.
 * Throws an `InvalidOverride`.
 */
export async function withStateOverrides<Result>(
  machine: Machine,
  overrides: readonly AccountOverride[],
  task: () => Promise<Result>,
): Promise<Result> {
  if (overrides.length === 0) return task()
  const { precompiles } = machine.evm
  const own = [...precompiles]
  const turn = everyFewSteps(machine.yieldIfDue)
  try {
    await movePrecompiles(precompiles, overrides, turn)
    for (const override of overrides) {
      const waiting = turn()
      if (waiting !== undefined) await waiting
      await overrideAccount(machine.state, override, turn)
    }
    return await task()
  } finally {
    precompiles.clear()
    for (const [address, run] of own) precompiles.set(address, run)
  }
}

/** Precompiles by address, 40 hex digits each. */
type Precompiles = Machine['evm']['precompiles']

/** An override takes the precompile away from its address: to the one it names, or altogether. */
async function movePrecompiles(
  precompiles: Precompiles,
  overrides: readonly AccountOverride[],
  turn: YieldIfDue,
): Promise<void> {
  const moved = new Map<string, Precompiles extends Map<string, infer Run> ? Run : never>()
  for (const { address, movePrecompileToAddress: target } of overrides) {
    const waiting = turn()
    if (waiting !== undefined) await waiting
    const key = keyOf(address)
    const run = precompiles.get(key)
    if (target !== undefined) {
      if (run === undefined) {
        throw new InvalidOverride(`account ${checksumAddress(address)} is not a precompile`)
      }
      if (overrides.some((other) => equalBytes(other.address, target))) {
        throw new InvalidOverride(`account ${checksumAddress(target)} is already overridden`)
      }
      moved.set(keyOf(target), run)
    }
    precompiles.delete(key)
  }
  for (const [address, run] of moved) precompiles.set(address, run)
}

async function overrideAccount(
  state: MutableState,
  override: AccountOverride,
  turn: YieldIfDue,
): Promise<void> {
  const { address, balance, nonce, code, state: slots, stateDiff } = override
  if (slots !== undefined && stateDiff !== undefined) {
    throw new InvalidOverride(
      `account ${checksumAddress(address)} has both 'state' and 'stateDiff'`,
    )
  }
  if (nonce !== undefined) state.writeAccount(address, { nonce })
  if (code !== undefined) state.writeCode(address, code)
  if (balance !== undefined) state.writeAccount(address, { balance })
  if (slots !== undefined) {
    // An account is there from now on, even if all its slots are zero.
    state.writeAccount(address, {})
    state.wipeStorage(address)
  }
  const written = slots ?? stateDiff ?? []
  if (written.length > 0) state.writeAccount(address, {})
  for (const [slot, value] of written) {
    const waiting = turn()
    if (waiting !== undefined) await waiting
    state.writeStorage(address, slot, value)
  }
}

function keyOf(address: Uint8Array): string {
  return bytesToHex(address).slice(2)
}

const noCode = new Uint8Array()

/**
 * What makes a call on `from` see the accounts that are others in `to` as they are there: the whole
 * account, and of its storage what differs. Both states are kept ones.
 */
export function overridesBetween(from: StateTree, to: StateTree): readonly AccountOverride[] {
  const changes = (from as PersistentState).changesTo(to as PersistentState)
  return Array.from(changes, ({ address, account, slots }) => ({
    address,
    balance: account?.balance ?? 0n,
    nonce: account?.nonce ?? 0n,
    code: account?.code ?? noCode,
    stateDiff: Array.from(slots(), ({ slot, value }) => {
      return [slot, value ?? to.storage(address, slot)] as const
    }),
  }))
}
