import { bigIntMax } from '@ethereumjs/util'
import type { CallRules } from '../../types/execution.ts'
import type { Settings } from './options.ts'

/** Gas that a call can have in geth. */
const gethGasCap = 50_000_000n

/** What holds for calls in a block with this gas limit; `sender` sends transactions that name no sender. */
export function callRulesOf(
  { callGasLimit, compatRules }: Pick<Settings, 'callGasLimit' | 'compatRules'>,
  blockGasLimit: bigint,
  sender: Uint8Array | undefined,
): CallRules {
  const hasSender = compatRules.fromFirstAccount === 'transactionsAndCalls'
  return {
    gasCap: callGasLimit ?? bigIntMax(gethGasCap, blockGasLimit),
    payment: compatRules.callPayment,
    sender: hasSender ? sender : undefined,
    createsNothing: compatRules.emptyCreations !== 'refused',
    authorizedCreations: compatRules.authorizedCreations,
    callsWithoutBaseFee: compatRules.callsWithoutBaseFee,
  }
}
