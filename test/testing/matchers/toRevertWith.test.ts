import { parseAbi } from 'viem'
import { describe, expect, test } from 'vitest'
import { failureOf, matcherChain } from '../../support/matcherChain.ts'

const aliceChecked = '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266'

/** A failed transaction of each kind, and one that succeeded. */
async function failures() {
  const chain = await matcherChain()
  const { client, token, bob } = chain
  const gas = 100_000n
  const custom = await chain.transfer(bob, 5_000n, gas)
  const text = await client.writeContract({ ...token, functionName: 'fail', gas })
  const panic = await client.writeContract({ ...token, functionName: 'breakInvariant', gas })
  const silent = await client.sendTransaction({ to: token.address, gas })
  const halted = await chain.transfer(bob, 1n, 30_000n)
  const succeeded = await chain.transfer(bob, 1n, gas)
  await chain.devnet.seal()
  return { ...chain, custom, text, panic, silent, halted, succeeded }
}

describe('a custom error', () => {
  test('of a contract, whatever it comes from', async () => {
    await using chain = await failures()
    const { custom, token, ethersToken, alice } = chain
    for (const contract of [token, ethersToken, ethersToken.interface, token.abi]) {
      await expect(custom).toRevertWith(contract, 'InsufficientBalance')
      await expect(custom).not.toRevertWith(contract, 'InsufficientAllowance')
    }
    const signature = 'error InsufficientBalance(address account, uint256 balance, uint256 needed)'
    await expect(custom).toRevertWith([signature], 'InsufficientBalance', [alice, 1_000n, 5_000n])
    await expect(custom).toRevertWith(signature, 'InsufficientBalance', { needed: 5_000n })
  })

  test('with arguments in their order, or by name', async () => {
    await using chain = await failures()
    const { custom, token, alice, bob } = chain
    const name = 'InsufficientBalance'
    await expect(custom).toRevertWith(token, name, [alice, 1_000n, 5_000n])
    await expect(custom).toRevertWith(token, name, [aliceChecked, 1_000, 5_000])
    await expect(custom).toRevertWith(token, name, { needed: 5_000n })
    await expect(custom).toRevertWith(token, name, {
      account: expect.stringMatching(/^0x/),
      balance: (balance: bigint) => balance < 5_000n,
    })
    await expect(custom).not.toRevertWith(token, name, [bob, 1_000n, 5_000n])
    await expect(custom).not.toRevertWith(token, name, [alice, 1_000n])
    await expect(custom).not.toRevertWith(token, name, { cost: 5_000n })
  })

  test('by its signature, which takes no contract', async () => {
    await using chain = await failures()
    const { custom, alice } = chain
    const signature = 'InsufficientBalance(address,uint256,uint256)'
    await expect(custom).toRevertWith(signature)
    await expect(custom).toRevertWith(signature, [alice, 1_000n, 5_000n])
    await expect(custom).not.toRevertWith('InsufficientBalance(address)')
    expect(await failureOf(() => expect(custom).toRevertWith(signature, [alice, 1, 2]))).toBe(
      `expected the transaction ${custom} to revert with InsufficientBalance(${aliceChecked}, 1, 2)\n` +
        `but it reverted with InsufficientBalance(${aliceChecked}, 1000, 5000)`,
    )
  })

  test('by its name, where the client knows the contract', async () => {
    await using chain = await failures()
    const { client, token, bob, alice } = chain
    const transfer = { ...token, functionName: 'transfer', args: [bob, 5_000n] } as const
    await expect(client.simulateContract(transfer)).toRevertWith('InsufficientBalance')
    await expect(client.simulateContract(transfer)).rejects.toRevertWith('InsufficientBalance', [
      alice,
      999n,
      5_000n,
    ])
  })

  test('is reported with its arguments when it is another', async () => {
    await using chain = await failures()
    const { custom, token } = chain
    expect(
      await failureOf(() =>
        expect(custom).toRevertWith(token, 'InsufficientBalance', { needed: 1 }),
      ),
    ).toBe(
      `expected the transaction ${custom} to revert with InsufficientBalance(needed: 1)\n` +
        `but it reverted with InsufficientBalance(account: ${aliceChecked}, balance: 1000, needed: 5000)`,
    )
    expect(
      await failureOf(() => expect(custom).not.toRevertWith(token, 'InsufficientBalance')),
    ).toBe(
      `expected the transaction ${custom} not to revert with InsufficientBalance\n` +
        `but it reverted with InsufficientBalance(account: ${aliceChecked}, balance: 1000, needed: 5000)`,
    )
  })

  test('without a known ABI is reported as data', async () => {
    await using chain = await failures()
    const { custom } = chain
    expect(await failureOf(() => expect(custom).toRevertWith('InsufficientBalance'))).toMatch(
      /to revert with "InsufficientBalance"\nbut it reverted with 0xdb42144d0{24}f39f\w+, which none of the given ABIs can decode: give the contract that declares the error$/,
    )
  })

  test('that the contract does not have is a mistake', async () => {
    await using chain = await failures()
    const { custom, token } = chain
    const message =
      'the contract has no error NotOwner; it has: InsufficientAllowance(address,uint256,uint256), InsufficientBalance(address,uint256,uint256)'
    expect(await failureOf(() => expect(custom).toRevertWith(token, 'NotOwner'))).toBe(message)
    expect(await failureOf(() => expect(custom).not.toRevertWith(token, 'NotOwner'))).toBe(message)
    expect(await failureOf(() => expect(custom).toRevertWith({} as never, 'NotOwner'))).toBe(
      'this is not a contract: give a contract of viem or ethers, an artifact, an ABI or signatures',
    )
  })
})

test('a text, or a pattern of it', async () => {
  await using chain = await failures()
  const { text, client, token, ethersToken } = chain
  await expect(text).toRevertWith('this always fails')
  await expect(text).toRevertWith(/always/g)
  await expect(text).not.toRevertWith('always')
  await expect(text).not.toRevertWith('this always fails', ['with arguments'])
  await expect(client.simulateContract({ ...token, functionName: 'fail' })).toRevertWith(/fails$/)
  await expect(ethersToken.getFunction('fail')()).toRevertWith('this always fails')
  expect(await failureOf(() => expect(text).toRevertWith('never'))).toBe(
    `expected the transaction ${text} to revert with "never"\nbut it reverted with "this always fails"`,
  )
  expect(await failureOf(() => expect(text).not.toRevertWith(/always/))).toBe(
    `expected the transaction ${text} not to revert with a reason that matches /always/\nbut it reverted with "this always fails"`,
  )
})

test('a panic by its code or its words', async () => {
  await using chain = await failures()
  const { panic, client, token, ethersToken, bob } = chain
  await expect(panic).toRevertWith(1)
  await expect(panic).toRevertWith(0x01n)
  await expect(panic).toRevertWith('assert(false)')
  await expect(panic).not.toRevertWith(0x11)
  const share = { ...token, functionName: 'shareOf', args: [bob, 0n] } as const
  await expect(client.readContract(share)).toRevertWith(0x12)
  await expect(ethersToken.getFunction('shareOf')(bob, 0n)).toRevertWith(0x12)
  expect(await failureOf(() => expect(panic).toRevertWith(0x12))).toBe(
    `expected the transaction ${panic} to revert with the panic 0x12 (division or modulo by zero)\n` +
      'but it panicked with 0x01 (assert(false))',
  )
})

test('nothing, a halt and a success are reported', async () => {
  await using chain = await failures()
  const { silent, halted, succeeded, token } = chain
  await expect(halted).toRevertWith('out of gas')
  await expect(silent).not.toRevertWith(/./)
  const came = async (hash: string) => {
    const failure = await failureOf(() => expect(hash).toRevertWith(token, 'InsufficientBalance'))
    return failure.split('\n').at(-1)
  }
  expect(await came(silent)).toBe('but it reverted without data')
  expect(await came(halted)).toBe('but it failed: out of gas')
  expect(await came(succeeded)).toBe('but it succeeded')
})

test('errors that share a name are distinguished by their signatures', async () => {
  await using chain = await failures()
  const { custom, token, alice } = chain
  const abi = parseAbi([
    'error InsufficientBalance()',
    'error InsufficientBalance(address account, uint256 balance, uint256 needed)',
  ])
  await expect(custom).toRevertWith(abi, 'InsufficientBalance', [alice, 1_000n, 5_000n])
  await expect(custom).toRevertWith(abi, 'InsufficientBalance(address,uint256,uint256)')
  await expect(custom).not.toRevertWith(abi, 'InsufficientBalance()')
  expect(await failureOf(() => expect(custom).toRevertWith({ ...token } as never))).toBe(
    'expected a string, a regular expression, the code of a panic, or a contract and the name of its error',
  )
})
