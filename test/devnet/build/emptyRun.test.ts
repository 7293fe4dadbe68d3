import { describe, expect, it } from 'vitest'
import type { DevnetOptions } from '../../../src/types/options/options.ts'
import { type Client, client } from '../../rpc/methods/client.ts'
import { createStepped } from '../../support/steps.ts'

const blocks = async (devnet: Client, to: number) => {
  const all = []
  for (let number = 1; number <= to; number++) {
    all.push(await devnet.ask('eth_getBlockByNumber', `0x${number.toString(16)}`, false))
  }
  return all
}

/** The withdrawal of a validator is asked for; the contract of EIP-7002 takes note in the blocks after it. */
const withdrawal = {
  to: '0x00000961ef480eb55e80d19ad83579a64c007002',
  data: `0x${'11'.repeat(56)}`,
  value: '0x1',
}

describe('empty blocks of one request are those that are made one by one', () => {
  const cases: readonly [string, DevnetOptions, ...(readonly unknown[])[]][] = [
    ['by default', {}],
    ['at London', { hardfork: 'london' }],
    ['at Paris', { hardfork: 'paris' }],
    ['at Shanghai', { hardfork: 'shanghai' }],
    ['at Cancun', { hardfork: 'cancun' }],
    ['on Base', { preset: 'base' }],
    ['where two blocks may have one time', { allowSameTimestamp: true }],
    ['with an interval', {}, ['anvil_setBlockTimestampInterval', 7]],
    [
      'with chosen fields',
      {},
      ['anvil_setCoinbase', withdrawal.to],
      ['evm_setBlockGasLimit', '0x1312d00'],
    ],
    ['with a base fee for the first', {}, ['anvil_setNextBlockBaseFeePerGas', '0x2540be400']],
    ['after a request to the consensus layer', {}, ['eth_sendTransaction', withdrawal]],
    ['after an edit', {}, ['anvil_setBalance', withdrawal.to, '0x5']],
    [
      'where a contract of the protocol is missing',
      {},
      ['anvil_setCode', '0x0000f90827f1c53a10cb7a02335b175320002935', '0x'],
    ],
  ]
  it.each(cases)('%s', async (_name, options, ...before) => {
    const open = async () => {
      const devnet = await client({ mining: 'auto', ...options })
      for (const [method, ...params] of before) await devnet.ask(method as string, ...params)
      return devnet
    }
    await using together = await open()
    await using apart = await open()
    await together.ask('anvil_mine', '0x20')
    for (let left = 0x20; left > 0; left--) await apart.ask('anvil_mine')
    await together.ask('anvil_mine', '0x3')
    await apart.ask('anvil_mine', '0x3')
    const head = Number(await together.ask('eth_blockNumber'))
    expect(await blocks(together, head)).toEqual(await blocks(apart, head))
  })

  it('an interval apart, from which time goes on', async () => {
    await using together = await client({ mining: 'auto' })
    await using apart = await client({ mining: 'auto' })
    await together.ask('anvil_mine', '0x5', '0xe10')
    let { timestamp } = await apart.ask('eth_getBlockByNumber', 'latest', false)
    await apart.ask('anvil_mine')
    for (let left = 4; left > 0; left--) {
      timestamp = (await apart.ask('eth_getBlockByNumber', 'latest', false)).timestamp
      await apart.ask('evm_mine', Number(timestamp) + 0xe10)
    }
    for (const devnet of [together, apart]) await devnet.ask('evm_mine')
    expect(await blocks(together, 6)).toEqual(await blocks(apart, 6))
  })
})

describe('empty blocks of one request', () => {
  it('are reported one by one', async () => {
    await using devnet = await client({ mining: 'auto' })
    const filter = await devnet.ask('eth_newBlockFilter')
    await devnet.ask('anvil_mine', '0x20')
    const hashes = (await blocks(devnet, 0x20)).map(({ hash }) => hash)
    expect(await devnet.ask('eth_getFilterChanges', filter)).toEqual(hashes)
  })

  it('are there for a snapshot, a fork and a revert', async () => {
    await using devnet = await client({ mining: 'auto' })
    await devnet.ask('anvil_mine', '0x20')
    const snapshot = await devnet.ask('evm_snapshot')
    await devnet.ask('anvil_mine', '0x20')
    await using fork = await devnet.fork()
    expect(await fork.provider.request({ method: 'eth_blockNumber' })).toBe('0x40')
    await devnet.ask('anvil_mine', '0x20')
    expect(await devnet.ask('evm_revert', snapshot)).toBe(true)
    expect(await devnet.ask('eth_blockNumber')).toBe('0x20')
  })

  it('take a transaction that waits for a lower base fee when it can run', async () => {
    await using devnet = await client({ mining: 'manual' })
    const hash = await devnet.send({
      to: devnet.accounts[1]?.address,
      maxFeePerGas: '0x1dcd6500',
      maxPriorityFeePerGas: '0x0',
    })
    await devnet.ask('anvil_mine', '0x20')
    const { blockNumber } = await devnet.ask('eth_getTransactionReceipt', hash)
    const { baseFeePerGas } = await devnet.ask('eth_getBlockByNumber', blockNumber, false)
    expect(Number(baseFeePerGas)).toBeLessThanOrEqual(500_000_000)
    expect(Number(blockNumber)).toBeGreaterThan(2)
  })
})

describe('a long run of one request', () => {
  const hashesAround = (devnet: Client) =>
    Promise.all(
      ['0x1', '0x2', '0x1388', '0x2710', 'latest'].map(
        async (number) => (await devnet.ask('eth_getBlockByNumber', number, false)).hash,
      ),
    )

  it('is made when the chain is read: before a request in turns, else at once', async () => {
    const devnet = await createStepped({ mining: 'auto' })
    const sealed: unknown[] = []
    devnet.hub.on('sealed', (event) => sealed.push('empty' in event ? event.empty : 'one'))
    await devnet.blocks.mine({ blocks: 10_000 })
    expect(devnet.chain.isBehind).toBe(true)
    expect(sealed).toEqual(['one', { from: 2n, to: 10_000n, timestamp: expect.any(BigInt) }])
    await devnet.blocks.settle()
    expect(devnet.chain.isBehind).toBe(false)
    await devnet.blocks.mine({ blocks: 10_000 })
    expect(devnet.chain.isBehind).toBe(true)
    expect(devnet.chain.head.number).toBe(20_000n)
    expect(devnet.blocks.settle()).toBeUndefined()
    await devnet.close()
  })

  it('has the hashes that it has where somebody hears of its last block', async () => {
    await using quiet = await client({ mining: 'auto' })
    await using heard = await client({ mining: 'auto' })
    const numbers: bigint[] = []
    heard.on('block', ({ number }) => numbers.push(number))
    for (const devnet of [quiet, heard]) await devnet.ask('hardhat_mine', '0x2710')
    expect(numbers).toEqual([1n, 10_000n])
    expect(await hashesAround(quiet)).toEqual(await hashesAround(heard))
  })

  it('is no more where the chain goes back before anybody reads', async () => {
    const devnet = await createStepped({ mining: 'auto' })
    const id = await devnet.history.checkpoint()
    await devnet.blocks.mine({ blocks: 10_000 })
    await devnet.history.restore(id)
    expect(devnet.chain.head.number).toBe(0n)
    await devnet.close()
  })
})
