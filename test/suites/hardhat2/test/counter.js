const { anyUint, anyValue } = require('@nomicfoundation/hardhat-chai-matchers/withArgs')
const { PANIC_CODES } = require('@nomicfoundation/hardhat-chai-matchers/panic')
const { loadFixture } = require('@nomicfoundation/hardhat-network-helpers')
const { expect } = require('chai')
const { ethers } = require('hardhat')

describe('hardhat-chai-matchers', () => {
  async function deploy() {
    const [alice, bob] = await ethers.getSigners()
    const counter = await ethers.deployContract('Counter', [5])
    return { alice, bob, counter }
  }

  it('matches events', async () => {
    const { alice, counter } = await loadFixture(deploy)
    await expect(counter.increment()).to.emit(counter, 'Incremented').withArgs(alice, 6)
    await expect(counter.increment()).to.emit(counter, 'Incremented').withArgs(anyValue, anyUint)
    await expect(counter.increaseBy(1)).not.to.emit(counter, 'Incremented')
  })

  it('matches reverts of calls and estimates', async () => {
    const { counter } = await loadFixture(deploy)
    await expect(counter.increaseBy(0)).to.be.reverted
    await expect(counter.increaseBy(0)).to.be.revertedWith('by nothing')
    await expect(counter.increaseBy.staticCall(0)).to.be.revertedWith('by nothing')
    await expect(counter.increaseBy(101))
      .to.be.revertedWithCustomError(counter, 'TooFar')
      .withArgs(101)
    await expect(counter.increaseBy(100)).not.to.be.reverted
    await expect(counter.divide(0)).to.be.revertedWithPanic(PANIC_CODES.DIVISION_BY_ZERO)
    await expect(counter.silent()).to.be.revertedWithoutReason()
  })

  it('matches transactions that revert although their gas is given', async () => {
    const { counter } = await loadFixture(deploy)
    await expect(counter.increaseBy(0, { gasLimit: 100_000 })).to.be.reverted
  })

  it('matches changes of balances', async () => {
    const { alice, bob, counter } = await loadFixture(deploy)
    await expect(alice.sendTransaction({ to: bob, value: 200 })).to.changeEtherBalance(bob, 200)
    await expect(() => alice.sendTransaction({ to: bob, value: 200 })).to.changeEtherBalances(
      [alice, bob],
      [-200, 200],
    )
    await expect(counter.mint(bob, 7)).to.changeTokenBalance(counter, bob, 7)
    await expect(counter.connect(bob).transfer(alice, 3)).to.changeTokenBalances(
      counter,
      [alice, bob],
      [3, -3],
    )
  })

  it('matches numbers and addresses', async () => {
    const { alice, counter } = await loadFixture(deploy)
    expect(await counter.number()).to.equal(5)
    expect(alice.address).to.be.properAddress
    expect(await counter.getAddress()).to.hexEqual((await counter.getAddress()).toLowerCase())
  })

  it('starts each test from the fixture', async () => {
    const { counter } = await loadFixture(deploy)
    expect(await counter.number()).to.equal(5)
    await counter.increment()
    expect(await counter.number()).to.equal(6)
  })
})
