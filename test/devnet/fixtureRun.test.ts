import {
  concatHex,
  createPublicClient,
  custom,
  encodeAbiParameters,
  getContractAddress,
  type Hex,
  parseEther,
} from 'viem'
import { expect, test } from 'vitest'
import type { PreconfDevnet } from '../../src/types/devnet.ts'
import type { FixtureDefinition } from '../../src/types/fixture.ts'
import { testDevnet } from '../support/testDevnet.ts'
import { tokenAbi, tokenBytecode } from '../support/token.ts'

const deployer = '0x00000000000000000000000000000000000d0d0d'
const bob = '0x70997970c51812dc3a010c7d01b50e0d17dc79c8'

const tokenAddress = getContractAddress({ from: deployer, nonce: 7n }).toLowerCase() as Hex
const initCode = concatHex([
  tokenBytecode,
  encodeAbiParameters(
    [{ type: 'string' }, { type: 'string' }, { type: 'uint256' }],
    ['Token', 'TKN', 100n],
  ),
])

/** As `forge script --broadcast` writes it: hashes, receipts and the rest left out. */
const broadcast = {
  transactions: [
    {
      hash: `0x${'1'.repeat(64)}`,
      transactionType: 'CREATE',
      contractName: 'Token',
      contractAddress: tokenAddress,
      function: null,
      arguments: ['Token', 'TKN', '100'],
      transaction: {
        from: deployer,
        gas: '0x2dc6c0',
        value: '0x0',
        input: initCode,
        nonce: '0x7',
        chainId: '0xaa36a7',
      },
      additionalContracts: [],
      isFixedGasLimit: false,
    },
    {
      hash: `0x${'2'.repeat(64)}`,
      transactionType: 'CALL',
      contractName: 'Token',
      contractAddress: tokenAddress,
      function: 'transfer(address,uint256)',
      transaction: {
        from: deployer,
        to: tokenAddress,
        gas: '0x10000',
        value: '0x0',
        input: `0xa9059cbb${bob.slice(2).padStart(64, '0')}${'5'.padStart(64, '0')}`,
        nonce: '0x8',
        chainId: '0xaa36a7',
      },
    },
  ],
  receipts: [],
  chain: 11_155_111,
}

const rich = { deployer: { address: deployer, balance: '10 ether' } } as const

function balanceIn(devnet: PreconfDevnet<unknown>, owner: Hex): Promise<bigint> {
  return createPublicClient({ transport: custom(devnet.provider) }).readContract({
    abi: tokenAbi,
    address: tokenAddress,
    functionName: 'balanceOf',
    args: [owner],
  })
}

test('what forge has sent runs again, and contracts have the same addresses', async () => {
  await using devnet = await testDevnet({ fixture: { accounts: rich, txs: [{ broadcast }] } })
  expect(await balanceIn(devnet, bob)).toBe(5n)
  expect((devnet as PreconfDevnet).fixture.contracts.Token).toEqual({
    address: tokenAddress,
    abi: [],
  })
  const client = createPublicClient({ transport: custom(devnet.provider) })
  expect(await client.getTransactionCount({ address: deployer })).toBe(9)
  // Nobody else sends for the deployer afterwards.
  const request = { method: 'eth_sendTransaction', params: [{ from: deployer, to: bob }] }
  await expect(devnet.provider.request(request)).rejects.toThrow('unknown account')
})

test('a contract that forge has created can have a name and an interface before', async () => {
  const abi = ['function transfer(address to, uint256 value) returns (bool)']
  const fixture = (impersonate: boolean): FixtureDefinition => ({
    accounts: { deployer: { ...rich.deployer, impersonate } },
    contracts: { token: { at: tokenAddress, abi } },
    txs: [{ broadcast }, { from: 'deployer', call: 'token.transfer', args: [bob, 6] }],
  })
  await using devnet = await testDevnet({ fixture: fixture(true) })
  expect(await balanceIn(devnet, bob)).toBe(11n)
  expect(Object.keys(devnet.fixture.contracts)).toEqual(['token'])
  // What forge has sent is no leave to send more.
  await expect(testDevnet({ fixture: fixture(false) })).rejects.toThrow('there is no key of')
})

test.each([
  [
    { accounts: { deployer: { ...rich.deployer, nonce: 8 } } },
    `txs.0.broadcast is missing: transaction 0 (Token) creates ${tokenAddress} as nonce 7 of ${deployer}, whose nonce is 8 already: run it before its other transactions`,
  ],
  [{}, 'txs.0.broadcast transaction 0 (Token) fails: '],
])('what cannot run again is told of', async (fixture, problem) => {
  const error = await testDevnet({ fixture: { ...fixture, txs: [{ broadcast }] } }).catch(
    (error) => error,
  )
  expect(error.message).toContain(`fixture: ${problem}`)
})

test('a mnemonic of the fixture is that of the chain', async () => {
  await using devnet = await testDevnet({
    fixture: {
      chain: {
        mnemonic: 'legal winner thank year wave sausage worth useful legal winner thank yellow',
      },
      accounts: { first: {} },
      txs: [{ from: 'first', to: bob, value: 1 }],
    },
  })
  expect(devnet.accounts[0]?.address).toBe(devnet.fixture.accounts.first?.address)
  expect(devnet.accounts[0]?.address).not.toBe('0xf39fd6e51aad88f6f4ce6ab8827279cfffb92266')
})

test('only what changes something makes a block', async () => {
  const countOf = async (fixture: object) => {
    await using devnet = await testDevnet({ fixture })
    return Number(await devnet.provider.request({ method: 'eth_blockNumber' }))
  }
  expect(await countOf({ accounts: { alice: {} }, labels: { friend: bob } })).toBe(0)
  expect(await countOf({ accounts: { alice: { balance: parseEther('1') } } })).toBe(1)
  expect(await countOf({ accounts: { alice: { balance: 1 } }, mine: 2 })).toBe(2)
  expect(await countOf({ txs: [{ to: bob, value: 1 }], mine: 2 })).toBe(3)
  expect(await countOf({ txs: [{ mine: 2 }, { to: bob, value: 1 }] })).toBe(3)
})
