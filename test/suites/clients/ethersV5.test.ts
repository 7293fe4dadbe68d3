import { ContractFactory, ethers } from 'ethers-v5'
import { expect, test } from 'vitest'
import { alice, aliceKey, bob } from '../support/accounts.ts'
import { counterAbi, counterBytecode } from '../support/counter.ts'
import { startNode } from '../support/node.ts'

const { JsonRpcProvider, WebSocketProvider } = ethers.providers

test.each(['anvil', 'hardhat'])(
  'a script of ethers 5 runs on a node started as %s',
  async (compat) => {
    await using node = await startNode('--compat', compat)
    const provider = new JsonRpcProvider(node.url)
    provider.pollingInterval = 20
    const signer = provider.getSigner(0)
    const wallet = new ethers.Wallet(aliceKey, provider)
    expect(await signer.getAddress()).toBe(alice)

    const counter = await new ContractFactory(counterAbi as never, counterBytecode, signer).deploy(
      5,
    )
    await counter.deployed()
    const receipt = await (await counter.increment()).wait()
    expect(receipt.events[0].args.number.toNumber()).toBe(6)
    expect((await counter.number()).toNumber()).toBe(6)
    // Its signer and its wallet fill in fees and gas each in their own way.
    for (const sender of [signer, wallet]) {
      for (const fees of [{}, { gasPrice: 10 ** 10 }, { maxFeePerGas: 10 ** 11 }]) {
        const sent = await sender.sendTransaction({ to: bob, value: 1, ...fees })
        expect(await sent.wait()).toMatchObject({ status: 1 })
      }
    }
    expect(await counter.queryFilter('Incremented', 0, 10_000)).toHaveLength(1)
    await expect(counter.callStatic.increaseBy(0)).rejects.toMatchObject({ reason: 'by nothing' })
    await expect(counter.increaseBy(0)).rejects.toThrow()

    const socket = new WebSocketProvider(node.webSocketUrl)
    const seen = new Promise((resolve) => counter.connect(socket).once('Incremented', resolve))
    await socket.getBlockNumber()
    await (await counter.increment()).wait()
    expect(await seen).toBe(alice)
    await socket.destroy()
  },
)
