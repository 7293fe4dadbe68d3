import { parseTransaction, recoverTransactionAddress, type TransactionSerialized } from 'viem'
import { describe, expect, it } from 'vitest'
import { blobOfOnes, blobOfOnesHash, sidecarOfOnes } from '../anvil/blobs.ts'
import { account, client, missingArgument } from '../client.ts'

const unknown = `0x${'c0'.repeat(20)}`

describe('eth_signTransaction', () => {
  it('completes and signs, and sends nothing', async () => {
    await using devnet = await client()
    const [from, to] = [account(devnet, 1), account(devnet, 0)]
    const raw = await devnet.ask('eth_signTransaction', { from, to, value: '0x5' })
    expect(parseTransaction(raw)).toMatchObject({
      type: 'eip1559',
      chainId: 31_337,
      to,
      value: 5n,
      gas: 21_000n,
      maxPriorityFeePerGas: 1_000_000_000n,
    })
    const serializedTransaction = raw as TransactionSerialized
    const signer = await recoverTransactionAddress({ serializedTransaction })
    expect(signer.toLowerCase()).toBe(from)
    expect(await devnet.ask('txpool_status')).toEqual({ pending: '0x0', queued: '0x0' })
    const hash = await devnet.ask('eth_sendRawTransaction', raw)
    await devnet.seal()
    expect(await devnet.ask('eth_getTransactionReceipt', hash)).toMatchObject({ status: '0x1' })
  })

  it('takes the nonce after what is waiting, and keeps what is given', async () => {
    await using devnet = await client()
    const [from, to] = [account(devnet, 0), account(devnet, 1)]
    await devnet.send({ to })
    const next = await devnet.ask('eth_signTransaction', { from, to })
    expect(parseTransaction(next)).toMatchObject({ nonce: 1 })
    const given = { from, to, nonce: '0x7', gas: '0xffff', gasPrice: '0x77359400' }
    const legacy = await devnet.ask('eth_signTransaction', given)
    expect(parseTransaction(legacy)).toMatchObject({
      type: 'legacy',
      nonce: 7,
      gas: 65_535n,
      gasPrice: 2_000_000_000n,
      chainId: 31_337,
    })
  })

  it('refuses another chain, blobs and an account without key', async () => {
    await using devnet = await client()
    const request = { from: account(devnet, 0), to: account(devnet, 1) }
    const refusal = (fields: object) =>
      devnet.refusal('eth_signTransaction', { ...request, ...fields })
    expect(await refusal({ chainId: '0x5' })).toEqual({
      code: -32000,
      message: "chainId does not match node's (have=5, want=31337)",
    })
    const blobVersionedHashes = [`0x01${'00'.repeat(31)}`]
    expect(await refusal({ blobVersionedHashes })).toMatchObject({
      message: expect.stringContaining('missing blobs'),
    })
    expect(await refusal({ from: unknown })).toEqual({
      code: -32602,
      message: `No Signer available: unknown account ${unknown}`,
    })
    expect(await devnet.refusal('eth_signTransaction')).toEqual(missingArgument(0))
  })

  it('shows the transaction beside its bytes where geth is stood for', async () => {
    await using devnet = await client({ compat: 'geth' })
    const request = { from: account(devnet, 0), to: account(devnet, 1), value: '0x5' }
    const { raw, tx } = await devnet.ask('eth_signTransaction', request)
    expect(tx).toMatchObject({ ...request, nonce: '0x0', blockHash: null })
    expect(await devnet.ask('eth_sendRawTransaction', raw)).toBe(tx.hash)
  })

  it('signs a transaction with its blobs, ready to be sent', async () => {
    await using devnet = await client({ hardfork: 'prague' })
    const [from, to] = [account(devnet, 0), account(devnet, 1)]
    const raw = await devnet.ask('eth_signTransaction', { from, to, ...sidecarOfOnes() })
    expect(parseTransaction(raw)).toMatchObject({
      type: 'eip4844',
      blobVersionedHashes: [blobOfOnesHash],
      sidecars: [{ blob: blobOfOnes }],
    })
    const hash = await devnet.ask('eth_sendRawTransaction', raw)
    expect(await devnet.ask('anvil_getBlobsByTransactionHash', hash)).toEqual([blobOfOnes])
  })

  it('shows the blobs beside the bytes as geth does', async () => {
    await using devnet = await client({ hardfork: 'prague', compat: 'geth' })
    const request = { from: account(devnet, 0), to: account(devnet, 1), ...sidecarOfOnes() }
    const { tx } = await devnet.ask('eth_signTransaction', request)
    expect(tx).toMatchObject({ ...sidecarOfOnes(), blobVersionedHashes: [blobOfOnesHash] })
  })
})
