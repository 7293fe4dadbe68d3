import type { EVMResult, ExecResult } from '@ethereumjs/evm'
import { Account, Address, bigIntMax, bigIntMin } from '@ethereumjs/util'
import type { Machine } from '../evm/machine.ts'
import { bytesToHex, hexToBytes } from '../lib/hex.ts'
import type { Log } from '../types/transaction.ts'
import { applyAuthorizations } from './authorizations.ts'
import { type BlockEnvironment, evmBlock } from './blockEnvironment.ts'
import { blobGasOf, checkMessage, isFree } from './checkMessage.ts'
import { haltReason } from './haltReason.ts'
import { floorGas, intrinsicGas } from './intrinsicGas.ts'
import type { Message } from './message.ts'

export interface ApplyOptions {
  readonly environment: BlockEnvironment
  /**
   * Whether the nonce must be the account's, and fees of zero have to pay a base fee all the same.
   * Without it a message without fees costs nothing and has whatever nonce it says.
   */
  readonly validation: boolean
  /** Addresses that are warm from the start, as 40 hex digits; else the machine's precompiles. */
  readonly precompiles?: Iterable<string> | undefined
}

/** What came of a message. */
export interface MessageResult {
  readonly status: 0 | 1
  /** After refunds: what a receipt would say. */
  readonly gasUsed: bigint
  /** The most that was in use before refunds. */
  readonly maxUsedGas: bigint
  /** What it returned, the deployed code of a creation, or the revert data. */
  readonly output: Uint8Array
  readonly logs: readonly Log[]
  /** Why it failed, in geth's words. */
  readonly failure?: string | undefined
  readonly isReverted: boolean
}

const mostNonce = 2n ** 64n - 1n

/**
 * Runs a message on the machine's state, as a transaction would run: buys gas, raises the nonce,
 * sets delegations, executes, refunds and pays the coinbase. The state keeps what it did.
 * Throws an `InvalidMessage` before anything is written; a failed execution is a result.
 */
export async function applyMessage(
  machine: Machine,
  message: Message,
  options: ApplyOptions,
): Promise<MessageResult> {
  const { environment, validation } = options
  checkMessage(machine, message, environment, validation)
  const { common, evm, state } = machine
  if (message.to === undefined && nonceOf(machine, message.from) === mostNonce) {
    return nonceOverflow(machine, message)
  }
  warm(machine, message, options)
  await buyGas(machine, message, environment)
  const authorizationRefund = applyAuthorizations(machine, message.authorizationList ?? [])
  const { execResult } = await execute(machine, message, environment)
  const gas = settleGas(machine, message, execResult, authorizationRefund)
  await payFees(machine, message, { environment, validation, gasUsed: gas.gasUsed })
  await removeDestroyed(machine, execResult)
  await evm.journal.cleanup()
  if (common.isActivatedEIP(1153)) evm.transientStorage.clear()
  state.originalStorageCache.clear()
  return { ...gas, ...outcomeOf(execResult) }
}

function nonceOf({ state }: Machine, address: Uint8Array): bigint {
  return state.readAccount(address)?.nonce ?? 0n
}

/** geth gives up on such a creation when its gas is bought, and gives back what is left. */
function nonceOverflow({ common }: Machine, message: Message): MessageResult {
  const due = bigIntMax(intrinsicGas(message, common), floorGas(message, common))
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
function warm({ common, evm }: Machine, message: Message, options: ApplyOptions): void {
  if (!common.isActivatedEIP(2929)) return
  const { from, to, accessList } = message
  const { environment, precompiles = evm.precompiles.keys() } = options
  for (const address of precompiles) evm.journal.addAlwaysWarmAddress(address)
  evm.journal.addAlwaysWarmAddress(bytesToHex(from))
  if (to !== undefined) evm.journal.addAlwaysWarmAddress(bytesToHex(to))
  if (common.isActivatedEIP(3651)) {
    evm.journal.addAlwaysWarmAddress(bytesToHex(environment.coinbase))
  }
  for (const [address, storageKeys] of accessList) {
    evm.journal.addAlwaysWarmAddress(bytesToHex(address), true)
    for (const storageKey of storageKeys) {
      evm.journal.addAlwaysWarmSlot(bytesToHex(address), bytesToHex(storageKey), true)
    }
  }
}

/** Takes the price of gas and blob gas from the sender and raises its nonce. */
async function buyGas(
  machine: Machine,
  message: Message,
  { blobBaseFee = 0n }: BlockEnvironment,
): Promise<void> {
  const gasCost = message.gas * message.gasPrice
  const blobCost = blobGasOf(message, machine) * blobBaseFee
  await changeAccount(machine, message.from, (account) => {
    // A blob fee cap of zero was not checked against the balance.
    const payable = bigIntMin(blobCost, account.balance - gasCost - message.value)
    account.balance -= gasCost + payable
    account.nonce = (account.nonce + 1n) & mostNonce
  })
}

/** Marks the account as touched: one that is left empty is removed in the end (EIP-161). */
async function changeAccount(
  { evm, state }: Machine,
  bytes: Uint8Array,
  change: (account: Account) => void,
): Promise<void> {
  const address = new Address(bytes)
  const account = (await state.getAccount(address)) ?? new Account()
  change(account)
  await evm.journal.putAccount(address, account)
}

function execute(
  { common, evm }: Machine,
  message: Message,
  environment: BlockEnvironment,
): Promise<EVMResult> {
  const { from, to, gas, gasPrice, value, data, blobVersionedHashes = [] } = message
  return evm.runCall({
    block: evmBlock(environment),
    caller: new Address(from),
    ...(to !== undefined && { to: new Address(to) }),
    gasLimit: gas - intrinsicGas(message, common),
    gasPrice,
    value,
    data,
    blobVersionedHashes: blobVersionedHashes.map(bytesToHex),
    skipNonceIncrement: true,
  })
}

/** Refunds (EIP-3529) and the floor (EIP-7623). */
function settleGas(
  { common }: Machine,
  message: Message,
  { executionGasUsed, gasRefund = 0n }: ExecResult,
  authorizationRefund: bigint,
): Pick<MessageResult, 'gasUsed' | 'maxUsedGas'> {
  const peak = intrinsicGas(message, common) + executionGasUsed
  const mostRefund = peak / common.param('maxRefundQuotient')
  const refund = bigIntMin(gasRefund + authorizationRefund, mostRefund)
  const floor = floorGas(message, common)
  return { gasUsed: bigIntMax(peak - refund, floor), maxUsedGas: bigIntMax(peak, floor) }
}

/** Gives the sender the gas it did not use, and the coinbase its tip; the base fee is burnt (EIP-1559). */
async function payFees(
  machine: Machine,
  message: Message,
  {
    environment,
    validation,
    gasUsed,
  }: { environment: BlockEnvironment; validation: boolean; gasUsed: bigint },
): Promise<void> {
  const { from, gas, gasPrice } = message
  if (gasPrice > 0n) {
    await changeAccount(machine, from, (account) => {
      account.balance += (gas - gasUsed) * gasPrice
    })
  }
  if (isFree(message, validation)) return
  const tip = gasPrice - (environment.baseFeePerGas ?? 0n)
  await changeAccount(machine, environment.coinbase, (account) => {
    account.balance += gasUsed * tip
  })
}

/** Removes contracts that have destroyed themselves: since Cancun only those of this message (EIP-6780). */
async function removeDestroyed({ common, evm }: Machine, result: ExecResult): Promise<void> {
  for (const address of result.selfdestruct?.keys() ?? []) {
    if (common.isActivatedEIP(6780) && !result.createdAddresses?.has(address)) continue
    await evm.journal.deleteAccount(new Address(hexToBytes(address)))
  }
}

function outcomeOf(
  result: ExecResult,
): Pick<MessageResult, 'status' | 'output' | 'logs' | 'failure' | 'isReverted'> {
  const { exceptionError, returnValue, logs = [] } = result
  const isReverted = exceptionError?.error === 'revert'
  return {
    status: exceptionError === undefined ? 1 : 0,
    output: returnValue,
    logs: logs.map(([address, topics, data]) => ({ address, topics, data })),
    failure: haltReason(result),
    isReverted,
  }
}
