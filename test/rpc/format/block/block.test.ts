import { zeroAddress } from 'viem'
import { privateKeyToAccount } from 'viem/accounts'
import { beforeAll, describe, expect, it } from 'vitest'
import { formatBlock, formatBlockHeader } from '../../../../src/rpc/format/block.ts'
import type { SealedBlock } from '../../../../src/types/view.ts'
import { noOfficialSuite } from '../../../support/officialSuite.ts'
import { titled } from '../../../support/skips.ts'
import { officialBlocks, officialExchanges } from '../officialChain.ts'
import { decoded, headerOf, pendingBlock, sealedBlock } from '../views.ts'

const emptyTrieRoot = '0x56e81f171bcc55a6ff8345e692c0f86e5b48e01b996cadc001622fb5e363b421'
const emptyListHash = '0x1dcc4de8dec75d7aab85b567b6ccd41ad312451b948a7413f0a142fd40d49347'
/** SHA-256 of nothing (EIP-7685). */
const emptyRequestsHash = '0xe3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855'

const account = privateKeyToAccount(`0x${'11'.repeat(32)}`)
const zeroHash = `0x${'0'.repeat(64)}`

/** A transfer of type 2 and one of type 0. */
async function transfers() {
  const fields = { chainId: 31337, gas: 21_000n, to: zeroAddress, value: 1n } as const
  const typed = await account.signTransaction({ ...fields, nonce: 0, maxFeePerGas: 10n ** 10n })
  const legacy = await account.signTransaction({ ...fields, nonce: 1, gasPrice: 10n ** 10n })
  return [await decoded(typed), await decoded(legacy)]
}

describe('formatBlock of a sealed block', () => {
  it('shows every field of the newest hardfork', async () => {
    const block = sealedBlock(await transfers())
    expect(formatBlock(block, false)).toEqual({
      baseFeePerGas: '0x3b9aca00',
      blobGasUsed: '0x0',
      difficulty: '0x0',
      excessBlobGas: '0x0',
      extraData: '0x',
      gasLimit: '0x1c9c380',
      gasUsed: '0x0',
      hash: block.hash,
      logsBloom: `0x${'0'.repeat(512)}`,
      miner: zeroAddress,
      mixHash: zeroHash,
      nonce: '0x0000000000000000',
      number: '0x7',
      parentBeaconBlockRoot: zeroHash,
      parentHash: zeroHash,
      receiptsRoot: emptyTrieRoot,
      requestsHash: emptyRequestsHash,
      sha3Uncles: emptyListHash,
      size: `0x${block.block.serialize().length.toString(16)}`,
      stateRoot: zeroHash,
      timestamp: '0x3e8',
      transactions: block.transactions.map(({ hash }) => hash),
      transactionsRoot: emptyTrieRoot,
      uncles: [],
      withdrawals: [],
      withdrawalsRoot: emptyTrieRoot,
    })
  })

  it.each([
    ['berlin', []],
    ['london', ['baseFeePerGas']],
    ['shanghai', ['baseFeePerGas', 'withdrawals', 'withdrawalsRoot']],
    [
      'cancun',
      [
        'baseFeePerGas',
        'blobGasUsed',
        'excessBlobGas',
        'parentBeaconBlockRoot',
        'withdrawals',
        'withdrawalsRoot',
      ],
    ],
  ] as const)('leaves out the fields of forks after %s', (hardfork, present) => {
    const later = [
      'baseFeePerGas',
      'blobGasUsed',
      'excessBlobGas',
      'parentBeaconBlockRoot',
      'requestsHash',
      'withdrawals',
      'withdrawalsRoot',
    ]
    for (const view of [sealedBlock, pendingBlock]) {
      const shown = formatBlock(view([], [], headerOf({}, hardfork)), false)
      expect(later.filter((name) => name in shown)).toEqual(present)
    }
  })

  it('shows whole transactions', async () => {
    const block = sealedBlock(await transfers())
    expect(formatBlock(block, true).transactions).toMatchObject([
      { hash: block.transactions[0]?.hash, blockHash: block.hash, transactionIndex: '0x0' },
      { hash: block.transactions[1]?.hash, blockHash: block.hash, transactionIndex: '0x1' },
    ])
  })
})

describe('formatBlock of the block under construction', () => {
  it('has zero for what sealing decides', async () => {
    const block = pendingBlock(await transfers())
    expect(formatBlock(block, false)).toMatchObject({
      hash: zeroHash,
      number: '0x7',
      nonce: '0x0000000000000000',
      stateRoot: zeroHash,
      transactionsRoot: zeroHash,
      receiptsRoot: zeroHash,
      uncles: [],
      withdrawals: [],
    })
  })

  it('has the hash that it is given, its transactions too', async () => {
    const hash = `0x${'ab'.repeat(32)}` as const
    const block = { ...pendingBlock(await transfers()), hash }
    expect(formatBlock(block, true)).toMatchObject({
      hash,
      stateRoot: zeroHash,
      transactions: [{ blockHash: hash }, { blockHash: hash }],
    })
  })

  it('shows transactions without a block hash', async () => {
    const block = pendingBlock(await transfers())
    expect(formatBlock(block, true).transactions).toMatchObject([
      { blockHash: null, blockNumber: '0x7', transactionIndex: '0x0' },
      { blockHash: null, blockNumber: '0x7', transactionIndex: '0x1' },
    ])
  })

  it('is as large as the same block sealed', async () => {
    const transactions = await transfers()
    expect(formatBlock(pendingBlock(transactions), false).size).toBe(
      formatBlock(sealedBlock(transactions), false).size,
    )
  })
})

describe('formatBlockHeader', () => {
  it.each([
    ['sealed', sealedBlock()],
    ['pending', pendingBlock()],
  ])('is a %s block without its body', (_kind, block) => {
    const { transactions, uncles, withdrawals, size, ...header } = formatBlock(
      block,
      false,
    ) as Record<string, unknown>
    expect([transactions, uncles, withdrawals]).toEqual([[], [], []])
    expect(size).toMatch(/^0x/)
    expect(formatBlockHeader(block)).toEqual(header)
  })
})

describe.skipIf(noOfficialSuite)(
  titled('formatBlock as geth answered on the official chain', noOfficialSuite),
  () => {
    let blocks: ReadonlyMap<bigint, SealedBlock>
    beforeAll(async () => {
      blocks = await officialBlocks()
    })

    const exchanges = [
      ...officialExchanges('eth_getBlockByNumber', [
        'get-block-cancun-fork',
        'get-block-london-fork',
        'get-block-shanghai-fork',
        'get-latest',
      ]),
      ...officialExchanges('eth_getBlockByHash', ['get-block-by-hash']),
    ]
    it.each(exchanges)('$name', ({ params, result }) => {
      const { number } = result as { number: string }
      const block = blocks.get(BigInt(number)) as SealedBlock
      expect(formatBlock(block, params[1] === true)).toEqual(result)
    })
  },
)
