import { describe, expect, test } from 'vitest'
import type { CompatName } from '../../src/types/options/options.ts'
import { client } from '../rpc/methods/client.ts'

const gwei = 1_000_000_000n
const hex = (value: bigint) => `0x${value.toString(16)}`

interface Fees {
  readonly gasPrice?: bigint
  readonly maxFeePerGas?: bigint
  readonly maxPriorityFeePerGas?: bigint
}

/** Whether a transaction with the fees `next` takes the place of one with `previous`. */
async function replaces(
  compat: CompatName | undefined,
  previous: Fees,
  next: Fees,
): Promise<boolean> {
  await using devnet = await client({ mining: 'auto', compat })
  await devnet.ask('evm_setAutomine', false)
  const send = (fees: Fees, value: string) => {
    const offered = Object.entries(fees).map(([name, fee]) => [name, hex(fee)])
    const to = '0x000000000000000000000000000000000000dead'
    return devnet.send({ to, value, nonce: '0x0', ...Object.fromEntries(offered) })
  }
  const first = await send(previous, '0x1')
  const second = await send(next, '0x2').catch((error) => {
    expect(error.message).toMatch(/replacement transaction underpriced/i)
  })
  const pooled = await devnet.ask('eth_getBlockByNumber', 'pending', false)
  expect(pooled.transactions).toEqual([second ?? first])
  return second !== undefined
}

const dynamic = { maxFeePerGas: 10n * gwei, maxPriorityFeePerGas: 2n * gwei }
const legacy = { gasPrice: 10n * gwei }

/** From -> to, and whether Anvil 1.7.1 takes it, and Hardhat 2.29.1. */
const cases: [name: string, previous: Fees, next: Fees, anvil: boolean, hardhat: boolean][] = [
  ['cap + 1 wei', dynamic, { ...dynamic, maxFeePerGas: 10n * gwei + 1n }, true, false],
  ['cap + 20 %', dynamic, { ...dynamic, maxFeePerGas: 12n * gwei }, true, false],
  [
    'cap up, tip down',
    dynamic,
    { maxFeePerGas: 20n * gwei, maxPriorityFeePerGas: gwei },
    true,
    false,
  ],
  [
    'both + 10 %',
    dynamic,
    { maxFeePerGas: 11n * gwei, maxPriorityFeePerGas: 2_200_000_000n },
    true,
    true,
  ],
  [
    'both + 9 %',
    dynamic,
    { maxFeePerGas: 10_900_000_000n, maxPriorityFeePerGas: 2_180_000_000n },
    true,
    false,
  ],
  ['the same', dynamic, dynamic, false, false],
  ['tip + 20 %', dynamic, { ...dynamic, maxPriorityFeePerGas: 2_400_000_000n }, false, false],
  [
    'cap down, tip up',
    dynamic,
    { maxFeePerGas: 9n * gwei, maxPriorityFeePerGas: 4n * gwei },
    false,
    false,
  ],
  ['gas price + 1 wei', legacy, { gasPrice: 10n * gwei + 1n }, true, false],
  ['gas price + 5 %', legacy, { gasPrice: 10_500_000_000n }, true, false],
  ['gas price + 10 %', legacy, { gasPrice: 11n * gwei }, true, true],
  ['gas price the same', legacy, legacy, false, false],
  ['gas price less', legacy, { gasPrice: 9n * gwei }, false, false],
]

describe.each(cases)(
  'a transaction in the place of another: %s',
  (_name, previous, next, anvil, hardhat) => {
    test('as Anvil under an explicit compat', async () => {
      expect(await replaces('anvil', previous, next)).toBe(anvil)
    })

    // Geth, and the service.
    test.each(['hardhat', 'ganache', 'geth', 'base', undefined] as const)(
      'by 10 %% of both fees: %s',
      async (compat) => expect(await replaces(compat, previous, next)).toBe(hardhat),
    )
  },
)
