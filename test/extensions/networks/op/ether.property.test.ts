import fc from 'fast-check'
import { expect, test } from 'vitest'
import { type Client, client, creationOf } from '../../../rpc/methods/client.ts'
import { runs } from '../../../support/runs.ts'

const people = ['a1', 'b2', 'c3'].map((byte) => `0x${byte.repeat(20)}` as const)

/** Keeps what it is sent, or fails where the calldata is not empty. */
const picky = '0x3615600657 5f5ffd5b00'.replace(' ', '') as `0x${string}`

const person = fc.constantFrom(...people)
const wei = fc.bigInt(0n, 10n ** 19n)

const step = fc.oneof(
  fc.record({
    kind: fc.constant('deposit' as const),
    from: person,
    to: person,
    mint: wei,
    value: wei,
  }),
  fc.record({ kind: fc.constant('transfer' as const), to: person, value: wei }),
  fc.record({
    kind: fc.constant('call' as const),
    value: wei,
    data: fc.constantFrom('0x', '0x01'),
  }),
  fc.record({ kind: fc.constant('l1' as const), baseFee: wei }),
  fc.record({ kind: fc.constant('seal' as const) }),
)

/** Of all accounts there are. */
async function etherOf(devnet: Client): Promise<bigint> {
  const { accounts } = await devnet.ask('debug_dumpBlock', 'latest')
  const balances = Object.values(accounts as Record<string, { balance: string }>)
  return balances.reduce((sum, { balance }) => sum + BigInt(balance), 0n)
}

test.each(['op', 'unichain', 'base', 'base-flashblocks'] as const)(
  'on %s the ether of all accounts is that of the genesis and what deposits minted',
  async (like) => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(step, { maxLength: 12 }),
        fc.nat(10_000),
        async (steps, operatorFeeScalar) => {
          const network = { like, operatorFeeScalar, operatorFeeConstant: 3n }
          await using devnet = await client({ network, balance: 1000 })
          let ether = await etherOf(devnet)
          const hash = await devnet.send({ data: creationOf(picky), nonce: '0x0' })
          await devnet.seal()
          const { contractAddress } = await devnet.ask('eth_getTransactionReceipt', hash)
          for (const each of steps) {
            if (each.kind === 'deposit') {
              await devnet.deposit(each)
              ether += each.mint
            } else if (each.kind === 'l1') {
              await devnet.l1.set({ baseFee: each.baseFee / 10n ** 9n })
            } else if (each.kind === 'seal') {
              await devnet.seal()
            } else {
              const to = each.kind === 'transfer' ? each.to : contractAddress
              const data = each.kind === 'call' ? each.data : '0x'
              await devnet.send({ to, data, value: `0x${each.value.toString(16)}` })
            }
          }
          await devnet.seal()
          expect(await etherOf(devnet)).toBe(ether)
        },
      ),
      runs({ seed: 19, numRuns: 25 }),
    )
  },
)
