import { type BlockHeader, createBlockHeader, type HeaderData } from '@ethereumjs/block'
import { beforeAll, describe, expect, test } from 'vitest'
import { initCrypto } from '../../../src/ethereumjs/crypto.ts'
import { createProtocol } from '../../../src/ethereumjs/protocol/protocol.ts'
import {
  type HeaderFields,
  nextFees,
  nextHeader,
  withOutcome,
} from '../../../src/execution/rules/header.ts'
import { numberToBytes } from '../../../src/lib/hex.ts'
import type { HardforkName } from '../../../src/types/options/options.ts'
import { minedRules } from './minedRules.ts'

beforeAll(initCrypto)

function rules(hardfork: HardforkName) {
  return createProtocol({ chainId: 1, hardfork, transactionGasCap: true }).commonAt(0n, 0n)
}

const fields: HeaderFields = {
  timestamp: 1000n,
  gasLimit: 40_000_000n,
  coinbase: numberToBytes(0xc0, 20),
  prevRandao: numberToBytes(0x4a4, 32),
}

function parentOf(hardfork: HardforkName, header: HeaderData = {}): BlockHeader {
  const common = rules(hardfork)
  return createBlockHeader(
    {
      number: 7n,
      gasLimit: 30_000_000n,
      ...(common.isActivatedEIP(1559) && { baseFeePerGas: 1000n }),
      ...header,
    },
    { common },
  )
}

describe('the next header', () => {
  test.each(['berlin', 'london', 'shanghai', 'cancun', 'osaka'] as const)(
    'has at %s the fees that can be told without it',
    (hardfork) => {
      const common = rules(hardfork)
      const isBlob = common.isActivatedEIP(4844)
      const parent = parentOf(hardfork, {
        gasUsed: 29_000_000n,
        ...(isBlob && { excessBlobGas: 2n ** 27n, blobGasUsed: 6n * 2n ** 17n }),
      })
      const header = nextHeader(parent, common, fields)
      expect(nextFees(parent, common, {})).toEqual({
        baseFee: header.baseFeePerGas,
        blobBaseFee: isBlob ? header.getBlobGasPrice() : undefined,
      })
      if (header.baseFeePerGas === undefined) return
      expect(nextFees(parent, common, { baseFeePerGas: 5n }).baseFee).toBe(5n)
    },
  )

  test('has the difficulty that proof of work asks for, unless one is given', () => {
    const common = minedRules('london')
    const parent = createBlockHeader(
      { number: 7n, timestamp: 990n, difficulty: 2n ** 20n, gasLimit: 30_000_000n },
      { common },
    )
    // EIP-100: 10 s are one step of 9, which keeps a difficulty; 8 s raise it by a 2048th.
    const difficultyAfter = (seconds: bigint, difficulty?: bigint) =>
      nextHeader(parent, common, { ...fields, timestamp: 990n + seconds, difficulty }).difficulty
    expect(difficultyAfter(10n)).toBe(2n ** 20n)
    expect(difficultyAfter(8n)).toBe(2n ** 20n + 2n ** 9n)
    expect(difficultyAfter(18n)).toBe(2n ** 20n - 2n ** 9n)
    expect(difficultyAfter(8n, 5n)).toBe(5n)
  })

  test('follows its parent and takes the fields given', () => {
    const parent = parentOf('osaka')
    const header = nextHeader(parent, rules('osaka'), {
      ...fields,
      extraData: Uint8Array.of(1, 2),
      parentBeaconBlockRoot: numberToBytes(0xb, 32),
    })
    expect(header.number).toBe(8n)
    expect(header.parentHash).toEqual(parent.hash())
    expect(header.timestamp).toBe(1000n)
    expect(header.gasLimit).toBe(40_000_000n)
    expect(header.coinbase.bytes).toEqual(fields.coinbase)
    expect(header.mixHash).toEqual(fields.prevRandao)
    expect(header.extraData).toEqual(Uint8Array.of(1, 2))
    expect(header.parentBeaconBlockRoot).toEqual(numberToBytes(0xb, 32))
    expect(header.difficulty).toBe(0n)
    expect(header.gasUsed).toBe(0n)
    for (const root of [header.stateRoot, header.transactionsTrie, header.receiptTrie]) {
      expect(root).toEqual(new Uint8Array(32))
    }
  })

  test.each([
    [0n, 875n],
    [15_000_000n, 1000n],
    [30_000_000n, 1125n],
  ])('has the base fee of EIP-1559 after a parent that used %i gas', (gasUsed, baseFee) => {
    const parent = parentOf('prague', { gasUsed })
    expect(nextHeader(parent, rules('prague'), fields).baseFeePerGas).toBe(baseFee)
  })

  test('has the base fee that is asked for', () => {
    const parent = parentOf('prague')
    const header = nextHeader(parent, rules('prague'), { ...fields, baseFeePerGas: 0n })
    expect(header.baseFeePerGas).toBe(0n)
  })

  test('begins with the first base fee after a parent from before London', () => {
    const parent = parentOf('berlin')
    expect(nextHeader(parent, rules('london'), fields).baseFeePerGas).toBe(10n ** 9n)
    expect(nextHeader(parent, rules('berlin'), fields).baseFeePerGas).toBeUndefined()
  })

  test('carries the excess blob gas on: above the target it grows, below it is gone', () => {
    const blobs = 131_072n
    const target = 6n * blobs
    const excessAfter = (blobGasUsed: bigint, hardfork: HardforkName, baseFeePerGas = 1n) =>
      nextHeader(
        parentOf(hardfork, { blobGasUsed, excessBlobGas: 5n * blobs, baseFeePerGas }),
        rules(hardfork),
        fields,
      ).excessBlobGas
    expect(excessAfter(0n, 'prague')).toBe(0n)
    expect(excessAfter(9n * blobs, 'prague')).toBe(14n * blobs - target)
    // EIP-7918: while blobs are too cheap against execution, the target is not taken off.
    expect(excessAfter(9n * blobs, 'osaka', 10n ** 9n)).toBe(5n * blobs + 3n * blobs)
    expect(
      nextHeader(parentOf('shanghai'), rules('shanghai'), fields).excessBlobGas,
    ).toBeUndefined()
  })

  test.each(['paris', 'shanghai', 'cancun', 'prague', 'osaka'] as const)(
    'is at %s the one that EthereumJS makes of its fields',
    (hardfork) => {
      const common = rules(hardfork)
      const parent = parentOf(hardfork)
      const isBlob = common.isActivatedEIP(4844)
      const given: Partial<HeaderFields>[] = [
        {},
        { extraData: Uint8Array.of(7), baseFeePerGas: 3n, parentHash: numberToBytes(1, 32) },
        isBlob ? { excessBlobGas: 5n, parentBeaconBlockRoot: numberToBytes(2, 32) } : {},
        hardfork === 'paris' ? {} : { withdrawalsRoot: numberToBytes(3, 32) },
      ]
      for (const own of given) {
        const { prevRandao: mixHash, ...header } = { ...fields, ...own }
        const next = nextHeader(parent, common, { ...header, prevRandao: mixHash })
        const made = createBlockHeader(
          {
            parentHash: parent.hash(),
            number: 8n,
            transactionsTrie: new Uint8Array(32),
            receiptTrie: new Uint8Array(32),
            baseFeePerGas: 875n,
            ...(isBlob && { excessBlobGas: 0n }),
            ...header,
            mixHash,
          } as HeaderData,
          { common, skipConsensusFormatValidation: true },
        )
        expect(next).toEqual(made)
        expect(next.hash()).toEqual(made.hash())
        expect(Object.isFrozen(next)).toBe(true)
      }
    },
  )

  test('has the fields of its own fork, whatever the parent has', () => {
    const header = nextHeader(parentOf('paris'), rules('prague'), fields)
    expect(header.withdrawalsRoot).toBeDefined()
    expect(header.blobGasUsed).toBe(0n)
    expect(header.excessBlobGas).toBe(0n)
    expect(header.parentBeaconBlockRoot).toEqual(new Uint8Array(32))
    expect(header.requestsHash).toBeDefined()
  })
})

describe('a header with its outcome', () => {
  const outcome = {
    gasUsed: 5n,
    blobGasUsed: 131_072n,
    logsBloom: new Uint8Array(256).fill(1),
    stateRoot: numberToBytes(1, 32),
    transactionsRoot: numberToBytes(2, 32),
    receiptsRoot: numberToBytes(3, 32),
    requestsHash: numberToBytes(4, 32),
  }

  test('has what came of the block, and all else as before', () => {
    const header = nextHeader(parentOf('osaka'), rules('osaka'), {
      ...fields,
      extraData: Uint8Array.of(9),
      withdrawalsRoot: numberToBytes(5, 32),
      parentBeaconBlockRoot: numberToBytes(6, 32),
    })
    const before = header.toJSON()
    expect(withOutcome(header, outcome).toJSON()).toEqual({
      ...before,
      gasUsed: '0x5',
      blobGasUsed: '0x20000',
      logsBloom: `0x${'01'.repeat(256)}`,
      stateRoot: `0x${'1'.padStart(64, '0')}`,
      transactionsTrie: `0x${'2'.padStart(64, '0')}`,
      receiptTrie: `0x${'3'.padStart(64, '0')}`,
      requestsHash: `0x${'4'.padStart(64, '0')}`,
    })
    expect(header.toJSON()).toEqual(before)
  })

  test('keeps the roots that are not known yet', () => {
    const header = nextHeader(parentOf('osaka'), rules('osaka'), fields)
    const { gasUsed, blobGasUsed, logsBloom } = outcome
    const flash = withOutcome(header, { gasUsed, blobGasUsed, logsBloom })
    expect(flash.stateRoot).toEqual(new Uint8Array(32))
    expect(flash.receiptTrie).toEqual(new Uint8Array(32))
    expect(flash.gasUsed).toBe(5n)
  })

  test('has no blob gas before Cancun', () => {
    const header = nextHeader(parentOf('shanghai'), rules('shanghai'), fields)
    const { requestsHash: _, ...earlier } = outcome
    expect(withOutcome(header, { ...earlier, blobGasUsed: 0n }).blobGasUsed).toBeUndefined()
  })
})
