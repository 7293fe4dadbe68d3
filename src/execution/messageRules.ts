import type { Common } from '@ethereumjs/common'
import { lastKept, remembered } from '../lib/remembered.ts'

/** What a hardfork says of messages. EthereumJS looks each rule up in lists, which takes longer than a small call. */
export interface MessageRules {
  readonly chainId: bigint
  readonly txGas: bigint
  readonly zeroByteGas: number
  readonly otherByteGas: number
  /** For each token of data at the least (EIP-7623); a byte is one token, or four when it is not zero. */
  readonly floorTokenGas: number | undefined
  /** EIP-2: Frontier charged nothing for a creation. */
  readonly creationGas: number
  /** EIP-3860. */
  readonly initCodeWordGas: number
  readonly mostInitCode: bigint | undefined
  readonly hasBaseFee: boolean
  /** EIP-4844. */
  readonly gasPerBlob: bigint
  /** EIP-7594. */
  readonly mostBlobs: bigint | undefined
  /** Whether a receipt has the state root after its transaction (until EIP-658). */
  readonly hasStateRoots: boolean
  /** EIP-2929. */
  readonly hasWarmth: boolean
  /** EIP-3651. */
  readonly hasWarmCoinbase: boolean
  /** Whether only what was created in the same transaction can destroy itself (EIP-6780). */
  readonly keepsOldContracts: boolean
  /** What is refunded at most is this part of the gas used (EIP-3529). */
  readonly refundQuotient: bigint
  /** Whether gas is of two kinds (EIP-8037), with the prices that came with that: EthereumJS knows them. */
  readonly hasStateGas: boolean
}

/** The rules of a hardfork. */
export const messageRules = lastKept(remembered(rulesOf))

function rulesOf(common: Common): MessageRules {
  const has = (eip: number) => common.isActivatedEIP(eip)
  const number = (parameter: string) => Number(common.param(parameter))
  const isHomestead = common.gteHardfork('homestead')
  return {
    chainId: common.chainId(),
    txGas: common.param('txGas'),
    zeroByteGas: number('txDataZeroGas'),
    otherByteGas: number('txDataNonZeroGas'),
    floorTokenGas: has(7623) ? number('totalCostFloorPerToken') : undefined,
    creationGas: isHomestead ? number('txCreationGas') : 0,
    initCodeWordGas: isHomestead && has(3860) ? number('initCodeWordGas') : 0,
    mostInitCode: has(3860) ? common.param('maxInitCodeSize') : undefined,
    hasBaseFee: has(1559),
    gasPerBlob: has(4844) ? common.param('blobGasPerBlob') : 0n,
    mostBlobs: has(7594) ? common.param('maxBlobsPerTx') : undefined,
    hasStateRoots: !common.gteHardfork('byzantium'),
    hasWarmth: has(2929),
    hasWarmCoinbase: has(3651),
    keepsOldContracts: has(6780),
    refundQuotient: common.param('maxRefundQuotient'),
    hasStateGas: has(8037),
  }
}
