import type { Machine } from '../ethereumjs/machine.ts'
import { greater } from '../lib/bigints.ts'
import type { CallRules } from '../types/execution.ts'
import { checksumAddress } from '../wallet/checksumAddress.ts'
import type { BlockEnvironment } from './blockEnvironment.ts'
import { floorGas, intrinsicGas } from './intrinsicGas.ts'
import { InvalidMessage, type Message, messageRules } from './message.ts'
import type { ApplyOptions } from './messageRun.ts'

import { isTipAboveCap, isUnderpaid } from './rules/fees.ts'
import { beyondAll, fundsProblem, nonceProblem, upfrontCost } from './rules/sender.ts'

/** First byte of the hash of a blob's commitment (EIP-4844). */
const kzgVersion = 1

/** Blob gas of the message; none before Cancun. */
export function blobGasOf({ blobVersionedHashes }: Message, { common }: Machine): bigint {
  if (blobVersionedHashes === undefined) return 0n
  return BigInt(blobVersionedHashes.length) * messageRules(common).gasPerBlob
}

/** Whether a message costs nothing: fees of zero are allowed where nothing is validated. */
export function isFree(message: Message, validation: boolean): boolean {
  return !validation && message.maxFeePerGas === 0n && message.maxPriorityFeePerGas === 0n
}

/**
 * Refuses what could not run, in geth's order. With `validation` the nonce must be the account's
 * and fees of zero must still pay the base fee. That the sender has no code (EIP-3607) and that the
 * gas is below the cap of EIP-7825 is never asked for: a message is not a transaction. What it has to
 * offer is as `payment` says.
 * Throws an `InvalidMessage`.
 */
export function checkMessage(
  machine: Machine,
  message: Message,
  { environment, validation, payment = 'asOfTransactions', authorizedCreations }: ApplyOptions,
): void {
  if (validation) checkNonce(machine, message)
  if (!isFree(message, validation)) checkFees(machine, message, environment, payment)
  checkBlobs(machine, message)
  checkBlobFee(machine, message, environment, validation)
  checkAuthorizations(message, authorizedCreations)
  checkInitCode(machine, message)
  checkBalance(machine, message, payment)
  checkGas(machine, message)
}

function checkNonce({ state }: Machine, { from, nonce }: Message): void {
  const current = state.readAccount(from)?.nonce ?? 0n
  const problem = nonceProblem(nonce, current)
  if (problem === undefined) return
  if (problem === 'tooHigh') {
    throw new InvalidMessage(
      'nonce too high',
      `nonce too high: address ${checksumAddress(from)}, tx: ${nonce} state: ${current}`,
    )
  }
  if (problem === 'tooLow') {
    throw new InvalidMessage(
      'nonce too low',
      `nonce too low: address ${checksumAddress(from)}, tx: ${nonce} state: ${current}`,
    )
  }
  throw new InvalidMessage(
    'nonce at its maximum',
    `nonce has max value: address ${checksumAddress(from)}, nonce: ${current}`,
  )
}

function checkFees(
  { common }: Machine,
  { from, maxFeePerGas, maxPriorityFeePerGas }: Message,
  { baseFeePerGas = 0n }: BlockEnvironment,
  payment: CallRules['payment'],
): void {
  if (!messageRules(common).hasBaseFee) return
  if (isTipAboveCap(maxFeePerGas, maxPriorityFeePerGas)) {
    throw new InvalidMessage(
      'tip above fee cap',
      `max priority fee per gas higher than max fee per gas: address ${checksumAddress(from)}, ` +
        `maxPriorityFeePerGas: ${maxPriorityFeePerGas}, maxFeePerGas: ${maxFeePerGas}`,
      { have: maxPriorityFeePerGas, want: maxFeePerGas },
    )
  }
  if (payment === 'asOfTransactions' && isUnderpaid(maxFeePerGas, baseFeePerGas)) {
    throw new InvalidMessage(
      'fee cap below base fee',
      `max fee per gas less than block base fee: address ${checksumAddress(from)}, ` +
        `maxFeePerGas: ${maxFeePerGas}, baseFee: ${baseFeePerGas}`,
      { have: maxFeePerGas, want: baseFeePerGas },
    )
  }
}

function checkBlobs({ common }: Machine, { to, blobVersionedHashes }: Message): void {
  if (blobVersionedHashes === undefined) return
  if (to === undefined) throw new InvalidMessage('bad blobs', 'blob transaction of type create')
  if (blobVersionedHashes.length === 0) {
    throw new InvalidMessage('bad blobs', 'blob transaction missing blob hashes')
  }
  const { maxBlobs } = messageRules(common)
  if (maxBlobs !== undefined && BigInt(blobVersionedHashes.length) > maxBlobs) {
    throw new InvalidMessage('bad blobs', 'blob transaction has too many blobs')
  }
  const wrong = blobVersionedHashes.findIndex((hash) => hash[0] !== kzgVersion)
  if (wrong >= 0) throw new InvalidMessage('bad blobs', `blob ${wrong} has invalid hash version`)
}

function checkBlobFee(
  machine: Machine,
  message: Message,
  { blobBaseFee = 0n }: BlockEnvironment,
  validation: boolean,
): void {
  const { from, maxFeePerBlobGas } = message
  if (blobGasOf(message, machine) === 0n) return
  if (!validation && maxFeePerBlobGas === 0n) return
  if (isUnderpaid(maxFeePerBlobGas, blobBaseFee)) {
    throw new InvalidMessage(
      'blob fee cap below blob base fee',
      `max fee per blob gas less than block blob gas fee: address ${checksumAddress(from)} ` +
        `blobGasFeeCap: ${maxFeePerBlobGas}, blobBaseFee: ${blobBaseFee}`,
    )
  }
}

function checkAuthorizations(
  { from, to, authorizationList }: Message,
  authorizedCreations = false,
): void {
  if (authorizationList === undefined) return
  if (to === undefined && !authorizedCreations) {
    throw new InvalidMessage(
      'bad authorizations',
      `EIP-7702 transaction cannot be used to create contract (sender ${checksumAddress(from)})`,
    )
  }
  if (authorizationList.length === 0) {
    throw new InvalidMessage(
      'bad authorizations',
      `EIP-7702 transaction with empty auth list (sender ${checksumAddress(from)})`,
    )
  }
}

function checkInitCode({ common, evm }: Machine, { to, data }: Message): void {
  if (to !== undefined || evm.allowUnlimitedInitCodeSize) return
  const { maxInitCode } = messageRules(common)
  if (maxInitCode === undefined || BigInt(data.length) <= maxInitCode) return
  throw new InvalidMessage(
    'init code too large',
    `max initcode size exceeded: code size ${data.length} limit ${maxInitCode}`,
    { have: BigInt(data.length), want: maxInitCode },
  )
}

/** Wei that the sender has to have. */
export function costOf(message: Message, machine: Machine): bigint {
  const { gas, maxFeePerGas, maxFeePerBlobGas, value } = message
  return upfrontCost(gas, maxFeePerGas, value, blobGasOf(message, machine), maxFeePerBlobGas)
}

function checkBalance(machine: Machine, message: Message, payment: CallRules['payment']): void {
  const { from } = message
  const want = costOf(message, machine)
  if (want === 0n || (payment === 'unlimited' && want < beyondAll)) return
  const have = machine.state.readAccount(from)?.balance ?? 0n
  const problem = fundsProblem(have, want)
  if (problem === undefined) return
  const words =
    problem === 'beyondAnyBalance'
      ? 'required balance exceeds 256 bits'
      : `have ${have} want ${want}`
  throw new InvalidMessage(
    'insufficient funds',
    `insufficient funds for gas * price + value: address ${checksumAddress(from)} ${words}`,
    { have, want },
  )
}

function checkGas({ common }: Machine, message: Message): void {
  const intrinsic = intrinsicGas(message, common)
  if (message.gas < intrinsic) {
    throw new InvalidMessage(
      'intrinsic gas too low',
      `intrinsic gas too low: have ${message.gas}, want ${intrinsic}`,
      { have: message.gas, want: intrinsic },
    )
  }
  const floor = floorGas(message, common)
  const { maxIntrinsicGas } = messageRules(common)
  if (maxIntrinsicGas !== undefined && greater(intrinsic, floor) > maxIntrinsicGas) {
    throw new InvalidMessage(
      'intrinsic gas too high',
      `intrinsic gas too high: have ${greater(intrinsic, floor)}, at most ${maxIntrinsicGas} (EIP-7825)`,
    )
  }
  if (message.gas < floor) {
    throw new InvalidMessage(
      'floor gas too low',
      // viem knows the first words, geth's are the ones after them.
      `intrinsic gas too low: insufficient gas for floor data gas cost: have ${message.gas}, want ${floor}`,
      { have: message.gas, want: floor },
    )
  }
}
