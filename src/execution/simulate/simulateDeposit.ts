import type { CallRequest } from '../../types/request.ts'
import type { SignedTransaction } from '../../types/transaction.ts'
import type { MessageResult } from '../applyMessage.ts'
import { checkMessage } from '../checkMessage.ts'
import { InvalidMessage, type Message } from '../message.ts'

import { type OpStackRules, opStackOf } from '../rules/opStack.ts'
import {
  type Applied,
  apply,
  callOf,
  completed,
  type OpenBlock,
  receiptOf,
  type Simulated,
} from './simulateCall.ts'
import { SimulateError } from './simulateErrors.ts'

/** Gas of a deposit that names none: as much as the system's have. */
const usualGas = 1_000_000n

/**
 * Runs one call of a simulated block as a deposit of the OP stack, by its rules also where the block
 * validates: it mints first, pays nothing, takes the account's nonce, and has failed where another call
 * could not run. Throws a `SimulateError` where the chain has no deposits, or the block no gas.
 */
export async function simulateDeposit(block: OpenBlock, request: CallRequest): Promise<Simulated> {
  const { state, common } = block.machine
  const rules = opStackOf(common)
  if (rules === undefined) throw noDeposits()
  const { from, to, value, data, gas = usualGas, mint = 0n } = request
  const message = completed(block, { from, to, value, data, gas, gasPrice: 0n })
  const { balance = 0n } = state.readAccount(message.from) ?? {}
  if (mint > 0n) state.writeAccount(message.from, { balance: balance + mint })
  const transaction = depositOf(rules, block, { ...message, mint })
  const { result, logs } = await runOrFail({ ...block, validation: false }, message)
  const receipt = receiptOf({ block, message, transaction, result })
  const opStack = { depositNonce: message.nonce }
  return { call: callOf(result, logs), receipt: { ...receipt, opStack } }
}

async function runOrFail(block: OpenBlock, message: Message): Promise<Applied> {
  const { machine } = block
  try {
    checkMessage(machine, message, block)
  } catch (error) {
    if (!(error instanceof InvalidMessage)) throw error
    machine.state.writeAccount(message.from, { nonce: message.nonce + 1n })
    return { result: failed(message.gas, error.message), logs: [] }
  }
  return apply(block, message)
}

function noDeposits(): SimulateError {
  return new SimulateError(
    'invalidParams',
    'type 0x7e is a deposit, and this chain has no L1: start it as one of the OP stack, such as with --network op',
  )
}

/** Returns the deposit as in a block, with the nonce with which it ran. */
function depositOf(
  { userDeposit, decode }: OpStackRules,
  { machine: { common }, environment, receipts }: OpenBlock,
  message: Omit<Parameters<OpStackRules['userDeposit']>[0], 'index'> & { readonly nonce: bigint },
): SignedTransaction {
  const { from, to, mint, value, gas, data, nonce } = message
  const index = (environment.number << 32n) + BigInt(receipts.length)
  const deposit = userDeposit({ from, to, mint, value, gas, data, index }, common)
  return decode(deposit.raw, common, nonce) ?? deposit
}

function failed(gas: bigint, failure: string): MessageResult {
  const output = new Uint8Array()
  const used = { gasUsed: gas, maxUsedGas: gas }
  return { status: 0, ...used, output, logs: [], failure, isReverted: false }
}
