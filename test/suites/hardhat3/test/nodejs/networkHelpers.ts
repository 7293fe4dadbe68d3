import assert from 'node:assert/strict'
import { beforeEach, describe, it } from 'node:test'
import { network } from 'hardhat'

const stranger = '0x00000000000000000000000000000000005742a6'
// Returns 42.
const answer = '0x602a60005260206000f3'
const zero = `0x${'0'.repeat(64)}`

describe('network helpers', async () => {
  const { viem, networkHelpers: helpers, provider } = await network.create()
  const publicClient = await viem.getPublicClient()
  const [alice, bob] = await viem.getWalletClients()
  const { time } = helpers
  const start = await helpers.takeSnapshot()

  beforeEach(() => start.restore())

  it('mine and mineUpTo', async () => {
    const before = await time.latestBlock()
    await helpers.mine()
    await helpers.mine(100, { interval: 60 })
    assert.equal(await time.latestBlock(), before + 101)
    const last = await publicClient.getBlock()
    const first = await publicClient.getBlock({ blockNumber: last.number - 99n })
    assert.equal(last.timestamp - first.timestamp, 99n * 60n)
    await helpers.mineUpTo(before + 150)
    assert.equal(await time.latestBlock(), before + 150)
  })

  it('dropTransaction', async () => {
    await provider.request({ method: 'evm_setAutomine', params: [false] })
    const hash = await alice.sendTransaction({ to: bob.account.address, gas: 21_000n })
    assert.equal(await helpers.dropTransaction(hash), true)
    assert.equal(await helpers.dropTransaction(hash), false)
    await provider.request({ method: 'evm_setAutomine', params: [true] })
  })

  it('getStorageAt and setStorageAt', async () => {
    await helpers.mine()
    await helpers.setStorageAt(stranger, 5, 42)
    assert.equal(BigInt(await helpers.getStorageAt(stranger, 5)), 42n)
    assert.equal(await helpers.getStorageAt(stranger, 6), zero)
    assert.equal(await helpers.getStorageAt(stranger, 5, 0), zero)
  })

  it('impersonateAccount and stopImpersonatingAccount', async () => {
    await helpers.setBalance(stranger, 10n ** 18n)
    await helpers.impersonateAccount(stranger)
    const client = await viem.getWalletClient(stranger)
    const hash = await client.sendTransaction({ to: bob.account.address, value: 1n })
    assert.equal((await publicClient.waitForTransactionReceipt({ hash })).from, stranger)
    await helpers.stopImpersonatingAccount(stranger)
    await assert.rejects(client.sendTransaction({ to: bob.account.address, value: 1n }))
  })

  it('setBalance, setCode and setNonce', async () => {
    await helpers.setBalance(stranger, 42n)
    await helpers.setCode(stranger, answer)
    await helpers.setNonce(stranger, 12)
    assert.equal(await publicClient.getBalance({ address: stranger }), 42n)
    assert.equal(await publicClient.getCode({ address: stranger }), answer)
    assert.equal(await publicClient.getTransactionCount({ address: stranger }), 12)
  })

  it('setBlockGasLimit, setCoinbase, setNextBlockBaseFeePerGas and setPrevRandao', async () => {
    await helpers.setBlockGasLimit(20_000_000)
    await helpers.setCoinbase(stranger)
    await helpers.setNextBlockBaseFeePerGas(2_000_000)
    await helpers.setPrevRandao(42)
    await helpers.mine()
    const block = await publicClient.getBlock()
    assert.equal(block.gasLimit, 20_000_000n)
    assert.equal(block.miner, stranger)
    assert.equal(block.baseFeePerGas, 2_000_000n)
    assert.equal(BigInt(block.mixHash), 42n)
  })

  it('takeSnapshot', async () => {
    const snapshot = await helpers.takeSnapshot()
    for (let times = 0; times < 3; times++) {
      await helpers.setBalance(stranger, 42n)
      await snapshot.restore()
      assert.equal(await publicClient.getBalance({ address: stranger }), 0n)
    }
  })

  it('loadFixture and clearSnapshots', async () => {
    let calls = 0
    async function fixture() {
      calls += 1
      await helpers.setBalance(stranger, 7n)
      return calls
    }
    assert.equal(await helpers.loadFixture(fixture), 1)
    await helpers.setBalance(stranger, 8n)
    assert.equal(await helpers.loadFixture(fixture), 1)
    assert.equal(await publicClient.getBalance({ address: stranger }), 7n)
    helpers.clearSnapshots()
    assert.equal(await helpers.loadFixture(fixture), 2)
  })

  it('time', async () => {
    const before = await time.latest()
    assert.equal(await time.increase(10_000), before + 10_000)
    await time.increaseTo(before + 20_000)
    assert.equal(await time.latest(), before + 20_000)
    await time.setNextBlockTimestamp(before + 30_000)
    assert.equal(await time.latest(), before + 20_000)
    await helpers.mine()
    assert.equal(await time.latest(), before + 30_000)
    await assert.rejects(time.increaseTo(before))
    assert.equal(time.duration.days(1), 86_400)
  })
})
