import type { Hex } from 'viem'
import { describe, expect, test } from 'vitest'
import { InvalidExport } from '../../../src/devnet/files/invalidExport.ts'
import type { PreconfDevnet } from '../../../src/types/devnet.ts'
import type { DevnetOptions } from '../../../src/types/options/options.ts'
import { viemClient } from '../../support/clients.ts'
import { testDevnet } from '../../support/testDevnet.ts'
import { tokenAbi, tokenBytecode } from '../../support/token.ts'
import { bob, sendTransfer } from '../../support/transfers.ts'

const ask = ({ provider }: PreconfDevnet, method: string, ...params: unknown[]) =>
  provider.request({ method, params })
const text = (content: Uint8Array) => Buffer.from(content).toString()

describe('blocks', () => {
  test.each<[string, (devnet: PreconfDevnet) => Promise<unknown>, string]>([
    [
      'an account was edited between blocks',
      (devnet) => ask(devnet, 'anvil_setBalance', bob, '0x7'),
      'block 1 has accounts that were changed without a transaction (as by anvil_setBalance)',
    ],
    [
      'an account was edited in an open block',
      async (devnet) => {
        await devnet.flashblock()
        await ask(devnet, 'anvil_setBalance', bob, '0x7')
      },
      'block 1 has accounts that were changed without a transaction',
    ],
    [
      'somebody was impersonated',
      async (devnet) => {
        await ask(devnet, 'anvil_setBalance', bob, '0xde0b6b3a7640000')
        await devnet.seal()
        await ask(devnet, 'anvil_impersonateAccount', bob)
        await ask(devnet, 'eth_sendTransaction', { from: bob, to: bob, gas: '0x5208' })
      },
      'block 1 has accounts',
    ],
    [
      'the base fee was chosen',
      (devnet) => ask(devnet, 'anvil_setNextBlockBaseFeePerGas', '0x7'),
      'block 2 does not follow from its parent (block 2 is invalid: base fee: it has 7, but',
    ],
    [
      'the chain id was another',
      (devnet) => ask(devnet, 'anvil_setChainId', 99),
      'block 1 has transaction 0 for chain 31337',
    ],
  ])('are refused when %s', async (_, change, message) => {
    await using devnet = await testDevnet()
    await sendTransfer(devnet)
    await devnet.seal()
    await change(devnet)
    await devnet.seal()
    await expect(devnet.export('rlp')).rejects.toThrow(InvalidExport)
    await expect(devnet.export('rlp')).rejects.toThrow(`cannot export rlp: ${message}`)
    // The others can say it.
    await devnet.export('genesis')
    await devnet.export('fixture')
  })

  test('are those up to the one that is asked for', async () => {
    await using devnet = await testDevnet()
    for (let index = 0; index < 3; index++) await devnet.seal()
    await ask(devnet, 'anvil_setBalance', bob, '0x7')
    await devnet.seal()
    const genesis = (await devnet.export('genesis', { block: 0 })).content
    const chain = (await devnet.export('rlp', { block: 2 })).content
    await using other = await testDevnet({ genesis, chain })
    const [second] = [await ask(devnet, 'eth_getBlockByNumber', '0x2', false)]
    expect(await ask(other, 'eth_getBlockByNumber', 'latest', false)).toEqual(second)
  })

  test.each<[DevnetOptions, string, string]>([
    [{ number: 7 }, 'block 1', 'is not available'],
    [{ hardfork: 'london' }, 'before the merge', 'blocks need proof of work'],
  ])('of a chain with %o are refused', async (options, start, reason) => {
    await using devnet = await testDevnet(options)
    await devnet.seal()
    const error = await devnet.export('rlp').catch((error) => error)
    expect(error.message).toContain(`cannot export rlp: ${start} ${reason}`)
  })
})

test.each<[unknown, unknown, string]>([
  ['csv', undefined, "invalid format 'csv': give anvil, genesis, rlp or fixture"],
  ['genesis', 1.5, 'there is no block 1.5 to export: the head is 0'],
  ['genesis', -1, 'there is no block -1 to export: the head is 0'],
  ['rlp', 1, 'there is no block 1 to export'],
])('%j of block %j is refused', async (format, block, message) => {
  await using devnet = await testDevnet()
  await expect(devnet.export(format as 'rlp', { block: block as number })).rejects.toThrow(message)
})

describe('notes', () => {
  test('say where blocks begin and what loading them takes', async () => {
    const limits = { codeSizeLimit: 50_000, preset: 'base', transactionGasCap: false } as const
    await using devnet = await testDevnet(limits)
    await sendTransfer(devnet, { gas: 20_000_000n })
    await devnet.seal()
    const genesis = (await devnet.export('genesis', { block: 0 })).content
    const { content: chain, notes } = await devnet.export('rlp')
    expect(notes).toEqual([
      'the blocks go on from the genesis of this chain: export it with --format genesis --block 0',
      'load with --code-size-limit 50000',
      'load with --network base-flashblocks, whose rules it has',
      'transactions have more gas than 2^24: load with --no-transaction-gas-cap',
    ])
    await expect(testDevnet({ genesis, chain })).rejects.toThrow('block 1 is invalid')
    await using other = await testDevnet({ genesis, chain, ...limits })
    const head = await ask(devnet, 'eth_getBlockByNumber', 'latest', false)
    expect(await ask(other, 'eth_getBlockByNumber', 'latest', false)).toEqual(head)
  })

  test('say what is left out', async () => {
    await using devnet = await testDevnet({ autoImpersonate: true })
    await sendTransfer(devnet)
    await devnet.seal()
    await sendTransfer(devnet, { nonce: 1 })
    await devnet.flashblock()
    await sendTransfer(devnet, { nonce: 2 })
    await ask(devnet, 'anvil_setCode', bob, '0x00')
    const blocks = 'block 1 is left out with transactions, receipts and logs'
    const waiting = 'transactions that are not sealed are left out: 2'
    expect((await devnet.export('genesis')).notes).toEqual([blocks, waiting])
    expect((await devnet.export('fixture')).notes).toEqual([
      blocks,
      'it does not say that everybody sends without a key (autoImpersonate)',
      'contracts with nonce 0 have nonce 1 in it, as contracts of its own',
      waiting,
    ])
    expect((await devnet.export('anvil')).notes).toEqual([])
  })
})

test('a fixture is one line for an account, with the names that it had', async () => {
  const fixture = {
    chain: { id: 77 },
    accounts: {
      alice: { mnemonicIndex: 0 },
      whale: { address: bob, balance: '7', impersonate: true },
    },
    contracts: {
      stub: {
        at: `0x${'11'.repeat(20)}`,
        code: '0x00',
        storage: { '0x1': 5 },
        abi: ['function a()'],
      },
    },
  } as const
  await using devnet = await testDevnet({ fixture, accounts: 1 })
  const { content, notes } = await devnet.export('fixture')
  expect(notes).toContain('private keys are left out: accounts have their addresses')
  const { timestamp, gasLimit, baseFeePerGas } = await ask(
    devnet,
    'eth_getBlockByNumber',
    'latest',
    false,
  )
  expect(JSON.parse(text(content))).toEqual({
    version: 1,
    chain: {
      id: 77,
      hardfork: 'osaka',
      timestamp: Number(timestamp),
      gasLimit: String(BigInt(gasLimit)),
      baseFee: String(BigInt(baseFeePerGas)),
    },
    accounts: {
      alice: {
        address: devnet.accounts[0]?.address,
        balance: '10000000000000000000000',
        nonce: '0',
      },
      whale: { address: bob, impersonate: true, balance: '7', nonce: '0' },
    },
    contracts: {
      stub: {
        at: `0x${'11'.repeat(20)}`,
        code: '0x00',
        abi: [expect.objectContaining({ name: 'a' })],
        storage: { [`0x${'00'.repeat(31)}01`]: `0x${'00'.repeat(31)}05` },
      },
    },
  })
  expect(text(content).split('\n')).toHaveLength(12)
  await using again = await testDevnet({ fixture: content, accounts: 1 })
  const alice = { address: devnet.accounts[0]?.address }
  const accounts = { ...devnet.fixture.accounts, alice }
  expect(again.fixture).toEqual({ ...devnet.fixture, accounts })
  const { content: same } = await again.export('fixture')
  expect({ ...JSON.parse(text(same)), chain: {} }).toEqual({
    ...JSON.parse(text(content)),
    chain: {},
  })
})

test('a token goes on in a chain that begins with it', async () => {
  await using devnet = await testDevnet({ mining: 'auto' })
  const client = await viemClient(devnet)
  const args = ['Token', 'TOK', 1000n] as const
  const hash = await client.deployContract({ abi: tokenAbi, bytecode: tokenBytecode, args })
  const { contractAddress: address } = await client.getTransactionReceipt({ hash })
  if (!address) throw new Error('the token was not deployed')
  const [holder] = devnet.accounts
  for (const format of ['genesis', 'fixture'] as const) {
    const { content } = await devnet.export(format)
    await using other = await testDevnet({ loadState: content, mining: 'auto' })
    const token = { abi: tokenAbi, address } as const
    const there = await viemClient(other)
    await there.writeContract({ ...token, functionName: 'transfer', args: [bob, 7n] })
    const balances = [bob, holder?.address ?? '0x'].map((account) =>
      there.readContract({ ...token, functionName: 'balanceOf', args: [account as Hex] }),
    )
    expect(await Promise.all(balances)).toEqual([7n, 993n])
  }
})
