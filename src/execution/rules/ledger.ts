import type { BlockHeader } from '@ethereumjs/block'
import { bigIntMax, createBlockLevelAccessList } from '@ethereumjs/util'
import type { Ledger } from '../../types/ledger.ts'
import type { MutableState } from '../../types/state.ts'
import { messageRules } from '../messageRules.ts'
import type { TransactionRun } from './receipt.ts'
import { runOpeningSystemCalls } from './systemCalls.ts'

/** Does what the protocol does before the first transaction of a block, and begins its ledger, which blocks have from Amsterdam on. */
export function openLedger(state: MutableState, header: BlockHeader): Ledger | undefined {
  if (!messageRules(header.common).hasStateGas) {
    runOpeningSystemCalls(state, header)
    return undefined
  }
  const list = createBlockLevelAccessList()
  runOpeningSystemCalls(state, header, list)
  return { gas: { regular: 0n, state: 0n }, accesses: [list.accesses] }
}

/** The ledger with one more transaction. */
export function enter(ledger: Ledger, entry: TransactionRun['entry']): Ledger {
  if (entry === undefined) throw new Error('a transaction of Amsterdam has run without its ledger')
  const { gas, accesses } = ledger
  return {
    gas: { regular: gas.regular + entry.gas.regular, state: gas.state + entry.gas.state },
    accesses: [...accesses, entry.accesses],
  }
}

/** Gas that the block of a ledger has used (EIP-8037, EIP-7778). */
export function gasOf({ gas }: Pick<Ledger, 'gas'>): bigint {
  return bigIntMax(gas.regular, gas.state)
}
