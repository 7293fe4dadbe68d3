const { expect } = require('chai')
const { ethers, upgrades } = require('hardhat')

describe('hardhat-upgrades', () => {
  it('puts another contract behind a transparent proxy', async () => {
    const box = await upgrades.deployProxy(await ethers.getContractFactory('Box'), [41])
    await box.waitForDeployment()
    const address = await box.getAddress()
    const before = await upgrades.erc1967.getImplementationAddress(address)
    await expect(box.initialize.staticCall(1)).to.be.revertedWithCustomError(
      box,
      'InitializedTwice',
    )

    const grows = await ethers.getContractFactory('BoxThatGrows')
    const upgraded = await upgrades.upgradeProxy(address, grows)
    await (await upgraded.grow()).wait()
    expect(await upgraded.value()).to.equal(42n)
    expect(await upgrades.erc1967.getImplementationAddress(address)).not.to.equal(before)
  })

  it('upgrades all proxies of a beacon', async () => {
    const Box = await ethers.getContractFactory('Box')
    const beacon = await upgrades.deployBeacon(Box)
    const box = await upgrades.deployBeaconProxy(beacon, Box, [5])
    await box.waitForDeployment()
    const grows = await ethers.getContractFactory('BoxThatGrows')
    await upgrades.upgradeBeacon(beacon, grows)
    const upgraded = grows.attach(await box.getAddress())
    await (await upgraded.grow()).wait()
    expect(await upgraded.value()).to.equal(6n)
  })
})
