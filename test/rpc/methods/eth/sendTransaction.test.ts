import { describe, expect, it } from 'vitest'
import {
  blobOfOnes,
  blobOfOnesHash,
  sidecarOfOnes,
  zeroBlob,
  zeroBlobHash,
} from '../anvil/blobs.ts'
import { account, client, deployRecorder, missingArgument, word } from '../client.ts'

const unknown = `0x${'c0'.repeat(20)}`

describe('eth_sendTransaction', () => {
  it('fills in nonce, gas and fees, and signs', async () => {
    await using devnet = await client()
    const hash = await devnet.ask('eth_sendTransaction', {
      from: account(devnet, 2),
      to: account(devnet, 1),
      value: '0x5',
    })
    expect(await devnet.ask('eth_getTransactionByHash', hash)).toMatchObject({
      hash,
      from: account(devnet, 2),
      to: account(devnet, 1),
      value: '0x5',
      nonce: '0x0',
      gas: '0x5208',
      type: '0x2',
      chainId: '0x7a69',
      maxPriorityFeePerGas: '0x3b9aca00',
    })
    await devnet.seal()
    expect(await devnet.ask('eth_getTransactionReceipt', hash)).toMatchObject({ status: '0x1' })
  })

  it('keeps what is given', async () => {
    await using devnet = await client()
    const given = {
      from: account(devnet, 0),
      to: account(devnet, 1),
      nonce: '0x3',
      gas: '0x7530',
      maxFeePerGas: '0x77359400',
      maxPriorityFeePerGas: '0x7',
      value: '0x0',
      accessList: [{ address: account(devnet, 1), storageKeys: [word(1)] }],
      chainId: '0x7a69',
    }
    const hash = await devnet.ask('eth_sendTransaction', { ...given, data: '0xab' })
    expect(await devnet.ask('eth_getTransactionByHash', hash)).toMatchObject({
      ...given,
      input: '0xab',
      type: '0x2',
    })
  })

  it('makes a legacy transaction of a gas price', async () => {
    await using devnet = await client()
    const hash = await devnet.send({ to: account(devnet, 1), gasPrice: '0x77359400' })
    expect(await devnet.ask('eth_getTransactionByHash', hash)).toMatchObject({
      type: '0x0',
      gasPrice: '0x77359400',
    })
  })

  it('makes an access list transaction of a gas price with an access list', async () => {
    await using devnet = await client()
    const accessList = [{ address: account(devnet, 1), storageKeys: [word(1)] }]
    const hash = await devnet.send({
      to: account(devnet, 1),
      gasPrice: '0x77359400',
      accessList,
    })
    expect(await devnet.ask('eth_getTransactionByHash', hash)).toMatchObject({
      type: '0x1',
      accessList,
    })
  })

  it('creates a contract when there is no receiver', async () => {
    await using devnet = await client()
    const recorder = await deployRecorder(devnet)
    expect(await devnet.ask('eth_getCode', recorder)).not.toBe('0x')
  })

  it('gives transactions sent at the same time their own nonces', async () => {
    await using devnet = await client()
    const hashes = await Promise.all(
      Array.from({ length: 60 }, () => devnet.send({ to: account(devnet, 1), value: '0x1' })),
    )
    await devnet.seal()
    const { transactions } = await devnet.ask('eth_getBlockByNumber', 'latest', true)
    expect(transactions.map(({ nonce }: { nonce: string }) => Number(nonce))).toEqual(
      Array.from({ length: 60 }, (_, nonce) => nonce),
    )
    expect(new Set(hashes).size).toBe(60)
  })

  it('mines a transaction that reverts when it names its gas, else refuses it as geth', async () => {
    await using devnet = await client({ compat: 'geth' })
    const creation = { from: account(devnet, 0), data: '0x5f5ffd' }
    expect(await devnet.refusal('eth_sendTransaction', creation)).toEqual({
      code: 3,
      message: 'execution reverted',
      data: '0x',
    })
    const hash = await devnet.send(creation)
    await devnet.seal()
    expect(await devnet.ask('eth_getTransactionReceipt', hash)).toMatchObject({ status: '0x0' })
  })

  it('refuses an account without key', async () => {
    await using devnet = await client({ compat: 'geth' })
    expect(
      await devnet.refusal('eth_sendTransaction', { from: unknown, to: unknown }),
    ).toMatchObject({ code: -32000, message: `unknown account ${unknown}` })
    expect(await devnet.refusal('eth_sendTransaction', { to: unknown })).toMatchObject({
      code: -32000,
      message: expect.stringContaining('unknown account'),
    })
  })

  it('refuses fees of two kinds and parameters that are none', async () => {
    await using devnet = await client({ compat: 'geth' })
    const fees = { gasPrice: '0x1', maxFeePerGas: '0x1' }
    expect(
      await devnet.refusal('eth_sendTransaction', {
        from: account(devnet, 0),
        gas: '0x5208',
        ...fees,
      }),
    ).toEqual({
      code: -32000,
      message: 'both gasPrice and (maxFeePerGas or maxPriorityFeePerGas) specified',
    })
    expect(
      await devnet.refusal('eth_sendTransaction', { from: account(devnet, 0), chainId: '0x5' }),
    ).toEqual({ code: -32000, message: "chainId does not match node's (have=5, want=31337)" })
    expect(
      await devnet.refusal('eth_sendTransaction', {
        from: account(devnet, 0),
        to: account(devnet, 1),
        gas: '0x5208',
        blobVersionedHashes: [`0x01${'00'.repeat(31)}`],
      }),
    ).toMatchObject({ code: -32000, message: expect.stringContaining('missing blobs') })
    expect(await devnet.refusal('eth_sendTransaction')).toEqual(missingArgument(0))
    expect(await devnet.refusal('eth_sendTransaction', { from: 1 })).toMatchObject({
      code: -32602,
    })
  })
})

describe('eth_sendTransaction with blobs', () => {
  it.each([
    { hardfork: 'cancun', proofs: 1 },
    { hardfork: 'osaka', proofs: 1 },
    { hardfork: 'osaka', proofs: 128 },
  ] as const)('signs and keeps them, in $hardfork with $proofs proofs', async (rules) => {
    await using devnet = await client({ hardfork: rules.hardfork })
    const hash = await devnet.send({ to: account(devnet, 1), ...sidecarOfOnes(rules.proofs) })
    const pooled = await devnet.ask('eth_getRawTransactionByHash', hash)
    await devnet.seal()
    expect(await devnet.ask('eth_getTransactionReceipt', hash)).toMatchObject({
      status: '0x1',
      type: '0x3',
      blobGasUsed: '0x20000',
    })
    expect(await devnet.ask('eth_getTransactionByHash', hash)).toMatchObject({
      blobVersionedHashes: [blobOfOnesHash],
    })
    expect(await devnet.ask('anvil_getBlobsByTransactionHash', hash)).toEqual([blobOfOnes])
    expect(await devnet.ask('anvil_getBlobByHash', blobOfOnesHash)).toBe(blobOfOnes)
    // What the pool has is what a raw transaction would bring.
    await using other = await client({ hardfork: rules.hardfork })
    expect(await other.ask('eth_sendRawTransaction', pooled)).toBe(hash)
  })

  it('keeps those of an impersonated sender', async () => {
    await using devnet = await client({ hardfork: 'prague' })
    await devnet.ask('anvil_impersonateAccount', unknown)
    await devnet.ask('anvil_setBalance', unknown, '0xde0b6b3a7640000')
    const hash = await devnet.send({ from: unknown, to: unknown, ...sidecarOfOnes() })
    await devnet.seal()
    expect(await devnet.ask('anvil_getBlobsByTransactionHash', hash)).toEqual([blobOfOnes])
  })

  it('refuses blobs that are not what was committed to', async () => {
    await using devnet = await client({ hardfork: 'prague' })
    const to = account(devnet, 1)
    const wrong = { to, ...sidecarOfOnes(), blobs: [zeroBlob] }
    const from = account(devnet, 0)
    expect(await devnet.refusal('eth_sendTransaction', { from, ...wrong })).toEqual({
      code: -32000,
      message: "failed to verify blob proof: can't verify opening proof",
    })
    expect(await devnet.ask('txpool_status')).toEqual({ pending: '0x0', queued: '0x0' })
  })

  it.each([
    { hardfork: 'prague', proofs: 1 },
    { hardfork: 'osaka', proofs: 128 },
  ] as const)('computes what blobs come without, in $hardfork', async ({ hardfork, proofs }) => {
    await using devnet = await client({ hardfork })
    const [from, to] = [account(devnet, 0), account(devnet, 1)]
    const { tx } = await devnet.ask('eth_fillTransaction', { from, to, blobs: [blobOfOnes] })
    expect(tx).toMatchObject({ ...sidecarOfOnes(proofs), blobVersionedHashes: [blobOfOnesHash] })
    const hash = await devnet.send({ to, blobs: [zeroBlob], blobVersionedHashes: [zeroBlobHash] })
    await devnet.seal()
    expect(await devnet.ask('eth_getTransactionReceipt', hash)).toMatchObject({
      status: '0x1',
      blobGasUsed: '0x20000',
    })
    expect(await devnet.ask('anvil_getBlobsByTransactionHash', hash)).toEqual([zeroBlob])
    const blobs = [zeroBlob]
    const refusal = (request: object) =>
      devnet.refusal('eth_sendTransaction', { from, to, ...request })
    expect(await refusal({ blobs, blobVersionedHashes: [blobOfOnesHash] })).toEqual({
      code: -32000,
      message: `blob hash verification failed (have=${blobOfOnesHash}, want=${zeroBlobHash})`,
    })
    const many = new Array(20).fill(zeroBlob)
    expect((await refusal({ blobs: many })).message).toMatch(
      /^too many blobs in transaction: have 20, permitted \d$/,
    )
    // Numbers of a blob are below the order of the group.
    expect((await refusal({ blobs: [`0x${'ff'.repeat(131_072)}`] })).message).toMatch(
      /^blobs\[0\]: error computing commitment: /,
    )
  })

  it('refuses proofs of cells before Osaka', async () => {
    await using devnet = await client({ hardfork: 'prague' })
    const request = { from: account(devnet, 0), to: account(devnet, 1), ...sidecarOfOnes(128) }
    expect(await devnet.refusal('eth_sendTransaction', request)).toEqual({
      code: -32000,
      message:
        'number of blobs and proofs mismatch (have=128, want=1): proofs of cells are from Osaka on',
    })
  })
})
