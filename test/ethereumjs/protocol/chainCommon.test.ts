import { createBlockHeader } from '@ethereumjs/block'
import { expect, test } from 'vitest'
import { protocolOf } from '../../../src/ethereumjs/protocol/protocol.ts'

const protocol = protocolOf(
  {
    chainId: 5,
    forks: [
      { name: 'chainstart', block: 0n },
      { name: 'london', block: 2n },
      { name: 'paris', block: 50n },
      { name: 'shanghai', time: 100n },
    ],
    blobSchedules: {},
    proofOfWork: true,
  },
  { transactionGasCap: true },
)

test('EthereumJS sets it to the hardfork of each block, of a fork by time before one by block too', () => {
  const common = protocol.separateCommon(0n, 0n)
  const hardforkAt = (number: number, timestamp: number) =>
    createBlockHeader({ number, timestamp }, { common, setHardfork: true }).common.hardfork()
  expect(hardforkAt(1, 99)).toBe('chainstart')
  expect(hardforkAt(2, 99)).toBe('london')
  expect(hardforkAt(3, 100)).toBe('shanghai')
  expect(hardforkAt(50, 99)).toBe('paris')
})

test('a copy keeps the forks, and without a time forks by time do not count', () => {
  const copy = protocol.separateCommon(0n, 0n).copy()
  expect(copy.getHardforkBy({ blockNumber: 2n, timestamp: '0x64' })).toBe('shanghai')
  expect(copy.getHardforkBy({ blockNumber: 2n })).toBe('london')
})
