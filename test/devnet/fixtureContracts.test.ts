import { createPublicClient, custom, getAddress, type Hex, parseEther, zeroAddress } from 'viem'
import { expect, test } from 'vitest'
import type { Abi } from '../../src/types/abi.ts'
import type { PreconfDevnet } from '../../src/types/devnet.ts'
import type { FixtureContract, FixtureDefinition } from '../../src/types/fixture.ts'
import {
  type CompiledContract,
  foundryArtifact,
  hardhatArtifact,
} from '../support/compileSolidity.ts'
import { testDevnet } from '../support/testDevnet.ts'
import { vaultOutput } from '../support/vault.ts'

const alice = '0xf39fd6e51aad88f6f4ce6ab8827279cfffb92266'
const bob = '0x70997970c51812dc3a010c7d01b50e0d17dc79c8'
const place = '0x00000000000000000000000000000000feed0001'

const file = 'src/Vault.sol'
const output = vaultOutput()
const vault = foundryArtifact(output, file, 'Vault')
const doubling = foundryArtifact(output, file, 'Doubling')
const libraries = { Doubling: 'doubling' }

/** A fixture with the library, and with a vault at an address of choice. */
function placed(contract: Partial<FixtureContract>): FixtureDefinition {
  return {
    accounts: { alice: {}, bob: {} },
    contracts: {
      doubling: { artifact: doubling },
      vault: { artifact: vault, libraries, at: place, args: ['alice', 5], ...contract },
    },
  }
}

async function reader(devnet: PreconfDevnet, name = 'vault') {
  const { address, abi } = devnet.fixture.contracts[name] as { address: Hex; abi: Abi }
  const client = createPublicClient({ transport: custom(devnet.provider) })
  return (functionName: string, ...args: unknown[]): Promise<unknown> =>
    client.readContract({ address, abi: abi as never, functionName, args } as never)
}

test.each([
  ['Hardhat', hardhatArtifact(output, file, 'Vault')],
  ['Foundry', vault],
  ['solc', output.contracts[file]?.Vault as CompiledContract],
  ['solc, all of its output', { contracts: { [file]: { Vault: output.contracts[file]?.Vault } } }],
])('a contract of an artifact of %s is deployed, linked with its library', async (_, artifact) => {
  await using devnet = await testDevnet({
    fixture: {
      accounts: { alice: {}, bob: {} },
      contracts: {
        doubling: { artifact: doubling },
        vault: { artifact, libraries, args: ['bob', '10 ether'], from: 'alice', value: 7 },
      },
    },
  })
  const read = await reader(devnet)
  expect(await read('owner')).toBe('0x70997970C51812dc3A010C7d01b50e0d17dc79C8')
  expect(await read('limit')).toBe(parseEther('10'))
  expect(await read('name')).toBe('made by the constructor')
  expect(await read('double', 21n)).toBe(42n)
  const { address } = devnet.fixture.contracts.vault as { address: Hex }
  const client = createPublicClient({ transport: custom(devnet.provider) })
  expect(await client.getBalance({ address })).toBe(7n)
  expect(await client.getTransactionCount({ address: alice })).toBe(2)
  const { transactions } = await client.getBlock({ blockNumber: 1n })
  expect(transactions).toHaveLength(2)
})

test('a constructor runs at an address of choice: its storage, its immutables and what it creates stay', async () => {
  await using devnet = await testDevnet({ fixture: placed({ from: 'bob', value: 9 }) })
  const client = createPublicClient({ transport: custom(devnet.provider) })
  const read = await reader(devnet)
  expect(devnet.fixture.contracts.vault?.address).toBe(place)
  expect(await read('self')).toBe(getAddress(place))
  expect(await read('owner')).toBe('0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266')
  expect(await read('limit')).toBe(5n)
  expect(await read('name')).toBe('made by the constructor')
  expect(await read('double', 21n)).toBe(42n)
  expect(await client.getBalance({ address: place })).toBe(9n)
  expect(await client.getBalance({ address: bob })).toBe(parseEther('10000') - 9n)
  // EIP-161, and the child.
  expect(await client.getTransactionCount({ address: place })).toBe(2)
  expect(await client.getTransactionCount({ address: bob })).toBe(0)
  const child = (await read('child')) as Hex
  expect(await client.readContract({ address: child, abi: childAbi, functionName: 'value' })).toBe(
    7n,
  )
  const deployed = output.contracts[file]?.Vault?.evm.deployedBytecode.object as string
  expect((await client.getCode({ address: place }))?.length).toBe(deployed.length + 2)
  // All is in the root of a block.
  const { stateRoot } = await client.getBlock()
  const proof = await client.getProof({ address: place, storageKeys: [] })
  expect(proof.balance).toBe(9n)
  expect(stateRoot).not.toBe((await client.getBlock({ blockNumber: 0n })).stateRoot)
})

const childAbi = output.contracts[file]?.Child?.abi as never

test('storage is given by the names of variables', async () => {
  await using devnet = await testDevnet({
    fixture: placed({
      storage: {
        name: 'short',
        text: 'a text that is longer than the thirty-one bytes that fit into one slot of it',
        active: true,
        small: 200,
        mode: 2,
        oracle: 'bob',
        price: '2000e8',
        delta: -5,
        selector: '0x12345678',
        rate: '3 ether',
        blob: `0x${'ab'.repeat(40)}`,
        balances: { alice: '10 ether', [place]: 1, vault: 2 },
        allowed: { bob: { 7: true } },
        points: { here: { x: -1, y: '2', label: 'a label' } },
        children: { [`0x${'11'.repeat(32)}`]: 'doubling' },
        ticks: { '-887272': 1, 60: 2 },
        byFlag: { true: 1, false: 2 },
        shorts: Array.from({ length: 20 }, (_, index) => index + 1),
        three: [1, '2', 3n],
        path: [{ x: 1 }, { label: 'second', y: -9 }],
        origin: { y: 4 },
        last: { maker: 'alice', amount: '1gwei', selectors: ['0xaabbccdd', '0x11223344'] },
      },
      balance: '3 ether',
    }),
  })
  const read = await reader(devnet)
  const aliceAddress = '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266'
  const bobAddress = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8'
  const values = await Promise.all(
    ['name', 'active', 'small', 'mode', 'oracle', 'price', 'delta', 'selector', 'rate', 'blob'].map(
      (name) => read(name),
    ),
  )
  expect(values).toEqual([
    'short',
    true,
    200,
    2,
    bobAddress,
    200_000_000_000n,
    -5n,
    '0x12345678',
    parseEther('3'),
    `0x${'ab'.repeat(40)}`,
  ])
  expect(await read('text')).toMatch(/^a text that is longer than .* slot of it$/)
  expect(await read('balances', alice)).toBe(parseEther('10'))
  expect(await read('balances', place)).toBe(2n)
  expect(await read('allowed', bob, 7n)).toBe(true)
  expect(await read('allowed', bob, 8n)).toBe(false)
  expect(await read('points', 'here')).toEqual([-1n, 2n, 'a label'])
  expect(await read('children', `0x${'11'.repeat(32)}`)).toMatch(
    new RegExp(devnet.fixture.contracts.doubling?.address as string, 'i'),
  )
  expect(await read('ticks', -887_272)).toBe(1n)
  expect(await read('ticks', 60)).toBe(2n)
  expect([await read('byFlag', true), await read('byFlag', false)]).toEqual([1, 2])
  expect(await read('count')).toEqual([20n, 2n])
  expect(await Promise.all([0n, 15n, 16n, 19n].map((index) => read('shorts', index)))).toEqual([
    1, 16, 17, 20,
  ])
  expect(await Promise.all([0n, 1n, 2n].map((index) => read('three', index)))).toEqual([1n, 2n, 3n])
  expect(await read('path', 0n)).toEqual([1n, 0n, ''])
  expect(await read('path', 1n)).toEqual([0n, -9n, 'second'])
  expect(await read('origin')).toEqual([0n, 4n, ''])
  expect(await read('last')).toEqual([aliceAddress, 1_000_000_000n])
  // What the constructor has set and nobody named stays.
  expect(await read('child')).not.toBe(zeroAddress)
})

test('storage is given by slots too, and of a contract that a transaction deploys', async () => {
  await using devnet = await testDevnet({
    fixture: {
      contracts: {
        doubling: { artifact: doubling },
        vault: {
          artifact: vault,
          libraries: { [`${file}:Doubling`]: 'doubling' },
          args: [alice, 1],
          storage: { '0x4': 77, 5: `0x${'00'.repeat(31)}ff`, small: 3 },
        },
      },
    },
  })
  const read = await reader(devnet)
  expect([await read('price'), await read('delta'), await read('small')]).toEqual([77n, 255n, 3])
})

test('code is placed without a constructor, or given as it is', async () => {
  const child = foundryArtifact(output, file, 'Child')
  await using devnet = await testDevnet({
    fixture: {
      contracts: {
        child: { artifact: child, at: place, storage: { value: 12 } },
        // PUSH1 5, PUSH0, MSTORE, PUSH1 32, PUSH0, RETURN
        five: { code: '0x60055f5260205ff3', at: '0x00000000000000000000000000000000feed0002' },
        named: { at: bob, balance: 5, abi: ['function value() view returns (uint256)'] },
        behind: { at: place, abi: 'child' },
      },
    },
  })
  const client = createPublicClient({ transport: custom(devnet.provider) })
  expect(await (await reader(devnet, 'child'))('value')).toBe(12n)
  expect(await (await reader(devnet, 'behind'))('value')).toBe(12n)
  const five = devnet.fixture.contracts.five?.address as Hex
  expect((await client.call({ to: five })).data).toBe(`0x${'5'.padStart(64, '0')}`)
  expect(await client.getBalance({ address: bob })).toBe(5n)
  expect(devnet.fixture.contracts.named?.abi).toHaveLength(1)
})

const library = 'src/Vault.sol:Doubling'

test.each<[string, FixtureDefinition, string]>([
  [
    'a library that is not given',
    { contracts: { vault: { artifact: vault, args: [alice, 1] } } },
    `contracts.vault.artifact is {"abi":[{"inputs":[{"internalType":"address","name":"owner_","type":"address"},{…: it uses the library ${library}: give its address in libraries, by Doubling`,
  ],
  [
    'a library of a name that nobody has',
    {
      contracts: { vault: { artifact: vault, args: [alice, 1], libraries: { Doubling: 'nope' } } },
    },
    'contracts.vault.libraries.Doubling is "nope": give an address, or the name of an account or of a contract that is there by then',
  ],
  [
    'immutables without a constructor',
    { contracts: { vault: { artifact: vault, at: place } } },
    'contracts.vault.args is missing: the code has immutables, which only the constructor sets: give its args, [] for none',
  ],
  [
    'a constructor without arguments',
    placed({ args: undefined, at: undefined }),
    'contracts.vault.args is missing: give 2 values: address owner_, uint256 limit_',
  ],
  [
    'an abstract contract',
    { contracts: { none: { artifact: foundryArtifact(output, file, 'Unfinished') } } },
    'it has no bytecode: only a contract that is neither abstract nor an interface has',
  ],
  [
    'an argument that is too large',
    placed({ args: ['alice', `0x1${'0'.repeat(64)}`] }),
    `contracts.vault.args.1 is "0x1${'0'.repeat(64)}": uint256 is from 0 to ${2n ** 256n - 1n}`,
  ],
  [
    'a variable that is not there',
    placed({ storage: { prize: 1 } }),
    'contracts.vault.storage.prize is 1: the contract has no such variable; it has: hidden, hidden, name, active, small, mode, oracle, price, delta,',
  ],
  [
    'a variable of which there are two',
    placed({ storage: { hidden: 1 } }),
    'contracts.vault.storage.hidden is 1: several contracts that it inherits from have a variable of that name: give the slot',
  ],
  [
    'a field that a struct does not have',
    placed({ storage: { path: [{}, { z: 1 }] } }),
    'contracts.vault.storage.path.1.z is 1: struct Vault.Point has no such field; it has: x, y, label',
  ],
  [
    'a value of another type',
    placed({ storage: { points: { here: { x: 'far' } } } }),
    'contracts.vault.storage.points.here.x is "far": give a whole number as int64, such as',
  ],
  [
    'a number that does not fit',
    placed({ storage: { small: 256 } }),
    'contracts.vault.storage.small is 256: uint8 is from 0 to 255',
  ],
  [
    'an array of another length',
    placed({ storage: { three: [1] } }),
    'contracts.vault.storage.three is [1]: give the 3 items of uint256[3]',
  ],
  [
    'a key of another type',
    placed({ storage: { balances: { carol: 1 } } }),
    'contracts.vault.storage.balances.carol is "carol": give an address, or the name of an account',
  ],
  [
    'a list in place of a mapping',
    placed({ storage: { balances: [1] } }),
    'contracts.vault.storage.balances is [1]: give an object',
  ],
  [
    'a slot that there is not',
    placed({ storage: { [`0x1${'0'.repeat(64)}`]: 1 } }),
    'is 1: its key is no slot: that has 32 bytes',
  ],
  [
    'a name without a layout',
    {
      contracts: {
        doubling: { artifact: doubling },
        vault: {
          artifact: hardhatArtifact(output, file, 'Vault'),
          args: [alice, 1],
          libraries,
          storage: { small: 1 },
        },
      },
    },
    'contracts.vault.storage.small is 1: the artifact has no storageLayout, so that variables have no names: compile with it (solc: outputSelection storageLayout; Foundry: extra_output = ["storageLayout"]), or give the slot, such as 0x0',
  ],
  [
    'the interface of nobody',
    { contracts: { proxy: { at: place, abi: 'implementation' } } },
    'contracts.proxy.abi is "implementation": give the name of a contract, or the path of an artifact',
  ],
  [
    'a deployer without a key',
    { contracts: { vault: { artifact: vault, from: place } } },
    `contracts.vault.from is "${place}": there is no key of ${place}: name it under accounts with its privateKey, or with impersonate: true`,
  ],
])('%s is refused', async (_, fixture, message) => {
  const error = await testDevnet({ fixture }).then(
    () => expect.unreachable('it is taken'),
    (error) => error,
  )
  expect(error).toMatchObject({ name: 'InvalidFixture', code: -32602 })
  expect(error.message).toContain(message)
})

test.each([
  ['deployed', { at: undefined }, 'deploying'],
  ['placed', {}, 'constructing'],
])('a constructor that reverts when it is %s is told by its error', async (_, where, doing) => {
  const fixture = placed({ args: ['bob', '1001 ether'], ...where })
  await expect(testDevnet({ fixture })).rejects.toMatchObject({
    name: 'FixtureFailed',
    code: 3,
    field: 'contracts.vault',
    message: `fixture: contracts.vault ${doing} vault reverts with Unauthorized(bob, 1001000000000000000000)`,
    data: expect.any(Uint8Array),
  })
})
