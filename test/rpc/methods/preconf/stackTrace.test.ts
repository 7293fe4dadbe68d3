import { getAddress } from 'viem'
import { expect, it } from 'vitest'
import { solidityChain } from '../../../support/solidityChain.ts'
import { word } from '../client.ts'

const source = `pragma solidity ^0.8.0;
// – more bytes than letters
contract Vault {
  error TooMuch(uint asked, address by);
  uint public total = 5;
  modifier small(uint amount) {
    require(amount < 100, unicode"too large – really");
    _;
  }
  function take(uint amount) external small(amount) { reduce(amount); }
  function reduce(uint amount) internal {
    if (amount > 50) revert TooMuch(amount, msg.sender);
    total -= amount;
  }
}
contract User {
  Vault immutable vault = new Vault();
  function use(uint amount) external { vault.take(amount); }
}
`

it('preconf_stackTrace tells the lines that a call went through, from the error outwards', async () => {
  await using chain = await solidityChain({ 'contracts/Vault.sol': source })
  const { address } = await chain.deploy('User')
  const traceOf = (amount: number) =>
    chain.devnet.ask('preconf_stackTrace', chain.call('User', address, 'use', [amount]))

  expect(await traceOf(5)).toBeNull()
  expect(await traceOf(6)).toMatchObject({
    message:
      'VM Exception while processing transaction: reverted with panic code 0x11 (Arithmetic operation overflowed outside of an unchecked block)',
    solidityStack: [
      'Vault.reduce (contracts/Vault.sol:13)',
      'Vault.take (contracts/Vault.sol:10)',
      'User.use (contracts/Vault.sol:18)',
    ].join('\n'),
  })
  const custom = await traceOf(60)
  const user = getAddress(address)
  expect(custom.message).toBe(
    `VM Exception while processing transaction: reverted with custom error 'TooMuch(60, "${user}")'`,
  )
  expect(custom.solidityError).toBe(`TooMuch(60, "${user}")`)
  expect(custom.stackTrace.at(-1)).toMatchObject({
    type: 'CUSTOM_ERROR',
    sourceReference: { sourceName: 'contracts/Vault.sol', contract: 'Vault', line: 12 },
  })
  const required = await traceOf(200)
  expect(required.message).toContain("reverted with reason string 'too large – really'")
  expect(required.solidityStack.split('\n')[0]).toBe('Vault.small (contracts/Vault.sol:7)')
})

it('preconf_stackTrace explains transactions that have failed, deployments too', async () => {
  const creating = `pragma solidity ^0.8.0;
contract Picky {
  constructor(uint a) { require(a > 1, "small"); }
}`
  await using chain = await solidityChain({ 'contracts/Picky.sol': creating })
  const { hash } = await chain.deploy('Picky', [1])
  expect(await chain.devnet.ask('preconf_stackTrace', hash)).toEqual({
    message: "VM Exception while processing transaction: reverted with reason string 'small'",
    solidityStack: 'Picky.constructor (contracts/Picky.sol:3)',
    stackTrace: [
      {
        type: 'REVERT_ERROR',
        sourceReference: {
          sourceName: 'contracts/Picky.sol',
          contract: 'Picky',
          function: 'constructor',
          line: 3,
          column: 25,
          range: [65, 88],
        },
        message: 'small',
        returnData: expect.stringMatching(/^0x08c379a0/),
        isInvalidOpcodeError: false,
      },
    ],
  })
  const good = await chain.deploy('Picky', [2])
  expect(await chain.devnet.ask('preconf_stackTrace', good.hash)).toBeNull()
})

it('refuses what is neither a hash nor a call, and transactions that are unknown', async () => {
  await using chain = await solidityChain({ 'A.sol': 'pragma solidity ^0.8.0; contract A {}' })
  const { devnet } = chain
  expect((await devnet.refusal('preconf_stackTrace', 5)).code).toBe(-32602)
  expect(await devnet.refusal('preconf_stackTrace', word(1))).toEqual({
    code: -32000,
    message: 'transaction not found',
  })
})
