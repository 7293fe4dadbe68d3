import type { BlockHeader } from '@ethereumjs/block'
import { EVMError } from '@ethereumjs/evm'
import { bigIntMin } from '@ethereumjs/util'
import type { Machine } from '../../../ethereumjs/machine.ts'
import { effectiveGasPrice, type TransactionRun } from '../../../execution/rules/receipt.ts'
import { bytesToHex, equalBytes, type Hex } from '../../../lib/hex.ts'
import type { StateTree } from '../../../types/state.ts'
import type { SignedTransaction } from '../../../types/transaction.ts'
import type { SealedBlock } from '../../../types/view.ts'
import { charge } from '../ownRules.ts'

/** What an account must keep, in wei: 10 MON. */
const reserve = 10n * 10n ** 18n

/** How many blocks an account that sent or authorized something counts as active for, its own among them. */
const activeBlocks = 3

/** The first bytes of the code of an account that delegates to a contract (EIP-7702). */
const delegation = Uint8Array.of(0xef, 0x01, 0x00)

/** A block's state and its parent, for the reserve rule, by its hash. */
interface Known {
  readonly parentHash: Hex
  readonly state: StateTree
}

const maxKnown = 4_096

/** The newest blocks of all devnets of this process that have Monad's rules. Values of a hash never change. */
const known = new Map<Hex, Known>()

/** Keeps the state of a block for those after it. */
export function noteBlock({ hash, header, state }: SealedBlock): void {
  known.set(hash, { parentHash: bytesToHex(header.parentHash), state })
  const [oldest] = known.keys()
  if (known.size > maxKnown && oldest !== undefined) known.delete(oldest)
}

/** Returns the state before the oldest block in which an account counts as active; none where it is not known. */
function stateBefore(header: BlockHeader): StateTree | undefined {
  let hash = bytesToHex(header.parentHash)
  let block = known.get(hash)
  for (let count = 1; count < activeBlocks && block !== undefined; count++) {
    hash = block.parentHash
    block = known.get(hash) ?? block
  }
  return block?.state
}

/**
 * Runs a transaction by Monad's rules: it pays for its gas limit, and fails if an account without a contract ends with
 * less than 10 MON, or less than it began with where that was less, its own gas apart.
 */
export async function runTransaction(
  machine: Machine,
  transaction: SignedTransaction,
  header: BlockHeader,
  plain: () => Promise<TransactionRun>,
): Promise<TransactionRun> {
  const before = machine.state.tree()
  const run = await plain()
  const { gasLimit } = transaction.envelope
  const price = effectiveGasPrice(transaction.envelope, header.baseFeePerGas ?? 0n)
  charge(machine, transaction, header, gasLimit - run.gasUsed)
  const fee = gasLimit * price
  if (!dips(machine, transaction, { header, before, fee })) return { ...run, gasUsed: gasLimit }
  machine.state.load(before)
  const nonce = before.account(transaction.sender.bytes)?.nonce ?? 0n
  machine.state.writeAccount(transaction.sender.bytes, { nonce: nonce + 1n })
  charge(machine, transaction, header, gasLimit)
  return {
    ...run,
    gasUsed: gasLimit,
    execResult: {
      exceptionError: new EVMError('reserve balance violation' as never),
      returnValue: new Uint8Array(),
    },
  }
}

/** Whether an account ends below what it must keep. */
function dips(
  { state }: Machine,
  { sender }: SignedTransaction,
  { header, before, fee }: { header: BlockHeader; before: StateTree; fee: bigint },
): boolean {
  const after = state.tree()
  for (const { address, balance } of after.balancesSince(before)) {
    const began = before.account(address)?.balance ?? 0n
    const isSender = equalBytes(address, sender.bytes)
    const ended = isSender ? balance + fee : balance
    if (ended >= bigIntMin(reserve, began)) continue
    const code = after.code(address)
    const isDelegated = equalBytes(code.subarray(0, delegation.length), delegation)
    if (code.length > 0 && !isDelegated) continue
    if (isSender && !isDelegated && !wasActive(address, header, before)) continue
    return true
  }
  return false
}

/** Whether the account sent or authorized something earlier in this block or in the two before it. */
function wasActive(address: Uint8Array, header: BlockHeader, before: StateTree): boolean {
  const then = stateBefore(header)
  if (then === undefined) return false
  return (before.account(address)?.nonce ?? 0n) > (then.account(address)?.nonce ?? 0n)
}
