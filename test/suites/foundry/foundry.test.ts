import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { alice, aliceKey, bob, stranger } from '../support/accounts.ts'
import { cast, forge } from '../support/foundry.ts'
import { type RunningNode, startNode } from '../support/node.ts'

// The account of the mnemonic that only scripts send from, so that no nonce is fought over.
const carolKey = '0x5de4111afa1a4b94908f83103eb1f1706367c2e68ca870fc3fb9a804cdab365a'

/**
 * How a node is started. cast takes the nonce from the sealed head, so who sends twice in a block
 * from one account has it wait for the seal.
 */
const cadences: Record<string, readonly string[]> = {
  automining: ['--mining', 'auto'],
  'flashblocks and sealed receipts': ['--block-time', '1s', '--receipts', 'sealed'],
}

beforeAll(async () => {
  await forge('build')
})

test('forge deploys, and cast sends, to a node with default flags', async () => {
  await using node = await startNode()
  const to = ['--rpc-url', node.url, '--broadcast', '--private-key']
  const printed = await forge('script', 'script/Deploy.s.sol:Deploy', ...to, carolKey)
  expect(printed).toContain('ONCHAIN EXECUTION COMPLETE & SUCCESSFUL')
  const sent = await cast('send', bob, '--rpc-url', node.url, '--private-key', aliceKey, '--json')
  expect(JSON.parse(sent).status).toBe('0x1')
})

describe.each(Object.keys(cadences))('Foundry with %s', (cadence) => {
  let node: RunningNode
  /** With the address of the node. */
  let rpc: readonly string[]

  beforeAll(async () => {
    node = await startNode(...(cadences[cadence] ?? []))
    rpc = ['--rpc-url', node.url]
  })
  afterAll(() => node[Symbol.asyncDispose]())

  async function deploy(): Promise<string> {
    const created = await forge(
      'create',
      'src/Counter.sol:Counter',
      ...rpc,
      '--private-key',
      aliceKey,
      '--broadcast',
      '--json',
      '--constructor-args',
      '5',
    )
    return JSON.parse(created).deployedTo
  }

  /** Calls without a block are answered from the sealed ones. */
  function untilRead(read: () => Promise<string>, expected: string): Promise<void> {
    return expect.poll(read, { interval: 200 }).toBe(expected)
  }

  test('forge create deploys', async () => {
    const counter = await deploy()
    await untilRead(() => cast('call', counter, 'number()(uint256)', ...rpc), '5')
  })

  test('forge script --broadcast sends what the script does', async () => {
    const printed = await forge(
      'script',
      'script/Deploy.s.sol:Deploy',
      ...rpc,
      '--private-key',
      carolKey,
      '--broadcast',
    )
    expect(printed).toContain('ONCHAIN EXECUTION COMPLETE & SUCCESSFUL')
    const file = join(import.meta.dirname, 'broadcast/Deploy.s.sol/31337/run-latest.json')
    const { receipts } = JSON.parse(readFileSync(file, 'utf8'))
    expect(receipts.map(({ status }: { status: string }) => status)).toEqual(Array(5).fill('0x1'))
    const [counter, salted] = receipts
    await untilRead(() => cast('call', counter.contractAddress, 'number()(uint256)', ...rpc), '6')
    expect(salted.to.toLowerCase()).toBe('0x4e59b44847b379578588920ca78fbf26c0b4956c')
  })

  test('forge script --broadcast sends for unlocked accounts', async () => {
    const printed = await forge(
      'script',
      'script/Deploy.s.sol:Deploy',
      ...rpc,
      '--unlocked',
      '--sender',
      bob,
      '--broadcast',
      '--slow',
      // The same salt would lead to an address that is taken.
      '--sig',
      'plain()',
    )
    expect(printed).toContain('ONCHAIN EXECUTION COMPLETE & SUCCESSFUL')
  })

  test('cast sends and tells what became of it', async () => {
    const sent = await cast(
      'send',
      stranger,
      '--value',
      '1ether',
      ...rpc,
      '--private-key',
      aliceKey,
      '--json',
    )
    const { transactionHash: hash, status } = JSON.parse(sent)
    expect(status).toBe('0x1')
    await untilRead(() => cast('balance', stranger, '--ether', ...rpc), '1.000000000000000000')
    expect(await cast('receipt', hash, 'status', ...rpc)).toMatch(/^(1|0x1|true|1 \(success\))$/)
    expect(await cast('tx', hash, 'value', ...rpc)).toBe('1000000000000000000')
    expect(await cast('tx', hash, '--raw', ...rpc)).toMatch(/^0x02/)
  })

  test('cast sends from unlocked accounts, and creates from bytecode', async () => {
    const sent = await cast('send', stranger, ...rpc, '--unlocked', '--from', alice, '--json')
    expect(JSON.parse(sent).from.toLowerCase()).toBe(alice.toLowerCase())
    const created = await cast(
      'send',
      ...rpc,
      '--private-key',
      aliceKey,
      '--json',
      '--create',
      // Creates the code 0xfe.
      '0x60fe60005360016000f3',
    )
    const { contractAddress } = JSON.parse(created)
    await untilRead(() => cast('code', contractAddress, ...rpc), '0xfe')
  })

  test('cast reads the chain', async () => {
    expect(await cast('chain-id', ...rpc)).toBe('31337')
    expect(await cast('client', ...rpc)).toMatch(/^anvil\//)
    expect(Number(await cast('block-number', ...rpc))).toBeGreaterThanOrEqual(0)
    expect(Number(await cast('gas-price', ...rpc))).toBeGreaterThan(0)
    expect(Number(await cast('base-fee', ...rpc))).toBeGreaterThan(0)
    expect(Number(await cast('nonce', alice, ...rpc))).toBeGreaterThanOrEqual(0)
    expect(await cast('storage', alice, '0', ...rpc)).toBe(`0x${'0'.repeat(64)}`)
    expect(await cast('codehash', alice, ...rpc)).toMatch(/^0x[0-9a-f]{64}$/)
    const proof = JSON.parse(await cast('proof', alice, '0x0', ...rpc))
    expect(proof.accountProof.length).toBeGreaterThan(0)
    const latest = JSON.parse(await cast('block', 'latest', '--json', ...rpc))
    expect(latest.hash).toMatch(/^0x[0-9a-f]{64}$/)
    const pending = JSON.parse(await cast('block', 'pending', '--json', ...rpc))
    expect(BigInt(pending.number)).toBeGreaterThan(BigInt(latest.number))
  })

  test('cast hashes the header of a block as the node does', async () => {
    const block = JSON.parse(await cast('block', 'latest', '--json', ...rpc))
    const header = await cast('block', String(Number(block.number)), '--raw', ...rpc)
    expect(await cast('keccak', header)).toBe(block.hash)
  })

  test('cast estimates, calls and traces', async () => {
    const counter = await deploy()
    await untilRead(() => cast('call', counter, 'number()(uint256)', ...rpc), '5')
    const from = ['--from', alice]
    expect(Number(await cast('estimate', counter, 'increment()', ...from, ...rpc))).toBeGreaterThan(
      21_000,
    )
    await expect(cast('call', counter, 'increaseBy(uint256)', '0', ...rpc)).rejects.toThrow(
      'by nothing',
    )
    expect(
      await cast('call', counter, 'increment()(uint256)', '--trace', ...from, ...rpc),
    ).toContain('increment()')
    expect(await cast('access-list', counter, 'increment()', ...from, ...rpc)).toContain(
      `0x${'0'.repeat(64)}`,
    )
    const sent = JSON.parse(
      await cast('send', counter, 'increment()', ...rpc, '--private-key', aliceKey, '--json'),
    )
    expect(sent.logs).toHaveLength(1)
    await untilRead(() => cast('call', counter, 'number()(uint256)', ...rpc), '6')
    expect(await cast('run', sent.transactionHash, ...rpc)).toContain('Incremented')
    const logs = JSON.parse(
      await cast('logs', '--json', '--address', counter, '--from-block', '0', ...rpc),
    )
    expect(logs).toHaveLength(1)
  })

  test('cast calls development methods', async () => {
    expect(await cast('rpc', 'anvil_setBalance', stranger, '0x2a', ...rpc)).toBe('null')
    expect(await cast('balance', stranger, ...rpc)).toBe('42')
    const info = JSON.parse(await cast('rpc', 'anvil_nodeInfo', ...rpc))
    expect(info).toMatchObject({ environment: { chainId: 31337 } })
    const before = Number(await cast('block-number', ...rpc))
    await cast('rpc', 'anvil_mine', '3', ...rpc)
    expect(Number(await cast('block-number', ...rpc))).toBeGreaterThanOrEqual(before + 3)
    await cast('rpc', 'anvil_impersonateAccount', stranger, ...rpc)
    await cast('rpc', 'anvil_setBalance', stranger, '0xde0b6b3a7640000', ...rpc)
    const sent = await cast('send', bob, ...rpc, '--unlocked', '--from', stranger, '--json')
    expect(JSON.parse(sent)).toMatchObject({ from: stranger, status: '0x1' })
  })

  test('cast reads the pool', async () => {
    expect(JSON.parse(await cast('rpc', 'txpool_status', ...rpc))).toHaveProperty('pending')
    expect(await cast('tx-pool', 'status', ...rpc)).toContain('pending')
    expect(await cast('tx-pool', 'content', ...rpc)).toBeDefined()
    expect(await cast('tx-pool', 'inspect', ...rpc)).toBeDefined()
    expect(await cast('tx-pool', 'content-from', '--from', alice, ...rpc)).toBeDefined()
  })
})
