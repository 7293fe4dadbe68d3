import { EVMError, type EVMResult, type ExecResult } from '@ethereumjs/evm'
import { Address } from '@ethereumjs/util'
import { haltReason } from '../ethereumjs/haltReason.ts'
import { hasLostLogs, heldBackIn } from '../ethereumjs/interpreter/result.ts'
import { type KnownAddress, knownAddress } from '../ethereumjs/knownAddress.ts'
import type { Machine } from '../ethereumjs/machine.ts'
import { greater, lesser } from '../lib/bigints.ts'
import { bytesToHex, digitsOf, hexToBytes } from '../lib/hex.ts'

import { pack } from '../state/trie/packed.ts'
import type { GasByKind } from '../types/execution.ts'
import type { Log } from '../types/transaction.ts'
import { applyAuthorizations } from './authorizations.ts'
import { type BlockEnvironment, evmBlock } from './blockEnvironment.ts'
import { blobGasOf, checkMessage, costOf, isFree } from './checkMessage.ts'
import { floorGas, intrinsicGas } from './intrinsicGas.ts'
import { type Message, messageRules } from './message.ts'
import type { ApplyOptions, MessageRun } from './messageRun.ts'
import { collectAccesses, type RecordsAccesses } from './rules/blockAccessList.ts'
import { maxNonce } from './rules/sender.ts'
import { GasMeter, payAuthorizations } from './stateGas.ts'

const missing = { nonce: 0n, balance: 0n }

/** What came of a message. */
export interface MessageResult extends Omit<MessageRun, 'execResult'> {
  readonly status: 0 | 1
  /** What it returned, the deployed code of a creation, or the revert data. */
  readonly output: Uint8Array
  readonly logs: readonly Log[]
  /** Why it failed, in geth's words. */
  readonly failure?: string | undefined
  readonly isReverted: boolean
  /** Whether calls that failed may have made logs, which are not among the logs. */
  readonly hasLostLogs?: boolean | undefined
  /** Gas that it must have beyond `maxUsedGas`, as far as that is known (EIP-150, EIP-2200). */
  readonly heldBack?: bigint | undefined
}

/**
 * Runs a message on the machine's state, as a transaction would run: buys gas, raises the nonce,
 * sets delegations, executes, refunds and pays the coinbase. The state keeps what it did.
 * Throws an `InvalidMessage` before anything is written; a failed execution is a result. Gives a promise
 * only where something has to be waited for.
 */
export function applyMessage(
  machine: Machine,
  message: Message,
  options: ApplyOptions,
): MessageResult | Promise<MessageResult> {
  checkMessage(machine, message, options)
  if (options.payment === 'unlimited') topUpBalance(machine, message)
  if (message.to === undefined && nonceOf(machine, message.from) === maxNonce) {
    return nonceOverflow(machine, message)
  }
  const run = runMessage(machine, message, options)
  return run instanceof Promise ? run.then(resultOf) : resultOf(run)
}

type GasUse = Pick<MessageRun, 'gasUsed' | 'maxUsedGas'>

/**
 * The same as `applyMessage`, for a checked message that can pay for itself. Returns a promise only where it has to
 * wait.
 */
export function runMessage(
  machine: Machine,
  message: Message,
  options: ApplyOptions,
): MessageRun | Promise<MessageRun> {
  if (messageRules(machine.common).hasStateGas) return runWithStateGas(machine, message, options)
  const { environment } = options
  const due = intrinsicGas(message, machine.common)
  const sender = knownAddress(message.from)
  const target = message.to && knownAddress(message.to)
  warm(machine, message, options, sender, target)
  buyGas(machine, message, environment, sender)
  const authorizationRefund =
    message.authorizationList === undefined
      ? 0n
      : applyAuthorizations(machine, message.authorizationList)
  const result = execute(machine, message, environment, message.gas - due, sender, target)
  const settled = { due, authorizationRefund, sender }
  return result instanceof Promise
    ? result.then(({ execResult }) => settle(machine, message, options, execResult, settled))
    : settle(machine, message, options, result.execResult, settled)
}

/** What is settled before a message is executed. */
interface Settled {
  /** Intrinsic gas. */
  readonly due: bigint
  readonly authorizationRefund: bigint
  readonly sender: KnownAddress
}

/** What follows the execution of a message. */
function settle(
  machine: Machine,
  message: Message,
  { environment, validation }: ApplyOptions,
  execResult: ExecResult,
  settled: Settled,
): MessageRun {
  const { gasUsed, maxUsedGas } = settleGas(machine, message, execResult, settled)
  payFees(machine, message, { environment, validation, gasUsed, sender: settled.sender })
  cleanUp(machine, execResult)
  return { execResult, gasUsed, maxUsedGas }
}

function cleanUp(machine: Machine, execResult: ExecResult): void {
  const { journal, state } = machine
  if (execResult.selfdestruct?.size) removeDestroyed(machine, execResult)
  journal.removeEmpty()
  journal.cleanJournal()
  state.originalStorageCache.clear()
}

/** The same as `runMessage` where gas is of two kinds, and what is accessed is listed (EIP-8037, EIP-7928). */
async function runWithStateGas(
  machine: Machine,
  message: Message,
  options: ApplyOptions,
): Promise<MessageRun> {
  const { result, accesses } = await collectAccesses(machine, (log) =>
    runMetered(machine, message, options, log),
  )
  const { gas, ...run } = result
  return { ...run, entry: { gas, accesses } }
}

async function runMetered(
  machine: Machine,
  message: Message,
  options: ApplyOptions,
  accesses: RecordsAccesses,
): Promise<MessageRun & { readonly gas: GasByKind }> {
  const { common, evm, journal } = machine
  const { environment, validation } = options
  const sender = knownAddress(message.from)
  const target = message.to && knownAddress(message.to)
  const coinbase = knownAddress(environment.coinbase)
  accesses.record(sender.packed)
  warm(machine, message, options, sender, target)
  buyGas(machine, message, environment, sender)
  const meter = new GasMeter(machine, message.gas, intrinsicGas(message, common))
  // Delegations stay when the code fails, but not when there is no gas to begin it.
  await journal.checkpoint()
  const isPaid = payAuthorizations(machine, message, meter, accesses)
  if (isPaid && target !== undefined) accesses.record(target.packed)
  const { execResult } = isPaid
    ? await execute(machine, message, environment, meter.left, sender, target)
    : { execResult: outOfGas(meter.left) }
  if (isPaid && !evm.eip2780PrepOog) {
    await journal.commit()
  } else {
    await journal.revert()
    meter.undoState()
  }
  meter.left -= execResult.executionGasUsed
  const { gasUsed, maxUsedGas, gas } = settleMeter(machine, message, execResult, meter)
  accesses.record(coinbase.packed)
  payFees(machine, message, { environment, validation, gasUsed, sender })
  cleanUp(machine, execResult)
  return { execResult, gasUsed, maxUsedGas, gas }
}

function outOfGas(gas: bigint): ExecResult {
  const exceptionError = new EVMError(EVMError.errorMessages.OUT_OF_GAS)
  return { executionGasUsed: gas, exceptionError, returnValue: new Uint8Array() }
}

/** Refunds make no room in the block (EIP-7778), and the floor is one of what is computed (EIP-8037). */
function settleMeter(
  { common }: Machine,
  message: Message,
  { gasRefund = 0n }: ExecResult,
  meter: GasMeter,
): GasUse & { readonly gas: GasByKind } {
  const { state } = meter
  const floor = floorGas(message, common)
  const peak = message.gas - meter.left - meter.reserved
  const refund = lesser(gasRefund, peak / messageRules(common).refundQuotient)
  return {
    gasUsed: greater(peak - refund, floor),
    maxUsedGas: greater(peak, floor),
    gas: { regular: greater(peak - state, floor), state },
  }
}

function nonceOf({ state }: Machine, address: Uint8Array): bigint {
  return state.fieldsOf(pack(address))?.nonce ?? 0n
}

/** geth gives up on such a creation when its gas is bought, and gives back what is left. */
function nonceOverflow({ common }: Machine, message: Message): MessageResult {
  const due = greater(intrinsicGas(message, common), floorGas(message, common))
  return {
    status: 0,
    gasUsed: due,
    maxUsedGas: due,
    output: new Uint8Array(),
    logs: [],
    failure: 'nonce uint64 overflow',
    isReverted: false,
  }
}

/** EIP-2929, EIP-2930, EIP-3651. */
function warm(
  { common, journal, precompiles }: Machine,
  { accessList }: Message,
  options: ApplyOptions,
  sender: KnownAddress,
  target: KnownAddress | undefined,
): void {
  const { eip2929, hasWarmCoinbase } = messageRules(common)
  if (!eip2929) return
  // Also those that an override has moved or replaced.
  journal.warmPrecompiles(precompiles)
  journal.addAlwaysWarmAddress(sender.digits)
  if (target !== undefined) journal.addAlwaysWarmAddress(target.digits)
  if (hasWarmCoinbase)
    journal.addAlwaysWarmAddress(knownAddress(options.environment.coinbase).digits)
  for (const [address, storageKeys] of accessList) {
    journal.addAlwaysWarmAddress(digitsOf(address), true)
    for (const storageKey of storageKeys) {
      journal.addAlwaysWarmSlot(digitsOf(address), digitsOf(storageKey))
    }
  }
}

/** Gives the sender what it lacks to pay for the message. */
function topUpBalance(machine: Machine, message: Message): void {
  const sender = knownAddress(message.from)
  const { balance, nonce } = machine.state.fieldsOf(sender.packed) ?? missing
  const cost = costOf(message, machine)
  if (balance < cost) changeAccount(machine, sender, nonce, cost)
}

/** Takes the price of gas and blob gas from the sender and raises its nonce. */
function buyGas(
  machine: Machine,
  message: Message,
  { blobBaseFee = 0n }: BlockEnvironment,
  sender: KnownAddress,
): void {
  const { gas, gasPrice, value } = message
  const { balance, nonce } = machine.state.fieldsOf(sender.packed) ?? missing
  const gasCost = gas * gasPrice
  const blobCost = blobGasOf(message, machine) * blobBaseFee
  // A blob fee cap of zero was not checked against the balance.
  const payable = blobCost === 0n ? 0n : lesser(blobCost, balance - gasCost - value)
  changeAccount(machine, sender, (nonce + 1n) & maxNonce, balance - gasCost - payable)
}

/** Marks the account as touched: one that is left empty is removed in the end (EIP-161). */
function changeAccount(
  { journal, state }: Machine,
  { packed, digits }: KnownAddress,
  nonce: bigint,
  balance: bigint,
): void {
  journal.touchAccount(digits)
  state.setAmounts(packed, nonce, balance)
}

function pay(machine: Machine, address: KnownAddress, amount: bigint): void {
  const { nonce, balance } = machine.state.fieldsOf(address.packed) ?? missing
  changeAccount(machine, address, nonce, balance + amount)
}

function execute(
  { runTopLevelCall }: Machine,
  message: Message,
  environment: BlockEnvironment,
  gasLimit: bigint,
  sender: KnownAddress,
  target: KnownAddress | undefined,
): EVMResult | Promise<EVMResult> {
  const { gasPrice, value, data, blobVersionedHashes } = message
  return runTopLevelCall({
    block: evmBlock(environment),
    caller: sender,
    to: target,
    gasLimit,
    gasPrice,
    value,
    data,
    blobVersionedHashes:
      blobVersionedHashes === undefined ? [] : blobVersionedHashes.map(bytesToHex),
    skipNonceIncrement: true,
  })
}

/** Refunds (EIP-3529) and the floor (EIP-7623). */
function settleGas(
  { common }: Machine,
  message: Message,
  { executionGasUsed, gasRefund = 0n }: ExecResult,
  { due, authorizationRefund }: Settled,
): GasUse {
  const peak = due + executionGasUsed
  const refund = lesser(gasRefund + authorizationRefund, peak / messageRules(common).refundQuotient)
  const floor = floorGas(message, common)
  return { gasUsed: greater(peak - refund, floor), maxUsedGas: greater(peak, floor) }
}

/** Gives the sender the gas it did not use, and the coinbase its tip; the base fee is burnt (EIP-1559). */
function payFees(
  machine: Machine,
  message: Message,
  {
    environment,
    validation,
    gasUsed,
    sender,
  }: {
    environment: BlockEnvironment
    validation: boolean
    gasUsed: bigint
    sender: KnownAddress
  },
): void {
  const { gas, gasPrice } = message
  if (gasPrice > 0n) pay(machine, sender, (gas - gasUsed) * gasPrice)
  if (isFree(message, validation)) return
  const tip = gasPrice - (environment.baseFeePerGas ?? 0n)
  // A call may offer less than the base fee.
  if (tip > 0n) pay(machine, knownAddress(environment.coinbase), gasUsed * tip)
}

/** Removes contracts that have destroyed themselves: since Cancun only those of this message (EIP-6780). */
function removeDestroyed({ common, journal, state }: Machine, result: ExecResult): void {
  const { eip6780, eip8246 } = messageRules(common)
  for (const address of result.selfdestruct?.keys() ?? []) {
    if (eip6780 && !result.createdAddresses?.has(address)) continue
    if (eip8246) {
      const bytes = hexToBytes(address)
      journal.touchAccount(digitsOf(bytes))
      state.writeCode(bytes, new Uint8Array())
      state.wipeStorage(bytes)
      state.writeAccount(bytes, { nonce: 0n })
      continue
    }
    // It is done when the call comes back.
    void journal.deleteAccount(new Address(hexToBytes(address)))
  }
}

function resultOf({ execResult, gasUsed, maxUsedGas, entry }: MessageRun): MessageResult {
  const { exceptionError, returnValue, logs = [] } = execResult
  return {
    status: exceptionError === undefined ? 1 : 0,
    gasUsed,
    maxUsedGas,
    output: returnValue,
    logs: logs.map(([address, topics, data]) => ({ address, topics, data })),
    failure: haltReason(execResult),
    isReverted: exceptionError?.error === 'revert',
    hasLostLogs: hasLostLogs(execResult) || undefined,
    heldBack: heldBackIn(execResult),
    entry,
  }
}
