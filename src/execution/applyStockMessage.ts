import type { Block } from '@ethereumjs/block'
import { createTx, type TypedTransaction, type TypedTxData } from '@ethereumjs/tx'
import { Address, bigIntMin } from '@ethereumjs/util'
import { runTx } from '@ethereumjs/vm'
import { plainReason } from '../ethereumjs/haltReason.ts'
import type { Machine } from '../ethereumjs/machine.ts'
import { admitContract, sentBy } from '../ethereumjs/transaction/signFeeMarket.ts'
import { bytesToHex } from '../lib/hex.ts'
import { evmBlock } from './blockEnvironment.ts'
import { InvalidMessage, type Message } from './message.ts'
import type { ApplyOptions, MessageRun } from './messageRun.ts'

import { collectAccesses } from './rules/blockAccessList.ts'

/**
 * The same as `runMessage`, by EthereumJS's `runTx`, so that a message does what a transaction does in a block: for
 * rules that our own transition lacks. Throws an `InvalidMessage` for what no transaction can be.
 */
export async function runStockMessage(
  machine: Machine,
  message: Message,
  { environment }: ApplyOptions,
): Promise<MessageRun> {
  const { vm, evm, state, journal } = machine
  const sender = new Address(message.from)
  const tx = sentBy(sender, transactionOf(message, machine))
  const block = evmBlock(environment)
  const baseFeePerGas = bigIntMin(environment.baseFeePerGas ?? 0n, message.gasPrice)
  const run = evm.runCall
  // Who pays less than the base fee, as a call may, is charged as if that were the base fee; code sees the real one.
  evm.runCall = (call) => run.call(evm, { ...call, block })
  admitContract(state, sender)
  try {
    const { result, accesses } = await collectAccesses(machine, () =>
      runTx(vm, {
        tx,
        block: { header: { ...block.header, baseFeePerGas } } as unknown as Block,
        skipNonce: true,
        skipHardForkValidation: true,
        skipBlockGasLimitValidation: true,
      }),
    )
    const { execResult, totalGasSpent, blockGasSpent, txRegularGas, txStateGas } = result
    const gas = { regular: txRegularGas ?? 0n, state: txStateGas ?? 0n }
    return {
      execResult,
      gasUsed: totalGasSpent,
      maxUsedGas: blockGasSpent,
      entry: { gas, accesses },
    }
  } finally {
    evm.runCall = run
    evm.transientStorage.clear()
    journal.cleanJournal()
  }
}

function transactionOf(message: Message, { common }: Machine): TypedTransaction {
  const { to, gas: gasLimit, gasPrice, value, data, accessList } = message
  const { authorizationList, blobVersionedHashes, maxFeePerBlobGas } = message
  const fields = {
    to,
    gasLimit,
    value,
    data,
    accessList,
    maxFeePerGas: gasPrice,
    maxPriorityFeePerGas: gasPrice,
    authorizationList,
    maxFeePerBlobGas,
    blobVersionedHashes: blobVersionedHashes?.map(bytesToHex),
  }
  const type = authorizationList !== undefined ? 4 : blobVersionedHashes !== undefined ? 3 : 2
  try {
    // Its types want lists that may be changed; it changes none.
    return createTx({ type, ...fields } as unknown as TypedTxData, {
      common,
      allowUnlimitedInitCodeSize: true,
    })
  } catch (cause) {
    throw new InvalidMessage('no transaction', plainReason(cause))
  }
}
