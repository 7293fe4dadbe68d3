import { bytesToHex, commitmentsToVersionedHashes, type Hex, keccak256, toBlobSidecars } from 'viem'
import { privateKeyToAccount } from 'viem/accounts'
import { describe, expect, it } from 'vitest'
import type { PreconfDevnet } from '../../../src/types/devnet.ts'
import type { DevnetOptions } from '../../../src/types/options/options.ts'
import { testDevnet } from '../../support/testDevnet.ts'
import { sendTransfer } from '../../support/transfers.ts'

const ask = (devnet: PreconfDevnet, method: string, ...params: unknown[]) =>
  devnet.provider.request({ method, params })

/** What the devnet itself will choose for its next block. */
async function nextAttributes(devnet: PreconfDevnet) {
  const { hash, timestamp } = await ask(devnet, 'eth_getBlockByNumber', 'latest', false)
  const attributes = {
    timestamp: `0x${(BigInt(timestamp) + 1n).toString(16)}`,
    prevRandao: keccak256(hash),
    suggestedFeeRecipient: `0x${'0'.repeat(40)}`,
  }
  return { hash, attributes }
}

async function build(devnet: PreconfDevnet, fields: object = {}, transactions?: readonly Hex[]) {
  const { hash, attributes } = await nextAttributes(devnet)
  const all = { ...attributes, ...fields }
  return ask(devnet, 'testing_buildBlockV1', hash, all, transactions ?? null)
}

function signer(devnet: PreconfDevnet, index: number) {
  return privateKeyToAccount(devnet.accounts[index]?.privateKey as Hex)
}

const fees = { gas: 200_000n, maxFeePerGas: 10n ** 10n, maxPriorityFeePerGas: 10n ** 9n }

describe('a built block', () => {
  it.each<DevnetOptions>([{ hardfork: 'osaka' }, { hardfork: 'shanghai' }, { hardfork: 'berlin' }])(
    'is the one that is sealed next: $hardfork',
    async (options) => {
      await using devnet = await testDevnet(options)
      const [from, to] = devnet.accounts.map(({ address }) => address)
      await ask(devnet, 'eth_sendTransaction', { from, to, value: '0x1', gas: '0x5208' })
      const { executionPayload } = await build(devnet)
      const sealed = await devnet.seal()
      expect(sealed.transactions).toHaveLength(1)
      expect(executionPayload.blockHash).toBe(sealed.hash)
    },
  )

  it('has null for what its fork does not know', async () => {
    await using shanghai = await testDevnet({ hardfork: 'shanghai' })
    expect(await build(shanghai)).toMatchObject({
      executionPayload: { withdrawals: [], blobGasUsed: null, excessBlobGas: null },
      executionRequests: null,
    })
    await using berlin = await testDevnet({ hardfork: 'berlin' })
    expect(await build(berlin)).toMatchObject({
      executionPayload: { withdrawals: null, baseFeePerGas: null },
    })
  })

  it('aims at the gas limit of mainnet on a chain from a genesis file, as far as a block may go', async () => {
    const genesis = { config: { chainId: 5 }, gasLimit: '0x2625a00', difficulty: '0x1', alloc: {} }
    await using devnet = await testDevnet({ genesis })
    const { executionPayload } = await build(devnet)
    expect(BigInt(executionPayload.gasLimit)).toBe(40_000_000n + 40_000_000n / 1024n - 1n)
  })

  it('tells the requests to the consensus layer, their type before them', async () => {
    await using devnet = await testDevnet()
    const withdrawalRequests = '0x00000961ef480eb55e80d19ad83579a64c007002'
    const sender = signer(devnet, 0)
    const raw = await sender.signTransaction({
      ...fees,
      chainId: devnet.chainId,
      nonce: 0,
      to: withdrawalRequests,
      data: `0x${'aa'.repeat(48)}${'00'.repeat(8)}`,
      value: 1n,
    })
    const { executionPayload, executionRequests } = await build(devnet, {}, [raw])
    expect(executionPayload.transactions).toEqual([raw])
    const source = sender.address.slice(2).toLowerCase()
    expect(executionRequests).toEqual([`0x01${source}${'aa'.repeat(48)}${'00'.repeat(8)}`])
  })

  it('comes with the blobs of its transactions', async () => {
    await using devnet = await testDevnet()
    // Commitment to and proof of a blob of zeros.
    const infinity: Hex = `0xc0${'0'.repeat(94)}`
    const blob = bytesToHex(new Uint8Array(131_072))
    const commitments = [infinity]
    const raw = await signer(devnet, 0).signTransaction({
      ...fees,
      type: 'eip4844',
      chainId: devnet.chainId,
      nonce: 0,
      to: devnet.accounts[1]?.address as Hex,
      maxFeePerBlobGas: 10n ** 10n,
      blobVersionedHashes: commitmentsToVersionedHashes({ commitments }),
      sidecars: toBlobSidecars({ blobs: [blob], commitments, proofs: [infinity] }),
    })
    const hash = await ask(devnet, 'eth_sendRawTransaction', raw)
    const pooled = await ask(devnet, 'eth_getRawTransactionByHash', hash)
    expect(pooled).toBe(raw)
    for (const transactions of [undefined, [raw]]) {
      const { blobsBundle, executionPayload } = await build(devnet, {}, transactions)
      expect(blobsBundle).toEqual({ blobs: [blob], commitments, proofs: [infinity] })
      expect(executionPayload.blobGasUsed).toBe('0x20000')
      expect(keccak256(executionPayload.transactions[0])).toBe(hash)
    }
    await devnet.seal()
    expect((await ask(devnet, 'eth_getRawTransactionByHash', hash)).length).toBeLessThan(1_000)
  })

  it('leaves out what cannot run, and goes on with other senders', async () => {
    await using devnet = await testDevnet({ gasLimit: 50_000 })
    await sendTransfer(devnet, { nonce: 0 })
    await sendTransfer(devnet, { nonce: 1 })
    await sendTransfer(devnet, { nonce: 2 })
    const { executionPayload } = await build(devnet)
    expect(executionPayload.transactions).toHaveLength(2)
    expect(await ask(devnet, 'txpool_status')).toEqual({ pending: '0x3', queued: '0x0' })
  })
})
