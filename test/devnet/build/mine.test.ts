import { describe, expect, it } from 'vitest'
import { bytesToHex, type Hex, hexToBytes } from '../../../src/lib/hex.ts'
import { keccak256 } from '../../../src/wasm/keccak/keccak256.ts'
import { client } from '../../rpc/methods/client.ts'

const million = 1_000_000

/** Returns the parent's hash that EIP-2935's contract keeps for the number in the call data. */
const historyContract = '0x0000f90827f1c53a10cb7a02335b175320002935'

function word(number: bigint): Hex {
  return `0x${number.toString(16).padStart(64, '0')}`
}

describe('hashes of many empty blocks', () => {
  it('are those of their headers, each the parent of the next, wherever the chain goes', async () => {
    await using devnet = await client({ mining: 'auto' })
    const check = async (others: Awaited<ReturnType<typeof client>>) => {
      const hashes: Hex[] = []
      for (const number of [1, 2, 1499, 1500, 2999, 3000, 3001, 3002]) {
        const at = `0x${number.toString(16)}`
        const { hash, parentHash } = await others.ask('eth_getBlockByNumber', at, false)
        const header = hexToBytes(await others.ask('debug_getRawHeader', at))
        expect(bytesToHex(keccak256(header))).toBe(hash)
        const before = `0x${(number - 1).toString(16)}`
        const parent = await others.ask('eth_getBlockByNumber', before, false)
        expect(parentHash).toBe(parent.hash)
        expect((await others.ask('eth_getBlockByHash', hash, false)).number).toBe(at)
        hashes.push(hash)
      }
      return hashes
    }
    await devnet.ask('anvil_mine', '0xbb8')
    await devnet.ask('anvil_mine', '0x2')
    const hashes = await check(devnet)
    const snapshot = await devnet.ask('evm_snapshot')
    await devnet.ask('anvil_mine', '0xbb8')
    await devnet.ask('evm_revert', snapshot)
    expect(await check(devnet)).toEqual(hashes)
    await using other = await client({ mining: 'auto' })
    await other.ask('anvil_loadState', await devnet.ask('anvil_dumpState'))
    expect(await check(other)).toEqual(hashes)
  })

  it('are those that the blocks have when each is made alone', async () => {
    const options = { mining: 'auto', clock: 'manual' } as const
    await using one = await client(options)
    await using other = await client(options)
    await one.ask('anvil_mine', '0x100')
    for (let left = 0x100; left > 0; left -= 0x40) await other.ask('anvil_mine', '0x40', '0x1')
    const feeOf = async (node: typeof one, number: string) =>
      (await node.ask('eth_getBlockByNumber', number, false)).baseFeePerGas
    for (const number of ['0x1', '0x2', '0x30', '0x90', '0x100']) {
      expect(await feeOf(one, number)).toBe(await feeOf(other, number))
    }
  })

  it('of a run too long are there by number and by name, also in its middle', async () => {
    await using devnet = await client({ mining: 'auto' })
    await devnet.ask('anvil_mine', '0x7fffffff')
    const { hash } = await devnet.ask('eth_getBlockByNumber', 'latest', false)
    const header = hexToBytes(await devnet.ask('debug_getRawHeader', 'latest'))
    expect(bytesToHex(keccak256(header))).toBe(hash)
    const middle = await devnet.ask('eth_getBlockByNumber', '0x40000000', false)
    const blockHash = { blockHash: middle.hash }
    expect(await devnet.ask('eth_getBlockByHash', middle.hash, false)).toEqual(middle)
    expect(await devnet.ask('eth_getBlockReceipts', middle.hash)).toEqual([])
    expect(await devnet.ask('eth_getBalance', devnet.accounts[0]?.address, blockHash)).toMatch(
      /^0x./,
    )
    // NUMBER and BLOCKHASH of the block before.
    const code = '0x43600052600143034060205260406000f3'
    const call = { to: `0x${'c0'.repeat(20)}` }
    const seen = await devnet.ask('eth_call', call, '0x40000000', { [call.to]: { code } })
    expect(seen).toBe(`${word(0x40000000n)}${middle.parentHash.slice(2)}`)
    await devnet.ask('anvil_mine', '0x1')
    expect((await devnet.ask('eth_getBlockByNumber', 'latest', false)).parentHash).toBe(hash)
    await using other = await client({ mining: 'auto' })
    await other.ask('anvil_loadState', await devnet.ask('anvil_dumpState'))
    expect((await other.ask('eth_getBlockByHash', hash, false)).number).toBe('0x7fffffff')
    expect(await other.ask('eth_getBlockByNumber', '0x40000000', false)).toEqual(middle)
  })
})

describe('a million empty blocks', () => {
  it('are there at once, each with its parent, found by number and by hash', async () => {
    await using devnet = await client({ mining: 'auto' })
    await devnet.ask('evm_mine', { blocks: million })
    expect(await devnet.ask('eth_blockNumber')).toBe('0xf4240')
    for (const number of [1n, 150n, 5000n, 999_999n, 1_000_000n]) {
      const block = await devnet.ask('eth_getBlockByNumber', `0x${number.toString(16)}`, true)
      const parent = await devnet.ask(
        'eth_getBlockByNumber',
        `0x${(number - 1n).toString(16)}`,
        true,
      )
      expect(block.parentHash).toBe(parent.hash)
      expect(BigInt(block.timestamp)).toBe(BigInt(parent.timestamp) + 1n)
      expect(await devnet.ask('eth_getBlockByHash', block.hash, true)).toEqual(block)
    }
  })

  it('leave what contracts remember of blocks as if each had been made', async () => {
    await using devnet = await client({ mining: 'auto' })
    await devnet.ask('evm_mine', { blocks: million })
    const asked = 995_000n
    const { hash } = await devnet.ask('eth_getBlockByNumber', `0x${asked.toString(16)}`, false)
    const call = { to: historyContract, data: word(asked) }
    expect(await devnet.ask('eth_call', call, 'latest')).toBe(hash)
  })

  it('are built on, searched, gone back to and taken away like others', async () => {
    await using devnet = await client({ mining: 'auto' })
    await devnet.ask('evm_mine', { blocks: million })
    const snapshot = await devnet.ask('evm_snapshot')
    const sent = await devnet.send({ to: devnet.accounts[1]?.address, value: '0x1' })
    const receipt = await devnet.ask('eth_getTransactionReceipt', sent)
    expect(receipt).toMatchObject({ blockNumber: '0xf4241', status: '0x1' })
    expect(await devnet.ask('eth_getLogs', { fromBlock: '0x0', toBlock: 'latest' })).toEqual([])
    expect(await devnet.ask('evm_revert', snapshot)).toBe(true)
    expect(await devnet.ask('eth_blockNumber')).toBe('0xf4240')
    const { removed } = await devnet.rollback({ depth: 10 })
    expect(removed).toHaveLength(10)
    await devnet.ask('evm_mine')
    const head = await devnet.ask('eth_getBlockByNumber', 'latest', false)
    expect(head.number).toBe('0xf4237')
    expect((await devnet.ask('eth_getBlockByHash', head.parentHash, false)).number).toBe('0xf4236')
  })

  it('begin with what the pool holds', async () => {
    await using devnet = await client({ mining: 'manual' })
    const sent = await devnet.send({ to: devnet.accounts[1]?.address, value: '0x1' })
    await devnet.ask('evm_mine', { blocks: million })
    const receipt = await devnet.ask('eth_getTransactionReceipt', sent)
    expect(receipt.blockNumber).toBe('0x1')
  })

  it('take no longer in the middle of flashblocks, which go on after them', async () => {
    await using devnet = await client({ mining: 'flashblocks' })
    await devnet.ask('evm_mine', { blocks: million })
    await devnet.clock.advance(200)
    expect((await devnet.ask('eth_getBlockByNumber', 'pending', false)).number).toBe('0xf4241')
  })
})
