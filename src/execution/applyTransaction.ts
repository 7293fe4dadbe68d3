import { Block, type BlockHeader } from '@ethereumjs/block'
import { runTx } from '@ethereumjs/vm'
import type { Machine } from '../ethereumjs/machine.ts'
import { admitContract } from '../ethereumjs/transaction/signFeeMarket.ts'
import { hexToBytes } from '../lib/hex.ts'
import { lastKept } from '../lib/memo.ts'
import type { SignedTransaction } from '../types/transaction.ts'
import { runMessage } from './applyMessage.ts'
import { environmentOf } from './blockEnvironment.ts'
import { blobGasOf, checkMessage } from './checkMessage.ts'
import { pricedOf } from './intrinsicGas.ts'
import { type Message, messageRules } from './message.ts'

import { collectAccesses } from './rules/blockAccessList.ts'
import { networkRulesOf } from './rules/networkRules.ts'
import { effectiveGasPrice, type TransactionRun } from './rules/receipt.ts'

/** Types of a call or a creation with at most an access list. */
const plainTypes = 2

/**
 * Whether our own transition runs it: it knows every rule for what is plain since Berlin, and for all transactions
 * where gas is of two kinds.
 */
function isOwn({ isFast, common }: Machine, transaction: SignedTransaction): boolean {
  const { eip2929, hasStateGas } = messageRules(common)
  return isFast && eip2929 && (hasStateGas || transaction.envelope.type <= plainTypes)
}

/**
 * Runs a transaction on the machine's state, in the block of a header whose gas used, bloom and roots
 * mean nothing yet. `gasUsedBefore` is what the transactions before it used. Throws what it cannot run for;
 * the state is of no use then.
 */
export function applyTransaction(
  machine: Machine,
  transaction: SignedTransaction,
  header: BlockHeader,
  gasUsedBefore: bigint,
): Promise<TransactionRun> {
  const rules = networkRulesOf(machine.common)
  return rules?.run === undefined
    ? runAsEthereum(machine, transaction, header, gasUsedBefore)
    : rules.run(machine, transaction, header, () =>
        runAsEthereum(machine, transaction, header, gasUsedBefore),
      )
}

function runAsEthereum(
  machine: Machine,
  transaction: SignedTransaction,
  header: BlockHeader,
  gasUsedBefore: bigint,
): Promise<TransactionRun> {
  return isOwn(machine, transaction)
    ? runOwn(machine, transaction, header)
    : runStock(machine, transaction, header, gasUsedBefore)
}

/** Runs a transaction as EthereumJS's `runTx` does, without its promises and its repeated checks of rules. */
async function runOwn(
  machine: Machine,
  transaction: SignedTransaction,
  header: BlockHeader,
): Promise<TransactionRun> {
  const message = messageOf(transaction, header)
  const environment = environmentOf(header)
  checkMessage(machine, message, { environment, validation: true })
  const run = await runMessage(machine, message, { environment, validation: true })
  const blobGasUsed = blobGasOf(message, machine)
  return blobGasUsed === 0n ? run : { ...run, blobGasUsed, blobGasPrice: environment.blobBaseFee }
}

function messageOf(transaction: SignedTransaction, header: BlockHeader): Message {
  const { envelope } = transaction
  const isPriced = 'maxFeePerGas' in envelope
  const priced = pricedOf(transaction)
  // Named one by one, which is many times faster than to spread them.
  return {
    from: priced.from,
    to: priced.to,
    value: priced.value,
    data: priced.data,
    accessList: priced.accessList,
    authorizationList: priced.authorizationList,
    gas: envelope.gasLimit,
    gasPrice: effectiveGasPrice(envelope, header.baseFeePerGas ?? 0n),
    maxFeePerGas: isPriced ? envelope.maxFeePerGas : envelope.gasPrice,
    maxPriorityFeePerGas: isPriced ? envelope.maxPriorityFeePerGas : envelope.gasPrice,
    maxFeePerBlobGas: 'maxFeePerBlobGas' in envelope ? envelope.maxFeePerBlobGas : 0n,
    nonce: envelope.nonce,
    blobVersionedHashes:
      'blobVersionedHashes' in envelope ? envelope.blobVersionedHashes.map(hexToBytes) : undefined,
  }
}

/** What `runTx` reads the header from: made once, without transactions. */
const blockOf = lastKept((header: BlockHeader) => new Block(header))

async function runStock(
  machine: Machine,
  transaction: SignedTransaction,
  header: BlockHeader,
  gasUsedBefore: bigint,
): Promise<TransactionRun> {
  if (transaction.isImpersonated) admitContract(machine.state, transaction.sender)
  const { result, accesses } = await collectAccesses(machine, () =>
    runTx(machine.vm, {
      tx: transaction.envelope,
      block: blockOf(header),
      blockGasUsed: gasUsedBefore,
      skipHardForkValidation: true,
    }),
  )
  const { execResult, totalGasSpent, blobGasUsed, receipt } = result
  const { txRegularGas: regular, txStateGas: state } = result
  const entry =
    regular === undefined || state === undefined ? undefined : { gas: { regular, state }, accesses }
  return {
    entry,
    execResult,
    gasUsed: totalGasSpent,
    blobGasUsed,
    blobGasPrice: 'blobGasPrice' in receipt ? receipt.blobGasPrice : undefined,
    stateRoot: 'stateRoot' in receipt ? receipt.stateRoot : undefined,
  }
}
