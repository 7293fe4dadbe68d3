import type { BlockHeader } from '@ethereumjs/block'
import { bigIntMax } from '@ethereumjs/util'
import type { Ledger } from '../../types/execution.ts'
import type { MutableState } from '../../types/state.ts'
import { messageRules } from '../message.ts'
import { itemsIn, itemsOf, joinAccesses, maxItems } from './blockAccessList.ts'
import type { TransactionRun } from './receipt.ts'
import { type OpeningAccesses, runOpeningSystemCalls } from './systemContracts.ts'

/** Does what the protocol does before the first transaction of a block, and begins its ledger, which blocks have from Amsterdam on. */
export function openLedger(state: MutableState, header: BlockHeader): Ledger | undefined {
  if (!messageRules(header.common).hasStateGas) {
    runOpeningSystemCalls(state, header)
    return undefined
  }
  const accesses: OpeningAccesses = new Map()
  runOpeningSystemCalls(state, header, accesses)
  return { gas: { regular: 0n, state: 0n }, accesses: [accesses], items: itemsIn(accesses) }
}

/** The ledger with one more transaction. */
export function enter(ledger: Ledger, entry: TransactionRun['entry']): Ledger {
  if (entry === undefined) throw new Error('a transaction of Amsterdam has run without its ledger')
  const { gas, accesses, items } = ledger
  return {
    gas: { regular: gas.regular + entry.gas.regular, state: gas.state + entry.gas.state },
    accesses: [...accesses, entry.accesses],
    items: items + itemsIn(entry.accesses),
  }
}

/** What stands in the list for the contracts that are asked for requests after the transactions: four, at most four slots each. */
const itemsAtEnd = 20

/** Whether the access list of a block with these transactions and withdrawals may not have as many items as it would. */
export function isListTooLong(ledger: Ledger, gasLimit: bigint, withdrawals: number): boolean {
  const most = maxItems(gasLimit) - itemsAtEnd - withdrawals
  if (ledger.items <= most) return false
  return itemsOf(joinAccesses(ledger.accesses)) > most
}

/** Gas that the block of a ledger has used (EIP-8037, EIP-7778). */
export function gasOf({ gas }: Pick<Ledger, 'gas'>): bigint {
  return bigIntMax(gas.regular, gas.state)
}
