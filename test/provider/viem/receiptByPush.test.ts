import { afterEach, describe, expect, it, vi } from 'vitest'
import type { PreconfDevnet } from '../../../src/types/devnet.ts'
import type { DevnetOptions } from '../../../src/types/options/options.ts'
import { quiet } from '../../support/quiet.ts'
import { recordMethods } from '../../support/recordMethods.ts'
import { testDevnet } from '../../support/testDevnet.ts'
import { bob } from '../../support/transfers.ts'

const transfer = { to: bob, value: 1n } as const

afterEach(() => {
  vi.useRealTimers()
})

async function waiting(devnet: PreconfDevnet) {
  const { publicClient, walletClient } = await devnet.clients()
  const hash = await walletClient.sendTransaction(transfer)
  const receipt = publicClient.waitForTransactionReceipt({ hash })
  return { publicClient, walletClient, hash, receipt }
}

describe('waitForTransactionReceipt', () => {
  it('ends at the flashblock', async () => {
    await using devnet = await testDevnet()
    const { receipt, hash } = await waiting(devnet)
    await quiet(devnet)
    await devnet.flashblock()
    expect(await receipt).toMatchObject({ transactionHash: hash, blockNumber: 1n })
    expect((await devnet.transaction(hash)).status).toBe('preconfirmed')
  })

  it('misses no flashblock that is made at once', async () => {
    await using devnet = await testDevnet()
    for (let attempt = 0; attempt < 20; attempt++) {
      const { receipt } = await waiting(devnet)
      // At another point of its look each time.
      for (let turn = 0; turn < attempt; turn++) await Promise.resolve()
      await devnet.flashblock()
      expect(await receipt).toMatchObject({ status: 'success' })
    }
  })

  it.each<DevnetOptions>([{ receipts: 'sealed' }, { mining: 'interval', blockTime: '1s' }])(
    'ends at the seal with %o',
    async (options) => {
      await using devnet = await testDevnet(options)
      const { receipt } = await waiting(devnet)
      await quiet(devnet)
      await devnet.flashblock()
      await devnet.seal()
      expect(await receipt).toMatchObject({ blockNumber: 1n })
      expect(await devnet.provider.request({ method: 'eth_blockNumber' })).toBe('0x1')
    },
  )

  it('counts further blocks', async () => {
    await using devnet = await testDevnet({ mining: 'auto' })
    const { publicClient, walletClient } = await devnet.clients()
    const hash = await walletClient.sendTransaction(transfer)
    let isThere = false
    const receipt = publicClient.waitForTransactionReceipt({ hash, confirmations: 3 })
    receipt.then(() => {
      isThere = true
    })
    for (const there of [false, false, true]) {
      await quiet(devnet)
      expect(isThere).toBe(there)
      await devnet.seal()
    }
  })

  it('tells of a replacement', async () => {
    await using devnet = await testDevnet()
    const { publicClient, walletClient, hash } = await waiting(devnet)
    const reasons: string[] = []
    const receipt = publicClient.waitForTransactionReceipt({
      hash,
      onReplaced: ({ reason }) => reasons.push(reason),
    })
    await quiet(devnet)
    const { nonce } = await publicClient.getTransaction({ hash })
    const replacement = await walletClient.sendTransaction({
      ...transfer,
      value: 2n,
      nonce,
      maxFeePerGas: 10n ** 12n,
      maxPriorityFeePerGas: 10n ** 12n,
    })
    await devnet.seal()
    expect(await receipt).toMatchObject({ transactionHash: replacement })
    expect(reasons).toEqual(['replaced'])
  })

  it('waits for a transaction that is not sent yet', async () => {
    await using devnet = await testDevnet()
    const twin = await devnet.fork()
    const hash = await (await twin.clients()).walletClient.sendTransaction(transfer)
    const { publicClient, walletClient } = await devnet.clients()
    const receipt = publicClient.waitForTransactionReceipt({ hash })
    await quiet(devnet)
    expect(await walletClient.sendTransaction(transfer)).toBe(hash)
    await devnet.flashblock()
    expect(await receipt).toMatchObject({ transactionHash: hash })
    await twin.close()
  })

  it('asks nothing while nothing happens, and ends what it began', async () => {
    await using devnet = await testDevnet()
    // Polling would go by them.
    vi.useFakeTimers({ toFake: ['setTimeout', 'setInterval'] })
    const { receipt } = await waiting(devnet)
    await quiet(devnet)
    const methods = recordMethods(devnet)
    await vi.advanceTimersByTimeAsync(60_000)
    await quiet(devnet)
    expect(methods).toEqual([])
    await devnet.flashblock()
    await receipt
    await quiet(devnet)
    expect(methods.filter((method) => method === 'eth_unsubscribe')).toHaveLength(2)
  })

  it.each(['eth_subscribe', '*'])('goes on when %s fails', async (method) => {
    await using devnet = await testDevnet()
    const { publicClient, walletClient } = await devnet.clients()
    const hash = await walletClient.sendTransaction(transfer)
    devnet.faults.inject({ kind: 'error', method, times: 2 })
    const receipt = publicClient.waitForTransactionReceipt({ hash, pollingInterval: 10 })
    await quiet(devnet)
    await devnet.seal()
    expect(await receipt).toMatchObject({ blockNumber: 1n })
  })

  it('goes on while timers are faked', async () => {
    await using devnet = await testDevnet()
    vi.useFakeTimers()
    const { receipt } = await waiting(devnet)
    await devnet.flashblock()
    expect(await receipt).toMatchObject({ status: 'success' })
  })
})
