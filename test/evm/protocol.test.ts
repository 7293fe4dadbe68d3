import { createBlockHeader } from '@ethereumjs/block'
import { createLegacyTx } from '@ethereumjs/tx'
import { expect, test } from 'vitest'
import { createProtocol, hardforks } from '../../src/evm/protocol.ts'

test.each(hardforks)('%s holds from genesis on, by proof of stake', (hardfork) => {
  const protocol = createProtocol({ chainId: 5, hardfork, transactionGasCap: false })
  const common = protocol.commonAt(7n, 1_700_000_000n)
  expect(common.hardfork()).toBe(hardfork)
  expect(common.consensusType()).toBe('pos')
  expect(common.chainId()).toBe(5n)
})

test('blocks and transactions share one object and cannot change it', () => {
  const protocol = createProtocol({ chainId: 5, hardfork: 'osaka', transactionGasCap: false })
  const common = protocol.commonAt(0n, 0n)
  expect(createBlockHeader({}, { common }).common).toBe(common)
  expect(createLegacyTx({}, { common }).common).toBe(common)
  expect(() => common.setHardfork('cancun')).toThrow('cannot be set to cancun')
  expect(protocol.separateCommon(0n, 0n)).not.toBe(common)
})

test('the gas cap of a transaction is an option', () => {
  const capOf = (transactionGasCap: boolean) =>
    createProtocol({ chainId: 5, hardfork: 'osaka', transactionGasCap })
      .commonAt(0n, 0n)
      .param('maxTransactionGasLimit')
  expect(capOf(true)).toBe(2n ** 24n)
  expect(capOf(false)).toBe(2n ** 64n - 1n)
})
