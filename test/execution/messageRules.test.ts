import { describe, expect, it } from 'vitest'
import { createProtocol } from '../../src/ethereumjs/protocol/protocol.ts'
import { messageRules } from '../../src/execution/message.ts'
import type { HardforkName } from '../../src/types/options/options.ts'

function rulesIn(hardfork: HardforkName) {
  const protocol = createProtocol({ chainId: 1, hardfork, transactionGasCap: false })
  return messageRules(protocol.commonAt(0n, 0n))
}

describe('messageRules', () => {
  it('are those of the newest hardfork', () => {
    expect(rulesIn('osaka')).toEqual({
      chainId: 1n,
      txGas: 21_000n,
      zeroByteGas: 4,
      otherByteGas: 16,
      floorBaseGas: 21_000n,
      floorTokenGas: 10,
      creationGas: 32_000,
      initCodeWordGas: 2,
      maxInitCode: 49_152n,
      hasBaseFee: true,
      gasPerBlob: 131_072n,
      maxBlobs: 6n,
      hasStateRoots: false,
      eip2929: true,
      hasWarmCoinbase: true,
      eip6780: true,
      refundQuotient: 5n,
      hasStateGas: false,
      maxIntrinsicGas: undefined,
      eip8246: false,
    })
  })

  it('leave out what a hardfork does not have yet', () => {
    expect(rulesIn('chainstart')).toEqual({
      chainId: 1n,
      txGas: 21_000n,
      zeroByteGas: 4,
      otherByteGas: 68,
      floorBaseGas: 21_000n,
      floorTokenGas: undefined,
      creationGas: 0,
      initCodeWordGas: 0,
      maxInitCode: undefined,
      hasBaseFee: false,
      gasPerBlob: 0n,
      maxBlobs: undefined,
      hasStateRoots: true,
      eip2929: false,
      hasWarmCoinbase: false,
      eip6780: false,
      refundQuotient: 2n,
      hasStateGas: false,
      maxIntrinsicGas: undefined,
      eip8246: false,
    })
  })
})
