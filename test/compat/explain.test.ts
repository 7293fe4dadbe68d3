import { parseEther } from 'viem'
import { privateKeyToAccount } from 'viem/accounts'
import { describe, expect, test } from 'vitest'
import type { Hex } from '../../src/lib/hex.ts'
import type { DevnetOptions } from '../../src/types/options/options.ts'
import { statusClientNames, statusClients } from '../support/statusClients.ts'
import { testDevnet } from '../support/testDevnet.ts'
import { bob, sendTransfer } from '../support/transfers.ts'

const gwei = 1_000_000_000n

describe.each(statusClientNames)('%s', (name) => {
  async function setUp(options: DevnetOptions = {}) {
    const devnet = await testDevnet(options)
    const client = await statusClients[name](devnet)
    return {
      devnet,
      explain: async (hash: Hex) => {
        // Its sentence, times and names are in test/rpc/methods/preconf/explain.test.ts.
        const { summary, reason, message, details, ...rest } = await client.explain(hash)
        expect(summary).not.toBe('')
        return { hash: rest.hash, reason, message, details }
      },
      [Symbol.asyncDispose]: async () => {
        await client[Symbol.asyncDispose]()
        await devnet[Symbol.asyncDispose]()
      },
    }
  }

  test('unknown', async () => {
    await using it = await setUp()
    const hash: Hex = `0x${'ab'.repeat(32)}`
    expect(await it.explain(hash)).toEqual({
      hash,
      reason: 'unknown',
      message: expect.stringMatching(/send it and read the answer$/),
      details: {},
    })
  })

  test('no flashblock was requested; then it is pre-confirmed; then sealed', async () => {
    await using it = await setUp()
    const hash = await sendTransfer(it.devnet)
    expect(await it.explain(hash)).toEqual({
      hash,
      reason: 'cadence',
      message: expect.stringMatching(/^nothing keeps it out, but blocks are made on request only /),
      details: { mining: 'manual', paused: false },
    })
    await it.devnet.flashblock()
    const place = { blockNumber: '0x1', transactionIndex: '0x0' }
    expect(await it.explain(hash)).toEqual({
      hash,
      reason: 'preconfirmed',
      message:
        'it is pre-confirmed in flashblock 1 of block 1 as transaction 0; the block is not sealed yet',
      details: { ...place, flashblockIndex: '0x1' },
    })
    const { hash: blockHash } = await it.devnet.seal()
    expect(await it.explain(hash)).toEqual({
      hash,
      reason: 'sealed',
      message: `it is sealed in block 1 (${blockHash}) as transaction 0`,
      details: { ...place, blockHash },
    })
  })

  test.each(['flashblocks', 'interval'] as const)(
    'it waits for the next tick of %s',
    async (mining) => {
      await using it = await setUp({ mining })
      const hash = await sendTransfer(it.devnet)
      const { reason, details } = await it.explain(hash)
      expect({ reason, details }).toEqual({ reason: 'waiting', details: { mining, paused: false } })
    },
  )

  test('dropped: replaced in the pool', async () => {
    await using it = await setUp()
    const hash = await sendTransfer(it.devnet)
    const replacedBy = await sendTransfer(it.devnet, { tip: 2n, maxFee: 20n * gwei })
    expect(await it.explain(hash)).toEqual({
      hash,
      reason: 'dropped',
      message: `it was replaced in the pool by ${replacedBy}, with the same nonce and higher fees`,
      details: { reason: 'replaced', replacedBy },
    })
  })

  test('dropped: its nonce was used by an authorization', async () => {
    await using it = await setUp()
    const { devnet } = it
    const hash = await sendTransfer(devnet, { from: 1, maxFee: 1n })
    const [sender, authority] = [0, 1].map((index) =>
      privateKeyToAccount(devnet.accounts[index]?.privateKey as Hex),
    ) as [ReturnType<typeof privateKeyToAccount>, ReturnType<typeof privateKeyToAccount>]
    const { chainId } = devnet
    const authorization = await authority.signAuthorization({ address: bob, chainId, nonce: 0 })
    const signed = await sender.signTransaction({
      type: 'eip7702',
      chainId,
      to: bob,
      gas: 100_000n,
      maxFeePerGas: 10n * gwei,
      maxPriorityFeePerGas: 1n,
      authorizationList: [authorization],
    })
    await devnet.provider.request({ method: 'eth_sendRawTransaction', params: [signed] })
    await devnet.flashblock()
    expect(await it.explain(hash)).toEqual({
      hash,
      reason: 'dropped',
      message: expect.stringMatching(/^its nonce was used, .* sign it again with the next nonce/),
      details: { reason: 'nonceUsed' },
    })
  })

  test('a fault that is armed will take it out, and has', async () => {
    await using it = await setUp()
    const hash = await sendTransfer(it.devnet)
    await it.devnet.flashblock()
    const id = it.devnet.faults.inject({ kind: 'dropAtSeal', transaction: hash })
    const details = { id, kind: 'dropAtSeal' }
    expect(await it.explain(hash)).toEqual({
      hash,
      reason: 'fault',
      message: `it is pre-confirmed in flashblock 1 of block 1 as transaction 0, but the injected fault ${id} (dropAtSeal) is armed to take it out of the block at the seal; to keep it, call faults.remove('${id}'), by JSON-RPC preconf_removeFault`,
      details,
    })
    await it.devnet.seal()
    expect(await it.explain(hash)).toEqual({
      hash,
      reason: 'fault',
      message: `the injected fault ${id} (dropAtSeal) took it out of its block; send it again`,
      details,
    })
  })

  test('a fault is armed against it while it waits', async () => {
    await using it = await setUp({ mining: 'flashblocks' })
    const hash = await sendTransfer(it.devnet)
    const id = it.devnet.faults.inject({ kind: 'dropAtSeal' })
    const { reason, message, details } = await it.explain(hash)
    expect([reason, details]).toEqual(['fault', { id, kind: 'dropAtSeal' }])
    expect(message).toMatch(/^nothing keeps it out: it waits for the next flashblock, but the /)
  })

  test('a fault keeps its flashblock from being published', async () => {
    await using it = await setUp()
    await it.devnet.flashblock()
    it.devnet.faults.inject({ kind: 'skipFlashblock' })
    const hash = await sendTransfer(it.devnet)
    await it.devnet.flashblock()
    expect(await it.explain(hash)).toMatchObject({
      reason: 'unpublished',
      details: { blockNumber: '0x1' },
    })
    await it.devnet.seal()
    expect(await it.explain(hash)).toMatchObject({ reason: 'sealed' })
  })

  test('a nonce is missing', async () => {
    await using it = await setUp()
    await sendTransfer(it.devnet)
    const hash = await sendTransfer(it.devnet, { nonce: 4 })
    expect(await it.explain(hash)).toEqual({
      hash,
      reason: 'nonceGap',
      message:
        'it has nonce 4, but its sender is at nonce 0 and no transaction with nonce 1 is in the pool; send that one first',
      details: { nonce: '0x4', accountNonce: '0x0', missingNonce: '0x1' },
    })
  })

  test('its fee is below the base fee, and the next one of its sender waits for it', async () => {
    await using it = await setUp({ baseFee: gwei })
    await it.devnet.seal()
    const cheap = await sendTransfer(it.devnet, { maxFee: gwei / 2n })
    const next = await sendTransfer(it.devnet, { nonce: 1 })
    await it.devnet.flashblock()
    const blockedBy = {
      hash: cheap,
      reason: 'feeBelowBaseFee',
      message:
        'it pays at most 0.5 gwei per gas, and the base fee of block 2 is 0.765625 gwei; replace it by one with a higher fee, or wait until the base fee has fallen',
      details: { maxFeePerGas: '0x1dcd6500', baseFeePerGas: '0x2da282a8', blockNumber: '0x2' },
    }
    expect(await it.explain(cheap)).toEqual(blockedBy)
    expect(await it.explain(next)).toMatchObject({
      reason: 'behindAnother',
      message: `it has nonce 1 and waits for ${cheap} of the same sender: ${blockedBy.message}`,
      details: { nonce: '0x1', blockedBy },
    })
  })

  test('the balance is spent by one before it', async () => {
    await using it = await setUp({ balance: 10 })
    const value = parseEther('6')
    await sendTransfer(it.devnet, { value })
    const hash = await sendTransfer(it.devnet, { nonce: 1, value })
    await it.devnet.flashblock()
    const has = await it.devnet.provider.request({
      method: 'eth_getBalance',
      params: [it.devnet.accounts[0]?.address, 'pending'],
    })
    const needs = value + 21_000n * 10n * gwei
    expect(await it.explain(hash)).toEqual({
      hash,
      reason: 'insufficientFunds',
      message: expect.stringContaining(`give it ${needs - BigInt(has)} wei more`),
      details: { needs: `0x${needs.toString(16)}`, has },
    })
  })

  test('the block has not enough gas left', async () => {
    await using it = await setUp({ gasLimit: 50_000 })
    await sendTransfer(it.devnet)
    const hash = await sendTransfer(it.devnet, { nonce: 1, gas: 29_001n })
    await it.devnet.flashblock()
    expect(await it.explain(hash)).toEqual({
      hash,
      reason: 'blockGasExceeded',
      message:
        'its gas limit 29001 is more than the gas left in block 1, 29000; it fits into a later block',
      details: { gasLimit: '0x7149', gasLeft: '0x7148', blockGasLimit: '0xc350' },
    })
    await it.devnet.seal()
    await it.devnet.seal()
    expect(await it.explain(hash)).toMatchObject({ reason: 'sealed' })
  })
})
