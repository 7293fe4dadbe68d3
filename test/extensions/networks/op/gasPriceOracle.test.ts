import fc from 'fast-check'
import { decodeFunctionResult, encodeFunctionData, type Hex, parseAbi, toHex } from 'viem'
import { expect, test } from 'vitest'
import {
  flzSize,
  type L1Fees,
  sizeCost,
  sizeOfCompressed,
} from '../../../../src/extensions/networks/op/fees.ts'

import { records } from '../../../../src/extensions/networks/opStack.ts'
import { type Client, client } from '../../../rpc/methods/client.ts'
import { runs } from '../../../support/runs.ts'

const abi = parseAbi([
  'function getL1Fee(bytes) view returns (uint256)',
  'function getL1GasUsed(bytes) view returns (uint256)',
  'function getL1FeeUpperBound(uint256) view returns (uint256)',
  'function getOperatorFee(uint256) view returns (uint256)',
  'function l1BaseFee() view returns (uint256)',
  'function blobBaseFee() view returns (uint256)',
  'function baseFeeScalar() view returns (uint32)',
  'function blobBaseFeeScalar() view returns (uint32)',
  'function decimals() view returns (uint256)',
  'function isJovian() view returns (bool)',
  'function overhead() view returns (uint256)',
])

async function read(devnet: Client, functionName: string, ...args: unknown[]): Promise<unknown> {
  const data = encodeFunctionData({ abi, functionName, args } as never)
  const to = '0x420000000000000000000000000000000000000f'
  const output: Hex = await devnet.ask('eth_call', { to, data }, 'latest')
  return decodeFunctionResult({ abi, functionName, data: output } as never)
}

const { baseFeeScalar, blobBaseFeeScalar } = records.op

const fees: L1Fees = {
  rules: 'fjord',
  baseFee: 7_000_000_001n,
  blobBaseFee: 300_000_007n,
  baseFeeScalar: BigInt(baseFeeScalar),
  blobBaseFeeScalar: BigInt(blobBaseFeeScalar),
  overhead: 0n,
  scalar: 0n,
}

/** Runs and repetitions, which compress, and noise, which does not. */
const compressible = fc
  .array(
    fc.oneof(
      fc.uint8Array({ maxLength: 60 }),
      fc
        .tuple(fc.uint8Array({ minLength: 1, maxLength: 5 }), fc.nat(300))
        .map(([bytes, times]) =>
          new Uint8Array(times).map((_, at) => bytes[at % bytes.length] ?? 0),
        ),
    ),
    { maxLength: 8 },
  )
  .map((parts) => Uint8Array.from(parts.flatMap((part) => [...part])))

test('the contract computes what a transaction is charged', async () => {
  await using devnet = await client({ network: 'op' })
  await devnet.l1.set({ baseFee: fees.baseFee, blobBaseFee: fees.blobBaseFee })
  await devnet.seal()
  await fc.assert(
    fc.asyncProperty(compressible, async (bytes) => {
      const { fee, gasUsed } = sizeCost(sizeOfCompressed(flzSize(bytes) + 68), fees)
      expect(await read(devnet, 'getL1Fee', toHex(bytes))).toBe(fee)
      expect(await read(devnet, 'getL1GasUsed', toHex(bytes))).toBe(gasUsed)
    }),
    runs({ seed: 20, numRuns: 60 }),
  )
  const bound = sizeCost(sizeOfCompressed(1068 + Math.floor(1068 / 255) + 16), fees).fee
  expect(await read(devnet, 'getL1FeeUpperBound', 1000n)).toBe(bound)
})

test('the contract knows fees and rules', async () => {
  await using devnet = await client({
    network: { like: 'op', operatorFeeScalar: 3, operatorFeeConstant: 5n },
  })
  await devnet.seal()
  expect(await read(devnet, 'l1BaseFee')).toBe(1_000_000_000n)
  expect(await read(devnet, 'blobBaseFee')).toBe(100_000_000n)
  expect(await read(devnet, 'baseFeeScalar')).toBe(baseFeeScalar)
  expect(await read(devnet, 'blobBaseFeeScalar')).toBe(blobBaseFeeScalar)
  expect(await read(devnet, 'decimals')).toBe(6n)
  expect(await read(devnet, 'isJovian')).toBe(true)
  expect(await read(devnet, 'getOperatorFee', 10n)).toBe(3005n)
  await expect(read(devnet, 'overhead')).rejects.toMatchObject({
    message: expect.stringContaining('deprecated'),
  })
})
