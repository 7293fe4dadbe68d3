import { describe, expect, test } from 'vitest'
import type { Hex } from '../../../src/lib/hex.ts'
import type { PreconfDevnet } from '../../../src/types/devnet.ts'
import type { DevnetOptions } from '../../../src/types/options/options.ts'
import { testDevnet } from '../../support/testDevnet.ts'
import { anvilFile, changed } from './anvilFiles.ts'

// biome-ignore lint/suspicious/noExplicitAny: JSON of any form
function rpc(devnet: PreconfDevnet, method: string, ...params: unknown[]): Promise<any> {
  return devnet.provider.request({ method, params })
}

/** What clients see of blocks up to the head, each found by its hash too. */
async function blocksAndReceipts(loadState: Uint8Array, options: DevnetOptions = {}) {
  await using devnet = await testDevnet({ compat: 'anvil', loadState, ...options })
  const blocks = []
  for (let number = 0; number <= Number(await rpc(devnet, 'eth_blockNumber')); number++) {
    const block = await rpc(devnet, 'eth_getBlockByNumber', `0x${number.toString(16)}`, true)
    expect(await rpc(devnet, 'eth_getBlockByHash', block.hash, true)).toEqual(block)
    const receipts = await rpc(devnet, 'eth_getBlockReceipts', block.hash)
    const sent: { hash: Hex }[] = block.transactions
    for (const [index, { hash }] of sent.entries()) {
      expect(await rpc(devnet, 'eth_getTransactionByHash', hash)).toEqual(sent[index])
      expect(await rpc(devnet, 'eth_getTransactionReceipt', hash)).toEqual(receipts[index])
    }
    blocks.push({ block, receipts })
  }
  const dump = await devnet.dumpState()
  await rpc(devnet, 'evm_mine')
  const next = await rpc(devnet, 'eth_getBlockByNumber', 'latest', false)
  return { blocks, hashes: blocks.map(({ block }): Hex => block.hash), dump, next }
}

type Header = Record<string, unknown>

/** The file with each header changed. */
function withHeaders(change: (header: Header) => Header): Buffer {
  return changed('cancun', (file) => ({
    ...file,
    blocks: file.blocks.map((block: { header: Header }) => ({
      ...block,
      header: change(block.header),
    })),
  }))
}

function without(...fields: string[]) {
  return (header: Header): Header =>
    Object.fromEntries(Object.entries(header).filter(([key]) => !fields.includes(key)))
}

const blobs = ['blobGasUsed', 'excessBlobGas'] as const

describe('blocks of Anvil are as it has them, whatever the rules of the chain', () => {
  test('of an earlier hardfork, with their hashes and links, and go on under the rules here', async () => {
    const { blocks, hashes, dump, next } = await blocksAndReceipts(anvilFile('cancun'))
    expect(hashes[1]).toBe('0x534add2576b92a255c8dea285c7bffa50e3325e31adb58042fd9dca33ec798ec')
    expect(blocks.slice(1).map(({ block }) => block.parentHash)).toEqual(hashes.slice(0, -1))
    expect(blocks[3]?.block).not.toHaveProperty('requestsHash')
    expect(next).toMatchObject({ number: '0x4', parentHash: hashes[3] })
    expect(next.requestsHash).toMatch(/^0xe3b0c442/)
    const again = await blocksAndReceipts(dump)
    expect(again.blocks).toEqual(blocks)
  })

  test('of a later hardfork', async () => {
    const usual = await blocksAndReceipts(anvilFile('historical'))
    const early = await blocksAndReceipts(anvilFile('historical'), { hardfork: 'berlin' })
    expect(early.blocks).toEqual(usual.blocks)
    expect(early.next.baseFeePerGas).toBeUndefined()
  })

  // The hashes of block 1 and block 3 are what Anvil 1.7.1 answers.
  test.each<[readonly string[], Hex, Hex]>([
    [
      ['withdrawalsRoot'],
      '0xc482261e6b81509dc098c0688a95312360c48e4248daa26d537bc9cdea7b32ea',
      '0xa413c898e9f001f1a385d0dfca369ca1d8f44a7b5a18222134a9e9f3a5944af8',
    ],
    [
      blobs,
      '0x6dcdf6666bd108d74a3c4958072bfba54f5e2ea164649a6ee43f4b85511f925b',
      '0xa8997f2077b8cc541a663c882c08752c5be46ae5408b8198b6a762242498caa1',
    ],
    [
      ['parentBeaconBlockRoot'],
      '0xf51355f7c9b2c8626953206c868a68dec03ed4885ce218f2713f73ccbbbc59c5',
      '0x046977388c942efbfb2c1639bf9ff7d69f06c22965eff0673dba6a40472d0622',
    ],
    [
      ['withdrawalsRoot', 'baseFeePerGas'],
      '0xa9b284fcba7a62d12f29f01f22b83eb93dac67f3da297e29996ac8842ca3ae2e',
      '0xb1c743d64f0f973970164c8ae08e111dc1efd287084030202e3a695aa6839ca7',
    ],
    [
      [...blobs, 'parentBeaconBlockRoot'],
      '0x061af9feb78ad3b891c6398b73d93834feb923be51fb558b49446cb4f3594476',
      '0x7fd61280fcdf0b514ff5ea3a96a034a77017186a40a631d9dd4ec3f965ace794',
    ],
    [
      [...blobs, 'parentBeaconBlockRoot', 'withdrawalsRoot'],
      '0xa062197129bd9d62e04f8d40338fa1e3829450bf9be8c0e6fb23611a85bbebff',
      '0x33eb1f5f03ca7a88904411cadb3019bc9c98d342af7ff770f3f0ccf61ce2d63d',
    ],
    [
      [...blobs, 'parentBeaconBlockRoot', 'withdrawalsRoot', 'baseFeePerGas'],
      '0x021dc299f48a340f3a538de6bdb6233ccef8247efeb41377e70d68e5765b58b9',
      '0x80671325510b37974bc8cadf944d9bb95cbb611a19aa34a9b4e2db834489e0d7',
    ],
  ])('without %j', async (missing, first, head) => {
    const { blocks, hashes, dump } = await blocksAndReceipts(withHeaders(without(...missing)))
    expect([hashes[1], hashes[3]]).toEqual([first, head])
    for (const field of missing) expect(blocks[1]?.block).not.toHaveProperty(field)
    // Parents are named as the file names them, though they have other hashes now.
    expect(blocks[2]?.block.parentHash).toMatch(/^0x534add25/)
    expect((await blocksAndReceipts(dump)).blocks).toEqual(blocks)
  })

  test('of two blocks with one number the one that is a parent', async () => {
    const { hashes } = await blocksAndReceipts(anvilFile('cancun'))
    const file = changed('cancun', ({ blocks, ...rest }) => ({
      ...rest,
      blocks: [
        ...blocks,
        ...blocks
          .filter(({ header }: { header: Header }) => header.number !== '0x3')
          .map((block: { header: Header }) => ({
            ...block,
            header: { ...block.header, extraData: '0x01' },
          })),
      ],
    }))
    expect((await blocksAndReceipts(file)).hashes).toEqual(hashes)
  })

  test('with transactions that were signed for another chain', async () => {
    const { blocks, dump } = await blocksAndReceipts(anvilFile('chain1337'))
    const hash = '0x6366d851274fcc0b80243d65cb78958e1cf10f840ba6596d84abbc9a5e22f629'
    expect(blocks[1]?.block.transactions).toMatchObject([{ hash, chainId: '0x539' }])
    expect((await blocksAndReceipts(dump)).blocks).toEqual(blocks)
    expect((await blocksAndReceipts(anvilFile('chain1337'), { chainId: 1337 })).blocks).toEqual(
      blocks,
    )
  })

  test('with transactions that the rules here do not allow', async () => {
    const more = (file: { blocks: { transactions: { transaction: object }[] }[] }) => {
      const [sent] = file.blocks.flatMap(({ transactions }) => transactions)
      Object.assign(sent?.transaction ?? {}, { gas: '0x1c9c380' })
      return file
    }
    const hash = '0xc7288ac462ff73a6350cb4b592e8e661d9ce8286741e8dfc03621264f2e2f025'
    const options = { transactionGasCap: true, hardfork: 'osaka' } as const
    const { blocks, dump } = await blocksAndReceipts(changed('cancun', more), options)
    // With the hash that the file has, and the sender that its receipt names.
    expect(blocks[1]?.block.transactions).toMatchObject([
      {
        gas: '0x1c9c380',
        hash,
        from: '0xf39fd6e51aad88f6f4ce6ab8827279cfffb92266',
      },
    ])
    expect((await blocksAndReceipts(dump, options)).blocks).toEqual(blocks)
  })

  test('with deposits of the OP stack, where that is the network', async () => {
    const { blocks, dump } = await blocksAndReceipts(anvilFile('optimism'), { network: 'op' })
    const hash = '0x26fef7924fbaa4705dcb82abbb60f76c473a9a2da2981d0573247b5206d5e4be'
    expect(blocks[1]?.block.transactions).toMatchObject([{ type: '0x7e', mint: '0x7', hash }])
    expect(blocks[1]?.receipts).toMatchObject([{ depositNonce: '0x1', transactionHash: hash }])
    expect((await blocksAndReceipts(dump, { network: 'op' })).blocks).toEqual(blocks)
    await expect(testDevnet({ loadState: anvilFile('optimism') })).rejects.toThrow(
      'it is a deposit of the OP stack: start with --network op, or network: "op"',
    )
  })
})

test('a delegation in a state that was kept is its address alone from Anvil 1.7 on', async () => {
  const delegate = `0x${'de'.repeat(20)}`
  const account = '0x70997970c51812dc3a010c7d01b50e0d17dc79c8'
  const file = changed('historical', ({ historical_states: states, ...rest }) => {
    for (const [, { accounts }] of states) {
      accounts[account].code = { Eip7702: { delegated_address: delegate } }
    }
    return { ...rest, historical_states: states }
  })
  await using devnet = await testDevnet({ compat: 'anvil', loadState: file })
  expect(await rpc(devnet, 'eth_getCode', account, '0x1')).toBe(`0xef0100${delegate.slice(2)}`)
})
