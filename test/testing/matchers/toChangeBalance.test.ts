import { parseEther } from 'viem'
import { expect, test } from 'vitest'
import { creationOf } from '../../rpc/methods/client.ts'
import { failureOf, matcherChain } from '../../support/matcherChain.ts'

const alice = '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266'
const bob = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8'

test('ether of sender and receiver changes, fees left out, pre-confirmed and sealed', async () => {
  await using chain = await matcherChain()
  const { devnet, client, signer, carol } = chain
  const hash = await client.sendTransaction({ to: bob, value: 5n })
  // In the same flashblock, so that only the one transaction is looked at.
  await client.sendTransaction({ to: bob, value: 100n })
  await devnet.flashblock()
  for (const part of ['pre-confirmed', 'sealed']) {
    await expect(hash, part).toChangeBalance(bob, 5n)
    await expect(hash, part).toChangeBalance(bob.toLowerCase(), 5)
    await expect(hash, part).toChangeBalance({ address: bob }, 5n)
    await expect(hash, part).toChangeBalance(client, -5n)
    await expect(hash, part).toChangeBalance(signer, -5n)
    await expect(hash, part).toChangeBalance(carol, 0n)
    await expect(hash, part).toChangeBalance(bob, (change) => change > 4n)
    await expect(hash, part).toChangeBalance(bob, expect.any(BigInt))
    await expect(hash, part).not.toChangeBalance(bob, 105n)
    await expect(hash, part).toChangeBalances([alice, bob, carol], [-5n, 5n, 0n])
    await devnet.seal()
  }
})

test('fees can be included: of the sender, and of the fee recipient', async () => {
  await using chain = await matcherChain()
  const { devnet, client } = chain
  const coinbase = '0x00000000000000000000000000000000000c0ffe'
  await devnet.provider.request({ method: 'anvil_setCoinbase', params: [coinbase] })
  const hash = await client.sendTransaction({
    to: bob,
    value: 5n,
    gas: 21_000n,
    maxPriorityFeePerGas: 7n,
    maxFeePerGas: 10n ** 10n,
  })
  await devnet.flashblock()
  const includeFees = { includeFees: true }
  const { gasUsed, effectiveGasPrice } = await client.getTransactionReceipt({ hash })
  for (const part of ['pre-confirmed', 'sealed']) {
    await expect(hash, part).toChangeBalances([alice, coinbase], [-5n, 0n])
    await expect(hash, part).toChangeBalances(
      [alice, coinbase],
      [-5n - gasUsed * effectiveGasPrice, gasUsed * 7n],
      includeFees,
    )
    await devnet.seal()
  }
})

test('several transactions of several senders are taken together', async () => {
  await using chain = await matcherChain()
  const { devnet, client, carol } = chain
  const hashes = [
    await client.sendTransaction({ to: carol, value: 5n }),
    await client.sendTransaction({ account: bob, to: carol, value: 7n }),
  ]
  await devnet.flashblock()
  await expect(hashes).toChangeBalances([alice, bob, carol], [-5n, -7n, 12n])
})

test('a failed transaction costs its fee only', async () => {
  await using chain = await matcherChain()
  const { devnet, client, token } = chain
  const hash = await client.sendTransaction({ to: token.address, value: 5n, gas: 100_000n })
  await devnet.seal()
  await expect(hash).toRevert()
  await expect(hash).toChangeBalances([alice, token], [0n, 0n])
})

test('an account that is destroyed loses all it had', async () => {
  await using chain = await matcherChain({ hardfork: 'shanghai' })
  const { devnet, client, carol } = chain
  // Runs SELFDESTRUCT to carol.
  const data = creationOf(`0x73${carol.slice(2)}ff`)
  const creation = await client.sendTransaction({ data, gas: 100_000n })
  await devnet.seal()
  const { contractAddress } = await client.getTransactionReceipt({ hash: creation })
  const hash = await client.sendTransaction({ to: contractAddress, value: 9n, gas: 100_000n })
  await devnet.seal()
  await expect(hash).toChangeBalances([alice, `${contractAddress}`, carol], [-9n, 0n, 9n])
})

test('what came is reported, for each account', async () => {
  await using chain = await matcherChain()
  const { devnet, client } = chain
  const hash = await client.sendTransaction({ to: bob, value: parseEther('1.5') })
  await devnet.flashblock()
  expect(await failureOf(() => expect(hash).toChangeBalance(bob, 1n))).toBe(
    `expected the transaction ${hash} to change the balance, fees not counted\n` +
      `  ${bob}: expected 1 wei, got 1500000000000000000 wei (1.5 ether)`,
  )
  const ether = parseEther('2')
  expect(
    await failureOf(() => expect(hash).toChangeBalances([alice, bob], [-ether, (x) => x < 0n])),
  ).toBe(
    `expected the transaction ${hash} to change the balance, fees not counted\n` +
      `  ${alice}: expected -2000000000000000000 wei (-2 ether), got -1500000000000000000 wei (-1.5 ether)\n` +
      `  ${bob}: expected a value that fits, got 1500000000000000000 wei (1.5 ether)`,
  )
  expect(
    await failureOf(() =>
      expect(hash).not.toChangeBalance(alice, expect.any(BigInt), { includeFees: true }),
    ),
  ).toMatch(
    /not to change the balance, fees counted\n {2}0xf39\w+: expected not Any<BigInt>, got -15/,
  )
})

test('what is no account, or not as many, is a mistake', async () => {
  await using chain = await matcherChain()
  const hash = chain.deployment
  expect(await failureOf(() => expect(hash).toChangeBalance('bob', 1n))).toBe(
    'expected an address or an object with an address, got "bob"',
  )
  expect(await failureOf(() => expect(hash).not.toChangeBalances([bob], [1n, 2n]))).toBe(
    'got 1 accounts, but 2 changes: give one change for each account',
  )
})
