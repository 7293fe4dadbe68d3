import { createBlockHeader, paramsBlock } from '@ethereumjs/block'
import { createEVM } from '@ethereumjs/evm'
import { createLegacyTx } from '@ethereumjs/tx'
import { expect, test } from 'vitest'
import { hardforks } from '../../../src/ethereumjs/protocol/hardforks.ts'
import { createProtocol, protocolOf } from '../../../src/ethereumjs/protocol/protocol.ts'
import type { ChainRules } from '../../../src/types/genesis.ts'

test.each(hardforks)(
  'a fresh chain of %s has it at every block, under proof of stake',
  (hardfork) => {
    const protocol = createProtocol({ chainId: 7, hardfork, transactionGasCap: true })
    for (const common of [protocol.commonAt(0n, 0n), protocol.separateCommon(9n, 9n)]) {
      expect(common.hardfork()).toBe(hardfork)
      expect(common.consensusType()).toBe('pos')
      expect(common.chainId()).toBe(7n)
    }
    expect(protocol.commonAt(99n, 99n)).toBe(protocol.commonAt(0n, 0n))
  },
)

test('blocks and transactions share one object and cannot change it', () => {
  const protocol = createProtocol({ chainId: 5, hardfork: 'osaka', transactionGasCap: false })
  const common = protocol.commonAt(0n, 0n)
  expect(createBlockHeader({}, { common }).common).toBe(common)
  expect(createLegacyTx({}, { common }).common).toBe(common)
  expect(() => common.setHardfork('cancun')).toThrow('cannot be set to cancun')
  expect(protocol.separateCommon(0n, 0n)).not.toBe(common)
})

test('shared rules do not keep the EVMs that run by them', async () => {
  const protocol = createProtocol({ chainId: 5, hardfork: 'osaka', transactionGasCap: true })
  const common = protocol.commonAt(0n, 0n)
  await createEVM({ common })
  expect(common.events.listenerCount('hardforkChanged')).toBe(0)
})

test('the rules are made once for the same options, whatever else is given', () => {
  const options = { chainId: 5, hardfork: 'osaka', transactionGasCap: true } as const
  const protocol = createProtocol({ ...options, ...{ mnemonic: 'test' } })
  expect(createProtocol({ ...options, ...{ mnemonic: 'other' } })).toBe(protocol)
  for (const other of [{ chainId: 6 }, { codeSizeLimit: 1 }, { enableP256: true }]) {
    expect(createProtocol({ ...options, ...other })).not.toBe(protocol)
  }
  expect(createProtocol(options).commonAt(0n, 0n).chainId()).toBe(5n)
})

test('the cap on the gas of a transaction can be off', () => {
  const capOf = (transactionGasCap: boolean) =>
    createProtocol({ chainId: 7, hardfork: 'osaka', transactionGasCap })
      .commonAt(0n, 0n)
      .param('maxTransactionGasLimit')
  expect(capOf(true)).toBe(2n ** 24n)
  expect(capOf(false)).toBe(2n ** 64n - 1n)
})

const rules: ChainRules = {
  chainId: Number.MAX_SAFE_INTEGER,
  forks: [
    { name: 'chainstart', block: 0n },
    { name: 'homestead', block: 1n },
    { name: 'london', block: 2n },
    { name: 'paris', block: 3n },
    { name: 'shanghai', time: 10n },
    { name: 'cancun', time: 20n },
    { name: 'prague', time: 30n },
    { name: 'osaka', time: 40n },
    { name: 'bpo2', time: 50n },
    { name: 'bpo5', time: 60n },
  ],
  blobSchedules: {
    cancun: { target: 1, max: 2, baseFeeUpdateFraction: 11 },
    bpo2: { target: 20, max: 30, baseFeeUpdateFraction: 22 },
    bpo5: { target: 40, max: 60, baseFeeUpdateFraction: 33 },
  },
  depositContract: `0x${'d0'.repeat(20)}`,
  proofOfWork: true,
}

test('a chain goes through its forks; blocks before the merge are mined', () => {
  const protocol = protocolOf(rules, { transactionGasCap: true })
  const at = (number: bigint, time: bigint) => protocol.commonAt(number, time)
  expect(at(1n, 0n).hardfork()).toBe('homestead')
  expect(at(2n, 0n).consensusType()).toBe('pow')
  expect(at(3n, 0n).consensusType()).toBe('pos')
  expect(at(3n, 0n)).not.toBe(at(2n, 0n))
  expect(at(9n, 45n)).toBe(at(8n, 44n))
  expect(at(9n, 60n).hardfork()).toBe('bpo5')
  expect(at(9n, 60n).isActivatedEIP(7594)).toBe(true)
  expect(at(9n, 60n).chainId()).toBe(BigInt(Number.MAX_SAFE_INTEGER))
  expect(protocol.chainId).toBe(BigInt(Number.MAX_SAFE_INTEGER))
})

const blobGas = 131_072n

test.each([
  ['of its own for cancun', 20n, 1n, 2n, 11n],
  ['of mainnet for prague', 30n, 6n, 9n, 5_007_716n],
  ['kept by osaka', 40n, 6n, 9n, 5_007_716n],
  ['of its own for bpo2, without a bpo1 before', 50n, 20n, 30n, 22n],
  ['of its own for bpo5, which EthereumJS has none for', 60n, 40n, 60n, 33n],
])('the blob schedule is %s', (_, time, target, max, fraction) => {
  const protocol = protocolOf(rules, { transactionGasCap: true })
  for (const common of [protocol.commonAt(9n, time), protocol.separateCommon(9n, time)]) {
    // What the parts of EthereumJS bring along must not win over it.
    common.updateParams(paramsBlock)
    expect(common.getBlobGasSchedule()).toEqual({
      targetBlobGasPerBlock: target * blobGas,
      maxBlobGasPerBlock: max * blobGas,
      blobGasPriceUpdateFraction: fraction,
    })
  }
})
