import { expect, test } from 'vitest'
import { failureOf, matcherChain } from '../../support/matcherChain.ts'

const alice = '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266'
const bob = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8'

test('what accounts have of a token changes, pre-confirmed and sealed', async () => {
  await using chain = await matcherChain()
  const { devnet, token, ethersToken, carol } = chain
  const hash = await chain.transfer(bob, 5n)
  // In the same flashblock, so that only the one transaction is looked at.
  await chain.transfer(bob, 100n)
  const response = await ethersToken.getFunction('transfer').send(carol, 7n)
  await devnet.flashblock()
  for (const part of ['pre-confirmed', 'sealed']) {
    await expect(hash, part).toChangeTokenBalance(token, bob, 5n)
    await expect(hash, part).toChangeTokenBalance(ethersToken, alice, -5n)
    await expect(hash, part).toChangeTokenBalance(token.address, carol, 0)
    await expect(hash, part).not.toChangeTokenBalance(token, bob, 105n)
    await expect(response, part).toChangeTokenBalances(token, [alice, bob, carol], [-7n, 0n, 7n])
    await expect([hash, response], part).toChangeTokenBalance(token, alice, -12n)
    await devnet.seal()
  }
})

test('who deploys a token has all of it then', async () => {
  await using chain = await matcherChain()
  await expect(chain.deployment).toChangeTokenBalance(chain.token, alice, 1_000n)
})

test('what came is reported, for each account', async () => {
  await using chain = await matcherChain()
  const { devnet, token } = chain
  const hash = await chain.transfer(bob, 5n)
  await devnet.flashblock()
  const address = '0x5FbDB2315678afecb367f032d93F642f64180aa3'
  expect(
    await failureOf(() => expect(hash).toChangeTokenBalances(token, [alice, bob], [-5n, 6n])),
  ).toBe(
    `expected the transaction ${hash} to change the balance of the token ${address}\n` +
      `  ${alice}: expected -5, got -5\n  ${bob}: expected 6, got 5`,
  )
  expect(await failureOf(() => expect(hash).not.toChangeTokenBalance(token, bob, 5n))).toBe(
    `expected the transaction ${hash} not to change the balance of the token ${address}\n` +
      `  ${bob}: expected not 5, got 5`,
  )
})

test('what is no token is a mistake', async () => {
  await using chain = await matcherChain()
  const { deployment, devnet, client } = chain
  expect(await failureOf(() => expect(deployment).not.toChangeTokenBalance(bob, alice, 1n))).toBe(
    `${bob} is not a token: balanceOf failed: it returned no amount`,
  )
  // Reverts.
  const creation = await client.sendTransaction({
    data: '0x645f5ffd00005f526005601bf3',
    gas: 100_000n,
  })
  await devnet.seal()
  const { contractAddress } = await client.getTransactionReceipt({ hash: creation })
  const odd = contractAddress as string
  expect(await failureOf(() => expect(creation).toChangeTokenBalance(odd, alice, 1n))).toContain(
    'is not a token: balanceOf failed: execution reverted',
  )
})
