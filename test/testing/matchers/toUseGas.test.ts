import { expect, test } from 'vitest'
import { failureOf, matcherChain } from '../../support/matcherChain.ts'

test('an exact amount, or bounds that are included', async () => {
  await using chain = await matcherChain()
  const { devnet, client, signer, bob } = chain
  const hash = await client.sendTransaction({ to: bob })
  const response = await signer.sendTransaction({ to: bob })
  await devnet.flashblock()
  await expect(hash).toUseGas(21_000)
  await expect(response).toUseGas(21_000n)
  await expect(hash).toUseGas({ min: 21_000, max: 21_000n })
  await expect(hash).toUseGas({ max: 30_000 })
  await expect(hash).not.toUseGas({ min: 21_001 })
  await expect([hash, response]).toUseGas(42_000)
  const failures = [
    [() => expect(hash).toUseGas(20_000), 'to use 20000 gas, but it used 21000'],
    [() => expect(hash).toUseGas({ max: 20_000 }), 'to use at most 20000 gas, but it used 21000'],
    [() => expect(hash).toUseGas({ min: 1, max: 2 }), 'to use 1 to 2 gas, but it used 21000'],
    [() => expect(hash).not.toUseGas({ min: 1 }), 'not to use at least 1 gas, but it used 21000'],
  ] as const
  for (const [assertion, message] of failures) {
    expect(await failureOf(assertion)).toBe(`expected the transaction ${hash} ${message}`)
  }
  expect(await failureOf(() => expect([hash, response]).toUseGas(1))).toBe(
    `expected the transactions ${hash}, ${response.hash} to use 1 gas, but they used 42000`,
  )
  expect(await failureOf(() => expect(hash).toUseGas({}))).toBe(
    'expected an amount of gas, or { min }, { max } or both',
  )
})
