import { anyValue } from '@nomicfoundation/hardhat-ethers-chai-matchers/withArgs'
import { expect } from 'chai'
import { network } from 'hardhat'

const { ethers, networkHelpers, networkName, provider } = await network.create()

describe('Counter, with ethers', () => {
  async function deploy() {
    const [alice, bob] = await ethers.getSigners()
    return { alice, bob, counter: await ethers.deployContract('Counter', [5]) }
  }

  it('matches events', async () => {
    const { alice, counter } = await networkHelpers.loadFixture(deploy)
    await expect(counter.increment()).to.emit(counter, 'Incremented').withArgs(alice, 6)
    await expect(counter.increment()).to.emit(counter, 'Incremented').withArgs(anyValue, 7)
  })

  it('matches reverts', async () => {
    const { counter } = await networkHelpers.loadFixture(deploy)
    await expect(counter.increaseBy(0)).to.be.revert(ethers)
    await expect(counter.increaseBy(0)).to.be.revertedWith('by nothing')
    await expect(counter.increaseBy(101))
      .to.be.revertedWithCustomError(counter, 'TooFar')
      .withArgs(101)
    await expect(counter.divide(0)).to.be.revertedWithPanic(0x12)
    await expect(counter.silent()).to.be.revertedWithoutReason(ethers)
    await expect(counter.increaseBy(1)).not.to.be.revert(ethers)
    await expect(counter.increaseBy(0, { gasLimit: 100_000 })).to.be.revert(ethers)
  })

  it('has the lines of Solidity in errors of the plugin', async function () {
    if (networkName !== 'inProcess') return this.skip()
    const { counter } = await networkHelpers.loadFixture(deploy)
    const data = counter.interface.encodeFunctionData('increaseBy', [0])
    const call = { to: await counter.getAddress(), data }
    const error = await provider.request({ method: 'eth_call', params: [call] }).then(
      () => undefined,
      (thrown: Error & { solidityStack?: string }) => thrown,
    )
    expect(error?.solidityStack).to.match(/^Counter\.increaseBy \(.*Counter\.sol:\d+\)$/)
    const [place] = error?.solidityStack?.split(')') ?? []
    expect(error?.stack).to.include(`\n    at ${place}:`)
    expect(error?.stack).to.include('counter.ts')
    expect(error).to.include({
      code: 3,
      message:
        "VM Exception while processing transaction: reverted with reason string 'by nothing'",
    })
  })

  it('refuses a balance that several transactions of a block change', async function () {
    if (networkName !== 'inProcess') return this.skip()
    const [alice, bob] = await ethers.getSigners()
    await provider.request({ method: 'evm_setAutomine', params: [false] })
    await alice.sendTransaction({ to: bob, value: 1 })
    await provider.request({ method: 'evm_setAutomine', params: [true] })
    const changed = expect(alice.sendTransaction({ to: bob, value: 200 })).to.changeEtherBalance(
      ethers,
      bob,
      200,
    )
    const refusal = await changed.then(
      () => undefined,
      (error: Error) => error.message,
    )
    expect(refusal).to.match(/There should be only 1 transaction in the block/)
  })

  it('matches changes of balances', async () => {
    const { alice, bob, counter } = await networkHelpers.loadFixture(deploy)
    await expect(alice.sendTransaction({ to: bob, value: 200 })).to.changeEtherBalances(
      ethers,
      [alice, bob],
      [-200, 200],
    )
    await expect(counter.mint(bob, 7)).to.changeTokenBalance(ethers, counter, bob, 7)
  })

  it('sums its events', async () => {
    const { counter } = await networkHelpers.loadFixture(deploy)
    const from = await ethers.provider.getBlockNumber()
    for (let times = 0; times < 10; times++) await counter.increment()
    const events = await counter.queryFilter(counter.filters.Incremented(), from, 'latest')
    expect(events).to.have.length(10)
    expect(await counter.number()).to.equal(15)
  })

  it('sends for impersonated contracts', async () => {
    const { counter } = await networkHelpers.loadFixture(deploy)
    const address = await counter.getAddress()
    const signer = await ethers.getImpersonatedSigner(address)
    await networkHelpers.setBalance(address, 10n ** 18n)
    await expect(counter.connect(signer).increment())
      .to.emit(counter, 'Incremented')
      .withArgs(address, 6)
  })
})
