import { parseTransaction } from 'viem'
import { privateKeyToAccount } from 'viem/accounts'
import { describe, expect, it } from 'vitest'
import { blobOfOnesHash, sidecarOfOnes } from '../anvil/blobs.ts'
import {
  account,
  client,
  deployRecorder,
  missingArgument,
  tooMany,
  word,
  zeroHash,
} from '../client.ts'

const nobody = `0x${'c0'.repeat(20)}`
const blobHash = `0x01${'11'.repeat(31)}`

describe('eth_fillTransaction', () => {
  it('fills in nonce, gas, fees, chain id and type', async () => {
    await using devnet = await client()
    const to = account(devnet, 1)
    const { baseFeePerGas } = await devnet.ask('eth_getBlockByNumber', 'pending', false)
    const { tx } = await devnet.ask('eth_fillTransaction', { from: account(devnet, 0), to })
    expect(tx).toEqual({
      type: '0x2',
      chainId: '0x7a69',
      nonce: '0x0',
      gas: '0x5208',
      maxFeePerGas: expect.stringMatching(/^0x/),
      maxPriorityFeePerGas: '0x3b9aca00',
      to,
      value: '0x0',
      input: '0x',
      accessList: [],
    })
    expect(BigInt(tx.maxFeePerGas)).toBeGreaterThan(BigInt(baseFeePerGas) + 10n ** 9n)
    expect(await devnet.ask('txpool_status')).toEqual({ pending: '0x0', queued: '0x0' })
  })

  it('gives bytes that a client signs and sends', async () => {
    await using devnet = await client()
    const [sender] = devnet.accounts
    const { raw, tx } = await devnet.ask('eth_fillTransaction', {
      from: sender?.address,
      to: account(devnet, 1),
      value: '0x5',
    })
    // In place of a signature are zeros.
    const { r, s, ...parsed } = parseTransaction(raw)
    expect([r, s].map(Number)).toEqual([0, 0])
    expect(parsed).toMatchObject({
      type: 'eip1559',
      chainId: devnet.chainId,
      gas: 21_000n,
      value: 5n,
      maxFeePerGas: BigInt(tx.maxFeePerGas),
    })
    const signed = await privateKeyToAccount(sender?.privateKey as `0x${string}`).signTransaction(
      parsed as Parameters<ReturnType<typeof privateKeyToAccount>['signTransaction']>[0],
    )
    expect(await devnet.ask('eth_sendRawTransaction', signed)).toMatch(/^0x/)
  })

  it('takes the nonce after the pre-confirmed and pooled transactions of the sender', async () => {
    await using devnet = await client()
    const from = account(devnet, 0)
    const to = account(devnet, 1)
    await devnet.send({ to })
    await devnet.flashblock()
    await devnet.send({ to })
    expect((await devnet.ask('eth_fillTransaction', { from, to })).tx.nonce).toBe('0x2')
  })

  it('estimates on the pre-confirmed state', async () => {
    await using devnet = await client()
    const from = account(devnet, 0)
    const to = await deployRecorder(devnet)
    const gasOf = async (): Promise<bigint> =>
      BigInt((await devnet.ask('eth_fillTransaction', { from, to, data: word(1) })).tx.gas)
    const first = await gasOf()
    await devnet.send({ to, data: word(1) })
    await devnet.flashblock()
    // The slot holds the value already, so that nothing is written.
    expect(await gasOf()).toBeLessThan(first - 15_000n)
  })

  it('keeps what is given', async () => {
    await using devnet = await client()
    const given = {
      to: account(devnet, 1),
      nonce: '0x9',
      gas: '0x7530',
      maxFeePerGas: '0x77359400',
      maxPriorityFeePerGas: '0x7',
      value: '0x3',
      accessList: [{ address: account(devnet, 1), storageKeys: [word(1)] }],
      chainId: '0x7a69',
    }
    const { tx } = await devnet.ask('eth_fillTransaction', { ...given, input: '0xab' })
    expect(tx).toEqual({ ...given, input: '0xab', type: '0x2' })
  })

  it.each([
    ['0x0', { gasPrice: '0x77359400' }, { gasPrice: '0x77359400' }],
    ['0x1', { gasPrice: '0x77359400', accessList: [] }, { accessList: [] }],
    ['0x1', { type: '0x1' }, { accessList: [] }],
    ['0x3', { blobVersionedHashes: [blobHash] }, { maxFeePerBlobGas: '0x2' }],
  ])('makes a transaction of type %s of %j', async (type, given, expected) => {
    await using devnet = await client()
    const { tx } = await devnet.ask('eth_fillTransaction', {
      from: account(devnet, 0),
      to: account(devnet, 1),
      ...given,
    })
    expect(tx).toMatchObject({ type, chainId: '0x7a69', ...expected })
    expect('gasPrice' in tx).toBe(Number(type) < 2)
    expect('maxFeePerGas' in tx).toBe(Number(type) >= 2)
  })

  it('offers a gas price before London', async () => {
    await using devnet = await client({ hardfork: 'berlin' })
    const [from, to] = [account(devnet, 0), account(devnet, 1)]
    const { tx } = await devnet.ask('eth_fillTransaction', { from, to })
    expect(tx).toMatchObject({ type: '0x0', gasPrice: '0x3b9aca00', chainId: '0x7a69' })
  })

  it('makes a transaction of type 4 of a list of authorizations', async () => {
    await using devnet = await client()
    const signer = privateKeyToAccount(devnet.accounts[2]?.privateKey as `0x${string}`)
    const authorization = await signer.signAuthorization({
      address: account(devnet, 1),
      chainId: devnet.chainId,
      nonce: 0,
    })
    const { address, r, s } = authorization
    const listed = { chainId: '0x7a69', address, nonce: '0x0', r, s }
    const yParity = `0x${(authorization.yParity as number).toString(16)}`
    const { tx } = await devnet.ask('eth_fillTransaction', {
      from: account(devnet, 0),
      to: account(devnet, 1),
      authorizationList: [{ ...listed, yParity }],
    })
    expect(tx).toMatchObject({
      type: '0x4',
      authorizationList: [{ chainId: '0x7a69', address, nonce: '0x0', yParity }],
    })
    expect(BigInt(tx.gas)).toBeGreaterThanOrEqual(46_000n)
  })

  it('tells why the transaction would revert', async () => {
    await using devnet = await client()
    const from = account(devnet, 0)
    expect(await devnet.refusal('eth_fillTransaction', { from, data: '0x5f5ffd' })).toEqual({
      code: 3,
      message: 'execution reverted',
      data: '0x',
    })
  })

  it('finds out when the sender cannot pay', async () => {
    await using devnet = await client({ compat: 'geth' })
    expect(
      await devnet.refusal('eth_fillTransaction', { from: nobody, to: nobody, value: '0x1' }),
    ).toEqual({ code: -32000, message: 'insufficient funds for transfer' })
  })

  it('refuses what does not go together, in the words of geth', async () => {
    await using devnet = await client({ compat: 'geth' })
    const from = account(devnet, 0)
    const refusal = (request: object) =>
      devnet.refusal('eth_fillTransaction', { from, gas: '0x5208', ...request })
    const because = (message: string) => ({ code: -32000, message })
    expect(await refusal({ to: nobody, gasPrice: '0x1', maxFeePerGas: '0x1' })).toEqual(
      because('both gasPrice and (maxFeePerGas or maxPriorityFeePerGas) specified'),
    )
    expect(await refusal({ to: nobody, chainId: '0x5' })).toEqual(
      because("chainId does not match node's (have=5, want=31337)"),
    )
    expect(await refusal({})).toEqual(because('contract creation without any data provided'))
    expect(await refusal({ data: '0x00', blobVersionedHashes: [blobHash] })).toEqual(
      because('missing "to" in blob transaction'),
    )
    expect(await refusal({ to: nobody, blobVersionedHashes: [] })).toEqual(
      because('need at least 1 blob for a blob transaction'),
    )
    expect(
      (await refusal({ to: nobody, maxFeePerGas: '0x1', maxPriorityFeePerGas: '0x2' })).message,
    ).toContain('max priority fee per gas higher than max fee per gas')
  })

  it('refuses parameters that are none', async () => {
    await using devnet = await client()
    expect(await devnet.refusal('eth_fillTransaction')).toEqual(missingArgument(0))
    expect(await devnet.refusal('eth_fillTransaction', {}, zeroHash)).toEqual(tooMany(1))
    expect(await devnet.refusal('eth_fillTransaction', { from: 1 })).toMatchObject({ code: -32602 })
  })
})

describe('eth_fillTransaction with blobs', () => {
  it.each([undefined, 'anvil'] as const)(
    'checks and gives them, with compat %s',
    async (compat) => {
      await using devnet = await client({ hardfork: 'osaka', ...(compat && { compat }) })
      const [from, to] = [account(devnet, 0), account(devnet, 1)]
      const request = { from, to, ...sidecarOfOnes() }
      const { raw, tx } = await devnet.ask('eth_fillTransaction', request)
      expect(tx).toMatchObject({
        ...sidecarOfOnes(),
        type: '0x3',
        blobVersionedHashes: [blobOfOnesHash],
      })
      expect(raw.slice(0, 4)).toBe('0x03')
      expect(raw.length).toBeGreaterThan(2 * 131_072)
      const wrong = { ...request, proofs: request.commitments }
      expect(await devnet.refusal('eth_fillTransaction', wrong)).toMatchObject({
        code: -32000,
        message: "failed to verify blob proof: can't verify opening proof",
      })
    },
  )
})
