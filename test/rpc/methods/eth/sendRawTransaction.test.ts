import { concat, fromRlp, type Hex, keccak256, toRlp } from 'viem'
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts'
import { describe, expect, it } from 'vitest'
import {
  blobOfOnes,
  blobOfOnesHash,
  sidecarOfOnes,
  signedBlob,
  zeroBlob,
  zeroBlobHash,
} from '../anvil/blobs.ts'
import { account, client, missingArgument } from '../client.ts'
import { signedTransfer } from '../signing.ts'

describe('eth_sendRawTransaction', () => {
  it('answers the hash, and the next flashblock has the transaction', async () => {
    await using devnet = await client()
    const raw = await signedTransfer(devnet)
    const hash = await devnet.ask('eth_sendRawTransaction', raw)
    expect(hash).toBe(keccak256(raw))
    await devnet.flashblock()
    expect(await devnet.ask('eth_getTransactionReceipt', hash)).toMatchObject({ status: '0x1' })
  })

  it('answers in auto mode when the transaction is sealed', async () => {
    await using devnet = await client({ mining: 'auto' })
    const hash = await devnet.ask('eth_sendRawTransaction', await signedTransfer(devnet))
    expect(await devnet.ask('eth_getTransactionReceipt', hash)).toMatchObject({
      blockNumber: '0x1',
      status: '0x1',
    })
    expect(await devnet.ask('eth_blockNumber')).toBe('0x1')
  })

  it.each(['legacy', 'eip2930', 'eip1559', 'eip7702'] as const)(
    'takes %s transactions',
    async (type) => {
      await using devnet = await client()
      const signer = privateKeyToAccount(devnet.accounts[0]?.privateKey ?? '0x')
      const common = { chainId: devnet.chainId, nonce: 0, gas: 100_000n, to: account(devnet, 1) }
      const cap = { maxFeePerGas: 10n ** 10n }
      const raw = await {
        legacy: () => signer.signTransaction({ ...common, type: 'legacy', gasPrice: 10n ** 10n }),
        eip2930: () => signer.signTransaction({ ...common, type: 'eip2930', gasPrice: 10n ** 10n }),
        eip1559: () => signer.signTransaction({ ...common, type: 'eip1559', ...cap }),
        eip7702: async () =>
          signer.signTransaction({
            ...common,
            type: 'eip7702',
            ...cap,
            authorizationList: [
              await signer.signAuthorization({
                chainId: devnet.chainId,
                nonce: 1,
                address: account(devnet, 1),
              }),
            ],
          }),
      }[type]()
      const hash = await devnet.ask('eth_sendRawTransaction', raw)
      await devnet.seal()
      expect(await devnet.ask('eth_getTransactionReceipt', hash)).toMatchObject({ status: '0x1' })
    },
  )

  it.each([undefined, 'anvil', 'geth', 'hardhat'] as const)(
    'refuses a blob transaction without its blobs, compat %s',
    async (compat) => {
      await using devnet = await client({ ...(compat && { compat }) })
      const raw = await privateKeyToAccount(devnet.accounts[0]?.privateKey ?? '0x').signTransaction(
        {
          type: 'eip4844',
          chainId: devnet.chainId,
          nonce: 0,
          gas: 21_000n,
          to: account(devnet, 1),
          maxFeePerGas: 10n ** 10n,
          maxFeePerBlobGas: 10n ** 10n,
          blobVersionedHashes: [`0x01${'ab'.repeat(31)}`],
        },
      )
      for (const method of ['eth_sendRawTransaction', 'eth_sendRawTransactionSync']) {
        expect(await devnet.refusal(method, raw)).toMatchObject({
          code: -32000,
          message: 'missing sidecar in blob transaction',
        })
      }
    },
  )

  it.each([undefined, 'geth'] as const)(
    'refuses proofs of cells before Osaka, compat %s',
    async (compat) => {
      await using devnet = await client({ hardfork: 'prague', ...(compat && { compat }) })
      const raw = await signedBlob(devnet, 128)
      expect(await devnet.refusal('eth_sendRawTransaction', raw)).toMatchObject({
        code: -32000,
        message: 'unexpected sidecar version, want: 0, got: 1',
      })
      expect(await devnet.ask('txpool_status')).toEqual({ pending: '0x0', queued: '0x0' })
    },
  )

  // geth converts the older kind from Osaka on, and Anvil takes both at any time.
  it.each([
    { hardfork: 'osaka', proofs: 1 },
    { hardfork: 'osaka', proofs: 128 },
    { hardfork: 'prague', proofs: 128, compat: 'anvil' },
  ] as const)('takes a blob by %j', async ({ proofs, ...options }) => {
    await using devnet = await client(options)
    const hash = await devnet.ask('eth_sendRawTransaction', await signedBlob(devnet, proofs))
    await devnet.seal()
    expect(await devnet.ask('anvil_getBlobsByTransactionHash', hash)).toEqual([zeroBlob])
  })

  it('refuses blobs that are not those of the transaction, before its hash', async () => {
    await using devnet = await client()
    const raw = await signedBlob(devnet)
    const [payload, blobs, commitments, proofs] = fromRlp(`0x${raw.slice(4)}`) as Hex[]
    const wrapped = (...items: readonly unknown[]) =>
      devnet.refusal('eth_sendRawTransaction', concat(['0x03', toRlp(items as Hex[])]))
    const refused = (code: number, message: string) => ({ code, message })
    expect(await wrapped(payload, [blobOfOnes], commitments, proofs)).toEqual(
      refused(-32000, "KZG verification error: can't verify opening proof"),
    )
    expect(await wrapped(payload, blobs, sidecarOfOnes().commitments, proofs)).toEqual(
      refused(
        -32000,
        `blob 0: computed hash ${blobOfOnesHash} mismatches transaction one ${zeroBlobHash}`,
      ),
    )
    expect(await wrapped(payload, [], commitments, proofs)).toEqual(
      refused(-32000, 'invalid number of 0 blobs compared to 1 blob hashes'),
    )
    expect(await wrapped(payload, blobs, [], proofs)).toEqual(
      refused(-32000, 'invalid number of 0 blob commitments compared to 1 blob hashes'),
    )
    expect(await wrapped(payload, '0x01', blobs, commitments, proofs)).toEqual(
      refused(-32000, 'invalid number of 1 blob proofs expected 128'),
    )
    expect(await wrapped(payload, '0x02', blobs, commitments, proofs)).toMatchObject(
      refused(-32602, 'unsupported sidecar version'),
    )
    expect(await wrapped(payload, ['0x00'], commitments, proofs)).toMatchObject(
      refused(-32602, 'blobs[0] has 1 bytes, want 131072'),
    )
    expect(await wrapped(payload, blobs, commitments)).toMatchObject({ code: -32602 })
    expect(await devnet.ask('txpool_status')).toEqual({ pending: '0x0', queued: '0x0' })
  })

  it('says `nonce too low`', async () => {
    await using devnet = await client()
    await devnet.ask('eth_sendRawTransaction', await signedTransfer(devnet))
    await devnet.seal()
    const again = await signedTransfer(devnet, { value: 2n })
    expect(await devnet.refusal('eth_sendRawTransaction', again)).toEqual({
      code: -32000,
      message: 'nonce too low',
    })
  })

  it('says `insufficient funds for gas * price + value`', async () => {
    await using devnet = await client()
    const poor = privateKeyToAccount(generatePrivateKey())
    const raw = await poor.signTransaction({
      type: 'eip1559',
      chainId: devnet.chainId,
      to: poor.address,
      gas: 21_000n,
      nonce: 0,
      maxFeePerGas: 10n ** 10n,
    })
    expect(await devnet.refusal('eth_sendRawTransaction', raw)).toEqual({
      code: -32000,
      message: 'insufficient funds for gas * price + value',
    })
  })

  it('says `already known`, also of a pre-confirmed transaction', async () => {
    await using devnet = await client()
    const raw = await signedTransfer(devnet)
    await devnet.ask('eth_sendRawTransaction', raw)
    const alreadyKnown = { code: -32000, message: 'already known' }
    expect(await devnet.refusal('eth_sendRawTransaction', raw)).toEqual(alreadyKnown)
    await devnet.flashblock()
    expect(await devnet.refusal('eth_sendRawTransaction', raw)).toMatchObject(alreadyKnown)
  })

  it('says `replacement transaction underpriced`', async () => {
    await using devnet = await client()
    await devnet.ask('eth_sendRawTransaction', await signedTransfer(devnet))
    const little = await signedTransfer(devnet, { maxFeePerGas: 10n ** 10n + 1n })
    expect(await devnet.refusal('eth_sendRawTransaction', little)).toEqual({
      code: -32000,
      message: 'replacement transaction underpriced',
    })
  })

  it('keeps a transaction that waits for an earlier one', async () => {
    await using devnet = await client()
    const second = await devnet.ask(
      'eth_sendRawTransaction',
      await signedTransfer(devnet, { nonce: 1 }),
    )
    await devnet.seal()
    expect(await devnet.ask('eth_getTransactionReceipt', second)).toBeNull()
    await devnet.ask('eth_sendRawTransaction', await signedTransfer(devnet))
    await devnet.seal()
    expect(await devnet.ask('eth_getTransactionReceipt', second)).toMatchObject({
      blockNumber: '0x2',
      transactionIndex: '0x1',
    })
  })

  it('refuses bytes that are no transaction', async () => {
    await using devnet = await client()
    const ask = (...params: unknown[]) => devnet.refusal('eth_sendRawTransaction', ...params)
    expect(await ask()).toEqual(missingArgument(0))
    for (const bytes of ['0x', '0x05c0', '0x02c0', '0xdeadbeef', 'transaction', 7]) {
      expect(await ask(bytes)).toMatchObject({ code: -32602 })
    }
  })

  it('refuses a transaction for another chain', async () => {
    await using devnet = await client()
    const raw = await signedTransfer(devnet, { chainId: 5 })
    const { message } = await devnet.refusal('eth_sendRawTransaction', raw)
    expect(message).toContain('invalid chain id for signer')
  })
})
