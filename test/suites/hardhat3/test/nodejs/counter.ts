import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { network } from 'hardhat'

describe('Counter, with viem', async () => {
  const { viem, networkHelpers } = await network.create()
  const publicClient = await viem.getPublicClient()
  const [alice, bob] = await viem.getWalletClients()

  async function deploy() {
    return viem.deployContract('Counter', [5n])
  }

  it('asserts events', async () => {
    const counter = await networkHelpers.loadFixture(deploy)
    await viem.assertions.emit(counter.write.increment(), counter, 'Incremented')
    await viem.assertions.emitWithArgs(counter.write.increment(), counter, 'Incremented', [
      (by: string) => by.toLowerCase() === alice.account.address.toLowerCase(),
      7n,
    ])
  })

  it('asserts reverts', async () => {
    const counter = await networkHelpers.loadFixture(deploy)
    await viem.assertions.revert(counter.write.increaseBy([0n]))
    await viem.assertions.revertWith(counter.write.increaseBy([0n]), 'by nothing')
    await viem.assertions.revertWith(counter.simulate.increaseBy([0n]), 'by nothing')
    await viem.assertions.revertWithCustomError(counter.write.increaseBy([101n]), counter, 'TooFar')
    await viem.assertions.revertWithCustomErrorWithArgs(
      counter.write.increaseBy([101n]),
      counter,
      'TooFar',
      [101n],
    )
  })

  it('asserts changes of balances', async () => {
    await viem.assertions.balancesHaveChanged(
      alice.sendTransaction({ to: bob.account.address, value: 200n }),
      [
        { address: alice.account.address, amount: -200n },
        { address: bob.account.address, amount: 200n },
      ],
    )
  })

  it('sums its events', async () => {
    const counter = await networkHelpers.loadFixture(deploy)
    const fromBlock = await publicClient.getBlockNumber()
    for (let times = 0; times < 10; times++) await counter.write.increment()
    const events = await counter.getEvents.Incremented({}, { fromBlock, strict: true })
    assert.equal(events.length, 10)
    assert.equal(await counter.read.number(), 15n)
  })

  it('moves the node by its test client', async () => {
    const client = await viem.getTestClient()
    const before = await publicClient.getBlockNumber()
    await client.mine({ blocks: 3 })
    assert.equal(await publicClient.getBlockNumber(), before + 3n)
    await client.setBalance({ address: bob.account.address, value: 7n })
    assert.equal(await publicClient.getBalance({ address: bob.account.address }), 7n)
    await client.setBlockTimestampInterval({ interval: 60 })
    await client.mine({ blocks: 1 })
    const { timestamp } = await publicClient.getBlock()
    await client.mine({ blocks: 1 })
    assert.equal((await publicClient.getBlock()).timestamp, timestamp + 60n)
    await client.removeBlockTimestampInterval()
  })
})
