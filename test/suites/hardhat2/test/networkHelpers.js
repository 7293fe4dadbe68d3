const helpers = require('@nomicfoundation/hardhat-network-helpers')
const { expect } = require('chai')
const { ethers, network } = require('hardhat')

const { provider } = ethers
const stranger = '0x00000000000000000000000000000000005742a6'
// Returns 42.
const answer = '0x602a60005260206000f3'

describe('hardhat-network-helpers', () => {
  let start
  let alice
  let bob
  // Blocks of Anvil may share a timestamp.
  let isAnvil

  before(async () => {
    isAnvil = /^anvil/i.test(await provider.send('web3_clientVersion', []))
    ;[alice, bob] = await ethers.getSigners()
    start = await helpers.takeSnapshot()
  })
  beforeEach(() => start.restore())

  function latest() {
    return provider.getBlock('latest')
  }

  it('mine', async () => {
    const before = await latest()
    await helpers.mine()
    expect((await latest()).number).to.equal(before.number + 1)
    await helpers.mine(100)
    expect((await latest()).number).to.equal(before.number + 101)
    await helpers.mine('0x10', { interval: 60 })
    const last = await latest()
    expect(last.number).to.equal(before.number + 117)
    expect(last.timestamp - (await provider.getBlock(last.number - 15)).timestamp).to.equal(15 * 60)
  })

  it('mine takes the interval between its blocks, not before the first', async () => {
    const before = await latest()
    await helpers.time.setNextBlockTimestamp(before.timestamp + 1000)
    await helpers.mine(3, { interval: 10 })
    expect((await latest()).timestamp).to.equal(before.timestamp + 1020)
  })

  it('mine makes a million blocks in a moment', async () => {
    const before = await latest()
    await helpers.mine(1_000_000)
    expect((await latest()).number).to.equal(before.number + 1_000_000)
    expect((await provider.getBlock(before.number + 999_999)).number).to.equal(
      before.number + 999_999,
    )
  })

  it('mineUpTo', async () => {
    const { number } = await latest()
    await helpers.mineUpTo(number + 50)
    expect(await helpers.time.latestBlock()).to.equal(number + 50)
    await expect(helpers.mineUpTo(number + 50)).to.be.rejectedWith('is not larger')
  })

  it('dropTransaction', async () => {
    await network.provider.send('evm_setAutomine', [false])
    try {
      const { hash } = await alice.sendTransaction({ to: bob, gasLimit: 21_000 })
      expect(await helpers.dropTransaction(hash)).to.equal(true)
      expect(await helpers.dropTransaction(`0x${'11'.repeat(32)}`)).to.equal(false)
      await helpers.mine()
      expect(await provider.getTransactionReceipt(hash)).to.equal(null)
    } finally {
      await network.provider.send('evm_setAutomine', [true])
    }
    const mined = await alice.sendTransaction({ to: bob })
    await mined.wait()
    await expect(helpers.dropTransaction(mined.hash)).to.be.rejectedWith(
      "because it's already mined",
    )
  })

  it('getStorageAt and setStorageAt', async () => {
    const value = `0x${'0'.repeat(62)}2a`
    await helpers.mine()
    await helpers.setStorageAt(stranger, 5, 42)
    expect(await helpers.getStorageAt(stranger, 5)).to.equal(value)
    expect(await helpers.getStorageAt(stranger, 5, 'pending')).to.equal(value)
    expect(await helpers.getStorageAt(stranger, 5, 0)).to.equal(`0x${'0'.repeat(64)}`)
    expect(await helpers.getStorageAt(stranger, 6)).to.equal(`0x${'0'.repeat(64)}`)
  })

  it('impersonateAccount and stopImpersonatingAccount', async () => {
    await helpers.setBalance(stranger, 10n ** 18n)
    await helpers.impersonateAccount(stranger)
    const signer = await ethers.getSigner(stranger)
    const response = await signer.sendTransaction({ to: bob, value: 1 })
    expect((await response.wait()).from).to.equal(stranger)
    await helpers.stopImpersonatingAccount(stranger)
    await expect(signer.sendTransaction({ to: bob, value: 1 })).to.be.rejected
  })

  it('getImpersonatedSigner', async () => {
    const counter = await ethers.deployContract('Counter', [5])
    // Contracts too.
    const signer = await ethers.getImpersonatedSigner(await counter.getAddress())
    await helpers.setBalance(signer.address, 10n ** 18n)
    await expect(counter.connect(signer).increment())
      .to.emit(counter, 'Incremented')
      .withArgs(signer.address, 6)
    await helpers.stopImpersonatingAccount(signer.address)
  })

  it('setBalance', async () => {
    await helpers.setBalance(stranger, 42)
    expect(await provider.getBalance(stranger)).to.equal(42)
    await helpers.setBalance(stranger, '0xff')
    expect(await provider.getBalance(stranger)).to.equal(255)
  })

  it('setBlockGasLimit', async () => {
    await helpers.setBlockGasLimit(20_000_000)
    await helpers.mine()
    expect((await latest()).gasLimit).to.equal(20_000_000)
    await helpers.setBlockGasLimit(30_000_000)
  })

  it('setCode', async () => {
    await helpers.setCode(stranger, answer)
    expect(await provider.getCode(stranger)).to.equal(answer)
    expect(await provider.call({ to: stranger })).to.equal(ethers.toBeHex(42, 32))
  })

  it('setCoinbase', async () => {
    await helpers.setCoinbase(stranger)
    await helpers.mine()
    expect((await latest()).miner).to.equal(stranger)
  })

  it('setNextBlockBaseFeePerGas', async () => {
    await helpers.setNextBlockBaseFeePerGas(2_000_000)
    await helpers.mine()
    expect((await latest()).baseFeePerGas).to.equal(2_000_000)
  })

  it('setNonce', async () => {
    await helpers.setNonce(stranger, 12)
    expect(await provider.getTransactionCount(stranger)).to.equal(12)
    await helpers.setNonce(stranger, 13)
    expect(await provider.getTransactionCount(stranger)).to.equal(13)
  })

  it('setPrevRandao', async () => {
    const counter = await ethers.deployContract('Counter', [5])
    await helpers.setPrevRandao(42)
    await helpers.mine()
    expect(await counter.randomness()).to.equal(42)
    const { mixHash } = await provider.send('eth_getBlockByNumber', ['latest', false])
    expect(BigInt(mixHash)).to.equal(42n)
  })

  it('takeSnapshot, restored many times', async () => {
    const snapshot = await helpers.takeSnapshot()
    const { number } = await latest()
    for (let times = 0; times < 3; times++) {
      await helpers.setBalance(stranger, 42)
      await helpers.mine(3)
      await snapshot.restore()
      expect((await latest()).number).to.equal(number)
      expect(await provider.getBalance(stranger)).to.equal(0)
    }
  })

  it('a snapshot of later is invalid after one of before is restored', async () => {
    const first = await helpers.takeSnapshot()
    const second = await helpers.takeSnapshot()
    await first.restore()
    await expect(second.restore()).to.be.rejectedWith('invalid snapshot')
  })

  it('loadFixture and clearSnapshots', async () => {
    let calls = 0
    async function fixture() {
      calls += 1
      await helpers.setBalance(stranger, 7)
      return calls
    }
    expect(await helpers.loadFixture(fixture)).to.equal(1)
    await helpers.setBalance(stranger, 8)
    expect(await helpers.loadFixture(fixture)).to.equal(1)
    expect(await provider.getBalance(stranger)).to.equal(7)
    await helpers.clearSnapshots()
    expect(await helpers.loadFixture(fixture)).to.equal(2)
    await expect(helpers.loadFixture(async () => {})).to.be.rejectedWith('Anonymous functions')
  })

  it('time.latest and time.latestBlock', async () => {
    const block = await latest()
    expect(await helpers.time.latest()).to.equal(block.timestamp)
    expect(await helpers.time.latestBlock()).to.equal(block.number)
  })

  it('time.increase', async () => {
    const before = await helpers.time.latest()
    const after = await helpers.time.increase(10_000)
    expect(after).to.equal(before + 10_000)
    expect(await helpers.time.latest()).to.equal(after)
    if (!isAnvil) await expect(helpers.time.increase(0)).to.be.rejected
  })

  it('time.increaseTo', async () => {
    const before = await helpers.time.latest()
    await helpers.time.increaseTo(before + 5000)
    expect(await helpers.time.latest()).to.equal(before + 5000)
    await helpers.time.increaseTo(new Date((before + 6000) * 1000))
    expect(await helpers.time.latest()).to.equal(before + 6000)
    if (!isAnvil) await expect(helpers.time.increaseTo(before + 6000)).to.be.rejected
    await expect(helpers.time.increaseTo(before)).to.be.rejected
  })

  it('time.setNextBlockTimestamp', async () => {
    const before = await helpers.time.latest()
    await helpers.time.setNextBlockTimestamp(before + 5000)
    expect(await helpers.time.latest()).to.equal(before)
    const response = await alice.sendTransaction({ to: bob })
    await response.wait()
    expect(await helpers.time.latest()).to.equal(before + 5000)
  })

  it('time.advanceBlock and time.advanceBlockTo', async () => {
    const { number } = await latest()
    await helpers.time.advanceBlock(2)
    await helpers.time.advanceBlockTo(number + 5)
    expect(await helpers.time.latestBlock()).to.equal(number + 5)
  })

  it('time.duration', () => {
    const { duration } = helpers.time
    expect(duration.millis(1000)).to.equal(1)
    expect(duration.seconds(1)).to.equal(1)
    expect(duration.minutes(1)).to.equal(60)
    expect(duration.hours(1)).to.equal(3600)
    expect(duration.days(1)).to.equal(86_400)
    expect(duration.weeks(1)).to.equal(604_800)
    expect(duration.years(1)).to.equal(31_536_000)
  })

  it('reset', async () => {
    await helpers.setBalance(stranger, 42)
    await helpers.mine(3)
    await helpers.reset()
    expect((await latest()).number).to.equal(0)
    expect(await provider.getBalance(stranger)).to.equal(0)
    start = await helpers.takeSnapshot()
  })
})
