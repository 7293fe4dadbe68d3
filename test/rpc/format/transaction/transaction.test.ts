import { type Hex, keccak256, parseTransaction } from 'viem'
import { privateKeyToAccount } from 'viem/accounts'
import { beforeAll, describe, expect, it } from 'vitest'
import { formatTransaction, placeIn } from '../../../../src/rpc/format/transaction.ts'
import type { SealedBlock } from '../../../../src/types/view.ts'
import { noOfficialSuite } from '../../../support/officialSuite.ts'
import { titled } from '../../../support/skips.ts'
import { officialBlocks, officialExchanges } from '../officialChain.ts'
import { decoded, pendingBlock, sealedBlock } from '../views.ts'

const account = privateKeyToAccount(
  '0xac0974bec39a17e36ba4a6b4d238ff944bacb478cbed5efcae784d7bf4f2ff80',
)
const from = account.address.toLowerCase()
const to = '0x00000000000000000000000000000000000000aa'
const slot = `0x${'01'.repeat(32)}` as const
const common = { chainId: 31337, nonce: 4, gas: 30_000n, to, value: 5n, data: '0xabcd' } as const
const shared = { from, gas: '0x7530', input: '0xabcd', nonce: '0x4', to, value: '0x5' }
const nowhere = {
  blockHash: null,
  blockNumber: null,
  blockTimestamp: null,
  transactionIndex: null,
}

/** Signature members as viem reads them out of a typed transaction. */
function signatureOf(raw: Hex) {
  const { r, s, yParity } = parseTransaction(raw) as { r: Hex; s: Hex; yParity: number }
  const trimmed = (word: Hex) => `0x${BigInt(word).toString(16)}`
  return { r: trimmed(r), s: trimmed(s), v: `0x${yParity}`, yParity: `0x${yParity}` }
}

describe('formatTransaction of a pooled transaction', () => {
  it('shows a legacy transaction with its chain and without yParity', async () => {
    const raw = await account.signTransaction({ ...common, type: 'legacy', gasPrice: 9n })
    const { r, s, v } = parseTransaction(raw) as { r: Hex; s: Hex; v: bigint }
    expect(formatTransaction(await decoded(raw))).toEqual({
      ...nowhere,
      ...shared,
      hash: keccak256(raw),
      type: '0x0',
      gasPrice: '0x9',
      chainId: '0x7a69',
      v: `0x${v.toString(16)}`,
      r: `0x${BigInt(r).toString(16)}`,
      s: `0x${BigInt(s).toString(16)}`,
    })
  })

  it('shows no chain for a legacy transaction that names none', async () => {
    const { chainId: _, ...unprotected } = common
    const raw = await account.signTransaction({ ...unprotected, type: 'legacy', gasPrice: 9n })
    const shown = formatTransaction(await decoded(raw))
    expect(shown).not.toHaveProperty('chainId')
    expect(['0x1b', '0x1c']).toContain(shown.v)
  })

  it('shows an access list', async () => {
    const accessList = [{ address: to, storageKeys: [slot] }] as const
    const raw = await account.signTransaction({
      ...common,
      type: 'eip2930',
      gasPrice: 9n,
      accessList,
    })
    expect(formatTransaction(await decoded(raw))).toEqual({
      ...nowhere,
      ...shared,
      ...signatureOf(raw),
      hash: keccak256(raw),
      type: '0x1',
      gasPrice: '0x9',
      accessList,
      chainId: '0x7a69',
    })
  })

  it('shows the fee cap as the gas price', async () => {
    const fees = { maxFeePerGas: 100n, maxPriorityFeePerGas: 2n }
    const raw = await account.signTransaction({ ...common, type: 'eip1559', ...fees })
    expect(formatTransaction(await decoded(raw))).toEqual({
      ...nowhere,
      ...shared,
      ...signatureOf(raw),
      hash: keccak256(raw),
      type: '0x2',
      gasPrice: '0x64',
      maxFeePerGas: '0x64',
      maxPriorityFeePerGas: '0x2',
      accessList: [],
      chainId: '0x7a69',
    })
  })

  it('shows the blobs of a blob transaction', async () => {
    const blobVersionedHashes = [`0x01${'00'.repeat(31)}`] as const
    const raw = await account.signTransaction({
      ...common,
      type: 'eip4844',
      maxFeePerGas: 100n,
      maxPriorityFeePerGas: 2n,
      maxFeePerBlobGas: 3n,
      blobVersionedHashes,
      sidecars: false,
    })
    expect(formatTransaction(await decoded(raw))).toEqual({
      ...nowhere,
      ...shared,
      ...signatureOf(raw),
      hash: keccak256(raw),
      type: '0x3',
      gasPrice: '0x64',
      maxFeePerGas: '0x64',
      maxPriorityFeePerGas: '0x2',
      maxFeePerBlobGas: '0x3',
      accessList: [],
      chainId: '0x7a69',
      blobVersionedHashes,
    })
  })

  it('shows the authorizations of a set-code transaction', async () => {
    const authorization = await account.signAuthorization({ address: to, chainId: 0, nonce: 0 })
    const raw = await account.signTransaction({
      ...common,
      type: 'eip7702',
      maxFeePerGas: 100n,
      maxPriorityFeePerGas: 2n,
      authorizationList: [authorization],
    })
    expect(formatTransaction(await decoded(raw))).toEqual({
      ...nowhere,
      ...shared,
      ...signatureOf(raw),
      hash: keccak256(raw),
      type: '0x4',
      gasPrice: '0x64',
      maxFeePerGas: '0x64',
      maxPriorityFeePerGas: '0x2',
      accessList: [],
      chainId: '0x7a69',
      authorizationList: [
        {
          address: to,
          chainId: '0x0',
          nonce: '0x0',
          yParity: `0x${authorization.yParity}`,
          r: `0x${BigInt(authorization.r).toString(16)}`,
          s: `0x${BigInt(authorization.s).toString(16)}`,
        },
      ],
    })
  })

  it('shows null for the receiver of a creation', async () => {
    const { to: _, ...creation } = common
    const raw = await account.signTransaction({ ...creation, type: 'legacy', gasPrice: 9n })
    expect(formatTransaction(await decoded(raw)).to).toBeNull()
  })
})

describe('formatTransaction of a transaction in a block', () => {
  const gwei = 1_000_000_000n
  async function shownIn(view: typeof sealedBlock | typeof pendingBlock, maxFeePerGas: bigint) {
    const raw = await account.signTransaction({
      ...common,
      type: 'eip1559',
      maxFeePerGas,
      maxPriorityFeePerGas: 2n,
    })
    const transaction = await decoded(raw)
    const block = view([transaction])
    return { block, shown: formatTransaction(transaction, placeIn(block, 0)) }
  }

  it('has the hash and time of a sealed block and the price that it paid', async () => {
    const { block, shown } = await shownIn(sealedBlock, 10n * gwei)
    expect(shown).toMatchObject({
      blockHash: (block as SealedBlock).hash,
      blockNumber: '0x7',
      blockTimestamp: '0x3e8',
      transactionIndex: '0x0',
      gasPrice: `0x${(gwei + 2n).toString(16)}`,
    })
  })

  it('pays no more than its fee cap', async () => {
    const { shown } = await shownIn(sealedBlock, gwei + 1n)
    expect(shown.gasPrice).toBe(`0x${(gwei + 1n).toString(16)}`)
  })

  it('has no block hash while it is pre-confirmed', async () => {
    const { shown } = await shownIn(pendingBlock, 10n * gwei)
    expect(shown).toMatchObject({
      blockHash: null,
      blockNumber: '0x7',
      blockTimestamp: '0x3e8',
      transactionIndex: '0x0',
      gasPrice: `0x${(gwei + 2n).toString(16)}`,
    })
  })
})

describe.skipIf(noOfficialSuite)(
  titled('formatTransaction as geth answered on the official chain', noOfficialSuite),
  () => {
    let blocks: ReadonlyMap<bigint, SealedBlock>
    beforeAll(async () => {
      blocks = await officialBlocks()
    })

    it.each(
      officialExchanges('eth_getTransactionByHash', [
        'get-blob-tx',
        'get-dynamic-fee',
        'get-legacy-create',
        'get-legacy-input',
      ]),
    )('$name', ({ params, result }) => {
      const block = blocks.get(BigInt((result as { blockNumber: string }).blockNumber))
      const index = block?.transactions.findIndex(({ hash }) => hash === params[0]) ?? -1
      const transaction = block?.transactions[index]
      if (block === undefined || transaction === undefined) throw new Error('not on the chain')
      expect(formatTransaction(transaction, placeIn(block, index))).toEqual(result)
    })
  },
)
