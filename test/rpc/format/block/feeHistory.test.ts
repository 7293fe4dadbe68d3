import { expect, it } from 'vitest'
import { formatFeeHistory } from '../../../../src/rpc/format/quantities.ts'

const history = {
  baseFeePerGas: [7n, 8n],
  gasUsedRatio: [0.5],
  baseFeePerBlobGas: [1n, 1n],
  blobGasUsedRatio: [0],
}

const shown = {
  oldestBlock: '0x10',
  baseFeePerGas: ['0x7', '0x8'],
  gasUsedRatio: [0.5],
  baseFeePerBlobGas: ['0x1', '0x1'],
  blobGasUsedRatio: [0],
}

it('has rewards only when they were asked for', () => {
  expect(formatFeeHistory(16n, history)).toEqual(shown)
  expect(formatFeeHistory(16n, { ...history, reward: [[1n, 2n]] })).toEqual({
    ...shown,
    reward: [['0x1', '0x2']],
  })
})
