import type { BlockHeader } from '@ethereumjs/block'
import { EVMError } from '@ethereumjs/evm'
import type { Machine } from '../../../ethereumjs/machine.ts'
import { runMessage } from '../../../execution/applyMessage.ts'
import { environmentOf } from '../../../execution/blockEnvironment.ts'
import { floorGas, intrinsicGas } from '../../../execution/intrinsicGas.ts'
import type { Message } from '../../../execution/message.ts'
import type { TransactionRun } from '../../../execution/rules/receipt.ts'
import type { MutableState } from '../../../types/state.ts'
import type { L1Receipt, SignedTransaction } from '../../../types/transaction.ts'
import { type Deposit, depositTransaction } from './deposit.ts'
import { estimatedSize, l1Cost, operatorFee } from './fees.ts'
import { addresses, type BlockCosts, readCosts } from './l1Block.ts'

/** Data availability that a transaction takes of its block, in gas. */
export function footprintOf(
  raw: Uint8Array,
  { daFootprintGasScalar }: Pick<BlockCosts, 'daFootprintGasScalar'>,
): bigint {
  if (daFootprintGasScalar === 0n) return 0n
  return (estimatedSize(raw) / 1_000_000n) * daFootprintGasScalar
}

/** Wei that a transaction pays at most besides its gas. */
export function extraFee({ raw, envelope }: SignedTransaction, costs: BlockCosts): bigint {
  return l1Cost(raw, costs.l1).fee + operatorFee(envelope.gasLimit, costs.operator)
}

/**
 * Runs a transaction that pays for itself: the fee for its data and the operator's are taken first, and
 * what Ethereum would burn goes to the chain's vaults. `plain` runs it as Ethereum does.
 */
export async function runPaying(
  machine: Machine,
  transaction: SignedTransaction,
  header: BlockHeader,
  plain: () => Promise<TransactionRun>,
): Promise<TransactionRun> {
  const { state } = machine
  const costs = readCosts((address, slot) => state.readStorage(address, slot))
  const { sender, raw, envelope } = transaction
  const data = l1Cost(raw, costs.l1)
  const bought = operatorFee(envelope.gasLimit, costs.operator)
  change(state, sender.bytes, -(data.fee + bought))
  const run = await plain()
  const charged = operatorFee(run.gasUsed, costs.operator)
  change(state, sender.bytes, bought - charged)
  change(state, addresses.baseFeeVault, run.gasUsed * (header.baseFeePerGas ?? 0n))
  change(state, addresses.l1FeeVault, data.fee)
  change(state, addresses.operatorFeeVault, charged)
  const hasFootprint = costs.rules === 'jovian'
  return {
    ...run,
    blobGasUsed: hasFootprint ? footprintOf(raw, costs) : run.blobGasUsed,
    opStack: { l1: receiptOf(costs, data) },
  }
}

/** An amount of zero creates no account (EIP-161). */
function change(state: MutableState, address: Uint8Array, amount: bigint): void {
  if (amount === 0n) return
  const balance = state.readAccount(address)?.balance ?? 0n
  if (balance + amount < 0n) throw new Error(`insufficient funds for the fee of L1 data`)
  state.writeAccount(address, { balance: balance + amount })
}

/** Each rule brought some. */
function receiptOf(costs: BlockCosts, data: { gasUsed: bigint; fee: bigint }): L1Receipt {
  const { rules, l1, operator, daFootprintGasScalar } = costs
  const isPaid = operator.scalar !== 0n || operator.constant !== 0n
  return {
    gasPrice: l1.baseFee,
    gasUsed: data.gasUsed,
    fee: data.fee,
    ...(rules === 'bedrock'
      ? { feeScalar: l1.scalar }
      : {
          baseFeeScalar: l1.baseFeeScalar,
          blobBaseFee: l1.blobBaseFee,
          blobBaseFeeScalar: l1.blobBaseFeeScalar,
        }),
    ...(operator.rules !== 'none' &&
      isPaid && {
        operatorFeeScalar: operator.scalar,
        operatorFeeConstant: operator.constant,
      }),
    ...(rules === 'jovian' && { daFootprintGasScalar }),
  }
}

/**
 * Runs a deposit, which always is in its block: its ether is there whatever follows, and it pays nothing.
 * One that could not run has failed and used its gas.
 */
export async function runDeposit(
  machine: Machine,
  deposit: Deposit,
  header: BlockHeader,
): Promise<TransactionRun> {
  const { state, common } = machine
  const { from, to, mint, value, gas, data } = deposit
  const { nonce = 0n, balance = 0n } = state.readAccount(from) ?? {}
  if (mint > 0n) state.writeAccount(from, { balance: balance + mint })
  const message: Message = {
    from,
    to,
    gas,
    value,
    nonce,
    data,
    gasPrice: 0n,
    maxFeePerGas: 0n,
    maxPriorityFeePerGas: 0n,
    maxFeePerBlobGas: 0n,
    accessList: [],
    blobVersionedHashes: undefined,
    authorizationList: undefined,
  }
  const shared = {
    opStack: { depositNonce: nonce },
    transaction: depositTransaction(deposit, header.common, nonce),
  }
  const isShort = gas < intrinsicGas(message, common) || gas < floorGas(message, common)
  if (isShort || value > balance + mint) {
    state.writeAccount(from, { nonce: nonce + 1n })
    return { ...shared, execResult: failed(isShort), gasUsed: gas }
  }
  const environment = environmentOf(header)
  const run = await runMessage(machine, message, { environment, validation: false })
  return { ...shared, execResult: run.execResult, gasUsed: run.gasUsed }
}

function failed(isShort: boolean): TransactionRun['execResult'] {
  const { OUT_OF_GAS, INSUFFICIENT_BALANCE } = EVMError.errorMessages
  const exceptionError = new EVMError(isShort ? OUT_OF_GAS : INSUFFICIENT_BALANCE)
  return { exceptionError, returnValue: new Uint8Array() }
}
