import { parseAbi } from 'viem'
import { expect, test } from 'vitest'
import { failureOf, matcherChain } from '../../support/matcherChain.ts'

const alice = '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266'
const bob = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8'

/** A transfer of 5 from alice to bob that is pre-confirmed, and the place of the token. */
async function transferred() {
  const chain = await matcherChain()
  const hash = await chain.transfer(chain.bob, 5n)
  await chain.devnet.flashblock()
  return { ...chain, hash }
}

test('an event of a contract of any client, pre-confirmed and sealed', async () => {
  await using chain = await transferred()
  const { hash, token, ethersToken, devnet } = chain
  const signature = 'event Transfer(address indexed from, address indexed to, uint256 value)'
  for (const part of ['pre-confirmed', 'sealed']) {
    for (const contract of [token, ethersToken, ethersToken.interface, token.abi, signature]) {
      await expect(hash, part).toEmit(contract, 'Transfer')
      await expect(hash, part).toEmit(contract, 'Transfer(address,address,uint256)', [
        alice,
        bob,
        5n,
      ])
    }
    await expect(hash, part).not.toEmit(token, 'Approval')
    await devnet.seal()
  }
})

test('arguments in their order or by name: values, matchers of the runner, functions', async () => {
  await using chain = await transferred()
  const { hash, token } = chain
  await expect(hash).toEmit(token, 'Transfer', [alice.toLowerCase(), bob, 5])
  await expect(hash).toEmit(token, 'Transfer', { value: 5n })
  await expect(hash).toEmit(token, 'Transfer', { to: { address: bob }, value: expect.any(BigInt) })
  await expect(hash).toEmit(token, 'Transfer', [
    expect.anything(),
    bob,
    (value: bigint) => value < 6n,
  ])
  await expect(hash).not.toEmit(token, 'Transfer', { value: 6n })
  await expect(hash).not.toEmit(token, 'Transfer', [alice, bob])
  await expect(hash).not.toEmit(token, 'Transfer', { amount: 5n })
})

test('a response, a receipt and a function that sends are asked for their transaction', async () => {
  await using chain = await matcherChain()
  const { devnet, ethersToken, client, token } = chain
  const transfer = ethersToken.getFunction('transfer')
  const response = await transfer.send(bob, 7n)
  const send = async () => {
    const hash = await chain.transfer(bob, 8n)
    await devnet.flashblock()
    return hash
  }
  await expect(send).toEmit(token, 'Transfer', [alice, bob, 8n])
  await expect(response).toEmit(ethersToken, 'Transfer', [alice, bob, 7n])
  await expect(response.wait(0)).toEmit(ethersToken, 'Transfer', [alice, bob, 7n])
  const receipt = client.getTransactionReceipt({ hash: response.hash as `0x${string}` })
  await expect(receipt).toEmit(token, 'Transfer', [alice, bob, 7n])
})

test('of several transactions any may emit it', async () => {
  await using chain = await matcherChain()
  const { devnet, token } = chain
  const hashes = [await chain.transfer(bob, 1n), await chain.transfer(bob, 2n)]
  await devnet.flashblock()
  await expect(hashes).toEmit(token, 'Transfer', { value: 2n })
  await expect(hashes).not.toEmit(token, 'Transfer', { value: 3n })
  expect(await failureOf(() => expect(hashes).toEmit(token, 'Approval'))).toBe(
    `expected the transactions ${hashes.join(', ')} to emit Approval by ${checked(token.address)}\n` +
      'but they emitted\n' +
      `  Transfer(from: ${alice}, to: ${bob}, value: 1)\n` +
      `  Transfer(from: ${alice}, to: ${bob}, value: 2)`,
  )
})

test('what was emitted instead is reported', async () => {
  await using chain = await transferred()
  const { hash, token } = chain
  expect(await failureOf(() => expect(hash).toEmit(token, 'Transfer', { value: 6n }))).toBe(
    `expected the transaction ${hash} to emit Transfer(value: 6) by ${checked(token.address)}\n` +
      `but it emitted\n  Transfer(from: ${alice}, to: ${bob}, value: 5)`,
  )
  expect(await failureOf(() => expect(hash).not.toEmit(token, 'Transfer'))).toBe(
    `expected the transaction ${hash} not to emit Transfer by ${checked(token.address)}\n` +
      `but it emitted\n  Transfer(from: ${alice}, to: ${bob}, value: 5)`,
  )
})

test('the same event of another contract is another one', async () => {
  await using chain = await transferred()
  const { hash, token } = chain
  const other = { abi: token.abi, address: bob }
  await expect(hash).not.toEmit(other, 'Transfer')
  expect(await failureOf(() => expect(hash).toEmit(other, 'Transfer'))).toContain(
    `but it emitted\n  Transfer(from: ${alice}, to: ${bob}, value: 5) by ${checked(token.address)}`,
  )
})

test('an event that the ABI does not have is reported as it is', async () => {
  await using chain = await transferred()
  const { hash } = chain
  const abi = parseAbi(['event Set(uint256 value)'])
  expect(await failureOf(() => expect(hash).toEmit(abi, 'Set', [1n]))).toMatch(
    /to emit Set\(1\)\nbut it emitted\n {2}an event that is not in the ABI: 0xddf252ad\w+ 0x0{24}f39\w+ 0x0{24}709\w+ 0x0{63}5 by 0x5FbDB2315678afecb367f032d93F642f64180aa3$/,
  )
})

test('a transaction that failed or emits nothing says so', async () => {
  await using chain = await matcherChain()
  const { devnet, client, token } = chain
  const failed = await chain.transfer(bob, 5_000n, 100_000n)
  const plain = await client.sendTransaction({ to: bob })
  await devnet.seal()
  await expect(failed).not.toEmit(token, 'Transfer')
  const came = async (hash: string) => {
    const failure = await failureOf(() => expect(hash).toEmit(token, 'Transfer'))
    return failure.split('\n').slice(1)
  }
  expect(await came(failed)).toEqual([
    `but it reverted with InsufficientBalance(account: ${alice}, balance: 1000, needed: 5000)`,
  ])
  expect(await came(plain)).toEqual(['but it emitted nothing'])
})

test('an event that the contract does not have, and what was never sent, are mistakes', async () => {
  await using chain = await transferred()
  const { hash, token, client } = chain
  const missing =
    'the contract has no event Paid; it has: Approval(address,address,uint256), Transfer(address,address,uint256)'
  expect(await failureOf(() => expect(hash).toEmit(token, 'Paid'))).toBe(missing)
  expect(await failureOf(() => expect(hash).not.toEmit(token, 'Paid'))).toBe(missing)
  const send = () => client.sendTransaction({ to: bob, value: 10n ** 30n })
  expect(await failureOf(() => expect(send).not.toEmit(token, 'Transfer'))).toBe(
    'no transaction was sent: The total cost (gas * gas fee + value) of executing this transaction exceeds the balance of the account.',
  )
  expect(await failureOf(() => expect(5).toEmit(token, 'Transfer'))).toBe(
    'expected a transaction, got 5: give a transaction hash, a response or receipt, or a function that returns one of these',
  )
})

function checked(address: string): string {
  expect(address).toBe('0x5fbdb2315678afecb367f032d93f642f64180aa3')
  return '0x5FbDB2315678afecb367f032d93F642f64180aa3'
}
