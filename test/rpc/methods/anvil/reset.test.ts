import { expect, it } from 'vitest'
import { bob, sendTransfer } from '../../../support/transfers.ts'
import { account, type Client, client } from '../client.ts'

/** All that a test may have changed. */
async function everything(devnet: Client) {
  return {
    genesis: await devnet.ask('eth_getBlockByNumber', '0x0', true),
    head: await devnet.ask('eth_getBlockByNumber', 'latest', true),
    pending: await devnet.ask('eth_getBlockByNumber', 'pending', true),
    pool: await devnet.ask('txpool_content'),
    balances: [
      await devnet.ask('eth_getBalance', bob),
      await devnet.ask('eth_getBalance', account(devnet, 0)),
    ],
    nonce: await devnet.ask('eth_getTransactionCount', account(devnet, 0)),
    coinbase: await devnet.ask('eth_coinbase'),
    chainId: await devnet.ask('eth_chainId'),
    cadence: await devnet.ask('preconf_cadence'),
    faults: await devnet.ask('preconf_listFaults'),
    now: devnet.clock.now(),
  }
}

async function changeAll(devnet: Client): Promise<void> {
  await sendTransfer(devnet)
  await devnet.seal()
  await sendTransfer(devnet, { nonce: 1 })
  await devnet.flashblock()
  await sendTransfer(devnet, { nonce: 5 })
  await devnet.ask('anvil_setBalance', bob, '0x99')
  await devnet.ask('anvil_setNonce', account(devnet, 0), 17)
  await devnet.ask('anvil_setCoinbase', bob)
  await devnet.ask('anvil_setNextBlockBaseFeePerGas', '0x5')
  await devnet.ask('evm_setBlockGasLimit', 10_000_000)
  await devnet.ask('evm_increaseTime', 3600)
  await devnet.ask('evm_setNextBlockTimestamp', 2_000_000_000)
  await devnet.ask('anvil_setBlockTimestampInterval', 12)
  await devnet.ask('anvil_setChainId', 5)
  await devnet.ask('anvil_impersonateAccount', bob)
  await devnet.ask('preconf_setFault', { kind: 'dropAtSeal' })
  await devnet.ask('preconf_pause')
  await devnet.ask('evm_setAutomine', true)
}

it.each(['manual', 'flashblocks', 'auto'] as const)(
  'makes everything as it was at the start, the cadence too: %s',
  async (mining) => {
    await using devnet = await client({ mining })
    const before = await everything(devnet)
    await changeAll(devnet)
    await devnet.ask('anvil_reset')
    expect(await everything(devnet)).toEqual(before)
    const sent = { from: bob, to: bob, gas: '0x5208' }
    expect((await devnet.refusal('eth_sendTransaction', sent)).message).toMatch(/unknown account/)
  },
)

it.each([
  [[]],
  [[null]],
  [[{}]],
  [[{ forking: null }]],
  [[{ forking: { blockNumber: null } }]],
  [[{ forking: { jsonRpcUrl: '', blockNumber: null } }]],
])('takes %j for a reset without a fork', async (params) => {
  await using devnet = await client()
  await devnet.seal()
  await devnet.ask('anvil_reset', ...params)
  expect(await devnet.ask('eth_blockNumber')).toBe('0x0')
})

it('refuses a live chain that is not there, and changes nothing', async () => {
  await using devnet = await client()
  await devnet.seal()
  const forking = { jsonRpcUrl: 'http://127.0.0.1:1', blockNumber: 1 }
  expect(await devnet.refusal('hardhat_reset', { forking })).toEqual({
    code: -32000,
    message: 'http://127.0.0.1:1 cannot be reached: ECONNREFUSED',
  })
  expect(await devnet.refusal('anvil_reset', { forking: { blockNumber: 1 } })).toEqual({
    code: -32602,
    message: 'Forking not enabled and RPC URL not provided to start forking',
  })
  expect(await devnet.ask('eth_blockNumber')).toBe('0x1')
})

it('forgets snapshots and checkpoints; their ids never come again', async () => {
  await using devnet = await client()
  const snapshot = await devnet.ask('evm_snapshot')
  const checkpoint = await devnet.ask('preconf_checkpoint')
  await devnet.ask('anvil_reset')
  expect(await devnet.ask('evm_revert', snapshot)).toBe(false)
  expect(await devnet.ask('preconf_restore', checkpoint)).toBe(false)
  expect(await devnet.ask('evm_snapshot')).toBe('0x3')
})

it('counts snapshots from 1 again as Hardhat does, with `compat: hardhat`', async () => {
  await using devnet = await client({ compat: 'hardhat' })
  expect(await devnet.ask('evm_snapshot')).toBe('0x1')
  await devnet.ask('hardhat_reset')
  expect(await devnet.ask('evm_snapshot')).toBe('0x1')
})

it('goes on making blocks afterwards, equal to those of a new devnet', async () => {
  const sealAll = async (devnet: Client) => {
    await sendTransfer(devnet)
    await devnet.clock.advance(2_000)
    return devnet.ask('eth_getBlockByNumber', 'latest', true)
  }
  await using fresh = await client({ mining: 'flashblocks' })
  await using used = await client({ mining: 'flashblocks' })
  await changeAll(used)
  await used.ask('anvil_reset')
  const [expected, actual] = [await sealAll(fresh), await sealAll(used)]
  expect(actual).toEqual(expected)
  expect(actual.transactions).toHaveLength(1)
})

// Anvil 1.7.1 and Hardhat 2.29.1: genesis keeps its timestamp, and only the time since the reset counts.
it.each([
  ['anvil_reset', {}],
  ['hardhat_reset', { compat: 'hardhat' }],
] as const)(
  'has time go on from the genesis, under a real clock too: %s',
  async (method, options) => {
    await using devnet = await client({ ...options, mining: 'auto', clock: 'real' })
    const timestampOf = async (block: string) =>
      Number((await devnet.ask('eth_getBlockByNumber', block, false)).timestamp)
    const genesis = await timestampOf('0x0')
    await devnet.ask('evm_increaseTime', 1_000_000)
    await devnet.ask('evm_mine')
    await devnet.ask('evm_setNextBlockTimestamp', genesis + 2_000_000)
    await devnet.ask(method)
    expect(await timestampOf('0x0')).toBe(genesis)
    await devnet.ask('evm_increaseTime', 3)
    await devnet.ask('evm_mine')
    const passed = (await timestampOf('latest')) - genesis
    expect(passed).toBeGreaterThanOrEqual(3)
    expect(passed).toBeLessThan(60)
  },
)

it('counts only the time since the reset', async () => {
  await using devnet = await client({ mining: 'auto', clock: 'manual' })
  await devnet.clock.advance(100_000)
  await devnet.ask('anvil_reset')
  await devnet.clock.advance(3_000)
  await devnet.ask('evm_mine')
  const [genesis, first] = await Promise.all(
    ['0x0', '0x1'].map((number) => devnet.ask('eth_getBlockByNumber', number, false)),
  )
  expect(first.timestamp - genesis.timestamp).toBe(3)
})
