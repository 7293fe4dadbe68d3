import { parseGwei } from 'viem'
import { privateKeyToAccount } from 'viem/accounts'
import { expect, test } from 'vitest'
import type { FixtureDefinition, FixtureTransaction } from '../../src/types/fixture.ts'
import { foundryArtifact } from '../support/compileSolidity.ts'
import { testDevnet } from '../support/testDevnet.ts'
import { vaultOutput } from '../support/vault.ts'

const bob = '0x70997970c51812dc3a010c7d01b50e0d17dc79c8'
const stranger = '0x00000000000000000000000000000000000000bb'

const vault = foundryArtifact(vaultOutput(), 'src/Vault.sol', 'Vault')

function withVault(...txs: readonly FixtureTransaction[]): FixtureDefinition {
  return {
    accounts: { alice: {}, bob: {}, poor: { address: stranger, impersonate: true } },
    contracts: {
      vault: {
        artifact: vault,
        libraries: { Doubling: stranger },
        args: ['alice', 5],
        at: '0x00000000000000000000000000000000feed0001',
      },
    },
    txs,
  }
}

async function failureOf(fixture: FixtureDefinition) {
  return testDevnet({ fixture }).then(
    () => expect.unreachable('it is taken'),
    ({ name, field, message }) => [name, field, message],
  )
}

const functions =
  'active(), allowed(address,uint256), balances(address), blob(), byFlag(bool), child(), children(bytes32)'

test.each<[string, FixtureTransaction, string, string, string]>([
  [
    'a call that reverts with an error of the ABI, whose addresses have names',
    { from: 'bob', call: 'vault.setSmall', args: [1] },
    'FixtureFailed',
    'txs.0',
    'vault.setSmall reverts with Unauthorized(bob, 5)',
  ],
  [
    'one that is sent with gas, so that it is included',
    { from: 'bob', call: 'vault.setSmall', args: [1], gas: 100_000 },
    'FixtureFailed',
    'txs.0',
    'vault.setSmall reverts with Unauthorized(bob, 5)',
  ],
  [
    'a call that reverts with a text',
    {
      call: 'vault.run',
      args: [
        'vault',
        { call: 'vault.run', args: ['vault', { call: 'vault.setSmall', args: [1] }] },
      ],
    },
    'FixtureFailed',
    'txs.0',
    'vault.run reverts: it failed',
  ],
  [
    'a call that reverts without a reason',
    { to: 'vault', data: '0x12345678' },
    'FixtureFailed',
    'txs.0',
    'the transaction reverts without a reason',
  ],
  [
    'a call that runs out of gas',
    { call: 'vault.setSmall', args: [1], gas: 22_000 },
    'FixtureFailed',
    'txs.0',
    'vault.setSmall fails: out of gas',
  ],
  [
    'a sender without funds',
    { from: 'poor', to: 'bob', value: 1 },
    'FixtureFailed',
    'txs.0',
    `the transaction fails: failed with 30000000 gas: insufficient funds for gas * price + value: address 0x00000000000000000000000000000000000000bb have 0 want 1`,
  ],
  [
    'a sender without a key',
    { from: '0x00000000000000000000000000000000000000cc', to: 'bob' },
    'InvalidFixture',
    'txs.0.from',
    'is "0x00000000000000000000000000000000000000cc": there is no key of 0x00000000000000000000000000000000000000cc: name it under accounts with its privateKey, or with impersonate: true',
  ],
  [
    'a name that nobody has',
    { from: 'carol', to: 'bob' },
    'InvalidFixture',
    'txs.0.from',
    'is "carol": give an address, or the name of an account or of a contract that is there by then',
  ],
  [
    'a contract that is not there',
    { call: 'token.mint' },
    'InvalidFixture',
    'txs.0.call',
    'is "token.mint": there is no contract token by then: there are vault',
  ],
  [
    'a call of an account',
    { call: 'bob' },
    'InvalidFixture',
    'txs.0.call',
    'is "bob": give the name of a contract and of a function, such as usdc.mint',
  ],
  [
    'a function that is not there',
    { call: 'vault.mint' },
    'InvalidFixture',
    'txs.0.call',
    `is "vault.mint": there is no such function, give one of ${functions}`,
  ],
  [
    'a function of which there are several',
    { call: 'vault.setBoth', args: [1, true, 3] },
    'InvalidFixture',
    'txs.0.call',
    'is "vault.setBoth": there are several of the name, give one of setBoth(uint8), setBoth(uint8,bool)',
  ],
  [
    'a value that is of another type',
    { call: 'vault.setBoth(uint8, bool)', args: [1, 'yes'] },
    'InvalidFixture',
    'txs.0.args.1',
    'is "yes": give true or false',
  ],
  [
    'a number that is too large',
    { call: 'vault.setSmall', args: [256] },
    'InvalidFixture',
    'txs.0.args.0',
    'is 256: uint8 is from 0 to 255',
  ],
  [
    'a tuple without one of its fields',
    { call: 'vault.place', args: [{ maker: 'bob', amount: 1 }] },
    'InvalidFixture',
    'txs.0.args.0.selectors',
    'is missing: give a list of bytes4',
  ],
  [
    'a tuple with a field too many',
    { call: 'vault.place', args: [{ maker: 'bob', amount: 1, selectors: [], fee: 1 }] },
    'InvalidFixture',
    'txs.0.args.0.fee',
    'is 1: there is no such field, but maker, amount, selectors',
  ],
  [
    'bytes of another length',
    { call: 'vault.place', args: [['bob', 1, ['0x0102']]] },
    'InvalidFixture',
    'txs.0.args.0.2.0',
    'is "0x0102": give 4 bytes as 0x and hex digits',
  ],
  [
    'an array of another length',
    { call: 'vault.setThree', args: [[1, 2], ''] },
    'InvalidFixture',
    'txs.0.args.0',
    'is [1,2]: give 3 items of uint256',
  ],
  [
    'bytes that are none',
    { call: 'vault.run', args: ['vault', 'data'] },
    'InvalidFixture',
    'txs.0.args.1',
    'is "data": give bytes as 0x and hex digits',
  ],
  [
    'a signed transaction that is none',
    { raw: '0x02ff' },
    'FixtureFailed',
    'txs.0.raw',
    'the transaction fails: invalid RLP',
  ],
])('%s is told of', async (_, transaction, name, field, problem) => {
  const [errorName, errorField, message] = await failureOf(withVault(transaction))
  expect([errorName, errorField]).toEqual([name, field])
  expect(message).toContain(`fixture: ${field} ${problem}`)
})

test('an address with a slip in its checksum is told of', async () => {
  const slip = '0xF39Fd6e51aad88F6F4ce6aB8827279cffFb92266'
  expect(await failureOf({ txs: [{ to: slip, value: 1 }] })).toEqual([
    'InvalidFixture',
    'txs.0.to',
    `fixture: txs.0.to is "${slip}": give 0x and 40 hex digits, capitals only by its checksum`,
  ])
})

test.each([
  [{ maxFeePerGas: 7n }, 'it pays at most 7 wei per gas, and the base fee of block 2 is'],
  [{ nonce: 3 }, 'nonce'],
])('a signed transaction that cannot be included is explained: %o', async (fields, reason) => {
  const signer = privateKeyToAccount(
    '0xac0974bec39a17e36ba4a6b4d238ff944bacb478cbed5efcae784d7bf4f2ff80',
  )
  const raw = await signer.signTransaction({
    chainId: 31_337,
    to: bob,
    gas: 21_000n,
    maxFeePerGas: parseGwei('10'),
    ...fields,
  })
  const [name, field, message] = await failureOf({
    txs: [{ to: bob, value: 1, from: bob }, { raw }],
  })
  expect([name, field]).toEqual(['FixtureFailed', 'txs.1.raw'])
  expect(message).toMatch(/^fixture: txs\.1\.raw the transaction fails: it is not included: /)
  expect(message).toContain(reason)
})
