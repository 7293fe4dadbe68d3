import { Contract, ContractFactory, type JsonRpcSigner, type Log, parseEther } from 'ethers'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { ethersProvider } from '../../../src/testing/ethers.ts'
import type { PreconfDevnet } from '../../../src/types/devnet.ts'
import { quiet } from '../../support/quiet.ts'
import { recordMethods } from '../../support/recordMethods.ts'
import { testDevnet } from '../../support/testDevnet.ts'
import { tokenAbi, tokenBytecode } from '../../support/token.ts'
import { bob } from '../../support/transfers.ts'

afterEach(() => {
  vi.useRealTimers()
})

function clientOf(devnet: PreconfDevnet) {
  const provider = ethersProvider(devnet)
  const [alice = expect.fail()] = provider.signers
  return { provider, alice }
}

async function deployToken(signer: JsonRpcSigner): Promise<Contract> {
  const factory = new ContractFactory(tokenAbi, tokenBytecode, signer)
  const deployed = await factory.deploy('Test', 'TST', 100n)
  return new Contract(await deployed.getAddress(), tokenAbi, signer)
}

/** Listeners of ethers are told a few turns after the push. */
function received(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve))
}

describe('requests', () => {
  it('are answered as they are now: nothing is kept', async () => {
    await using devnet = await testDevnet({ mining: 'auto' })
    const { provider, alice } = clientOf(devnet)
    for (let nonce = 0; nonce < 3; nonce++) {
      expect(await provider.getTransactionCount(alice.address)).toBe(nonce)
      await alice.sendTransaction({ to: bob, value: 1n })
      expect(await provider.getBalance(bob)).toBe(BigInt(nonce + 1))
      expect(await provider.getBlockNumber()).toBe(nonce + 1)
    }
  })

  it('fail with the errors of ethers', async () => {
    await using devnet = await testDevnet({ mining: 'auto' })
    const { provider, alice } = clientOf(devnet)
    const token = await deployToken(alice)
    await expect(token.getFunction('fail').staticCall()).rejects.toMatchObject({
      code: 'CALL_EXCEPTION',
      reason: 'this always fails',
    })
    await expect(token.getFunction('transfer').staticCall(bob, 101n)).rejects.toMatchObject({
      code: 'CALL_EXCEPTION',
      revert: { name: 'InsufficientBalance' },
    })
    await expect(
      alice.sendTransaction({ to: bob, value: parseEther('20000'), gasLimit: 21_000n }),
    ).rejects.toMatchObject({ code: 'INSUFFICIENT_FUNDS' })
    await expect(provider.send('eth_nothing', [])).rejects.toMatchObject({
      code: 'UNSUPPORTED_OPERATION',
    })
  })

  it('can be sent at once from one account', async () => {
    await using devnet = await testDevnet()
    const { provider, alice } = clientOf(devnet)
    const sent = Array.from({ length: 20 }, () => alice.sendTransaction({ to: bob, value: 1n }))
    const responses = await Promise.all(sent)
    expect(new Set(responses.map(({ nonce }) => nonce)).size).toBe(20)
    await devnet.seal()
    expect(await provider.getBalance(bob)).toBe(20n)
  })

  it('know the chain without asking for it', async () => {
    await using devnet = await testDevnet({ chainId: 137 })
    const { provider } = clientOf(devnet)
    const methods = recordMethods(devnet)
    expect((await provider.getNetwork()).chainId).toBe(137n)
    // Where the network is known to ethers, it would ask a server of that network.
    await provider.getFeeData()
    expect(methods.sort()).toEqual([
      'eth_gasPrice',
      'eth_getBlockByNumber',
      'eth_maxPriorityFeePerGas',
    ])
  })
})

describe('wait()', () => {
  it('ends at the seal, and asks nothing before', async () => {
    await using devnet = await testDevnet()
    // Polling would go by them.
    vi.useFakeTimers({ toFake: ['setTimeout', 'setInterval'] })
    const { provider, alice } = clientOf(devnet)
    const sent = await alice.sendTransaction({ to: bob, value: 1n })
    const receipt = sent.wait()
    await quiet(devnet)
    await devnet.flashblock()
    await quiet(devnet)
    const methods = recordMethods(devnet)
    await vi.advanceTimersByTimeAsync(60_000)
    await quiet(devnet)
    expect(methods).toEqual([])
    await devnet.seal()
    expect(await receipt).toMatchObject({ status: 1, blockNumber: 1 })
    provider.destroy()
  })

  it('misses no block that is sealed at once', async () => {
    await using devnet = await testDevnet()
    const { alice } = clientOf(devnet)
    for (let attempt = 0; attempt < 20; attempt++) {
      const sent = await alice.sendTransaction({ to: bob, value: 1n })
      const receipt = sent.wait()
      // At another point of its look each time.
      for (let turn = 0; turn < attempt; turn++) await Promise.resolve()
      await devnet.seal()
      expect(await receipt).toMatchObject({ status: 1 })
    }
  })

  it('counts further blocks', async () => {
    await using devnet = await testDevnet()
    const { alice } = clientOf(devnet)
    const sent = await alice.sendTransaction({ to: bob, value: 1n })
    let isThere = false
    sent.wait(3).then(() => {
      isThere = true
    })
    for (const there of [false, false, false, true]) {
      await received()
      expect(isThere).toBe(there)
      await devnet.seal()
    }
  })

  it('fails for what was reverted, and tells of a replacement', async () => {
    await using devnet = await testDevnet()
    const { alice } = clientOf(devnet)
    const token = await deployToken(alice)
    await devnet.seal()
    const reverted = await token.getFunction('fail')({ gasLimit: 100_000n })
    const failure = expect(reverted.wait()).rejects.toMatchObject({ code: 'CALL_EXCEPTION' })
    await devnet.seal()
    await failure
    const sent = await alice.sendTransaction({ to: bob, value: 1n })
    const replaced = expect(sent.wait()).rejects.toMatchObject({ code: 'TRANSACTION_REPLACED' })
    await received()
    const maxFeePerGas = 10n ** 12n
    const fees = { maxFeePerGas, maxPriorityFeePerGas: maxFeePerGas }
    await alice.sendTransaction({ to: bob, value: 2n, nonce: sent.nonce, ...fees })
    await devnet.seal()
    await replaced
  })

  it('goes on while timers are faked', async () => {
    await using devnet = await testDevnet()
    const { alice } = clientOf(devnet)
    vi.useFakeTimers({ toFake: ['setTimeout', 'setInterval', 'setImmediate', 'Date'] })
    const sent = await alice.sendTransaction({ to: bob, value: 1n })
    const receipt = sent.wait()
    await devnet.seal()
    expect(await receipt).toMatchObject({ status: 1 })
  })

  it('goes on when the connection broke', async () => {
    await using devnet = await testDevnet()
    const { provider, alice } = clientOf(devnet)
    const sent = await alice.sendTransaction({ to: bob, value: 1n })
    const receipt = sent.wait()
    await received()
    devnet.faults.inject({ kind: 'disconnect', method: 'eth_gasPrice' })
    await expect(provider.send('eth_gasPrice', [])).rejects.toThrow()
    await received()
    await devnet.seal()
    expect(await receipt).toMatchObject({ status: 1 })
  })
})

describe('events', () => {
  it('come by pushes: blocks, pooled transactions, logs of a contract', async () => {
    await using devnet = await testDevnet({ mining: 'auto' })
    const { provider, alice } = clientOf(devnet)
    const token = await deployToken(alice)
    const seen: unknown[] = []
    await provider.on('block', (number: number) => seen.push(`block ${number}`))
    await provider.on('pending', (hash: string) => seen.push(hash))
    await provider.on({ address: token.target as string }, ({ index }: Log) => seen.push(index))
    await token.on('Transfer', (_from, to, value) => seen.push([to, value]))
    await received()
    const methods = recordMethods(devnet)
    const sent = await token.getFunction('transfer')(alice.address, 7n)
    await received()
    expect(seen).toHaveLength(4)
    expect(seen).toEqual(expect.arrayContaining(['block 2', sent.hash, 0, [alice.address, 7n]]))
    expect(methods).not.toContain('eth_newFilter')
    expect(methods).not.toContain('eth_getLogs')
    await provider.removeAllListeners()
    await received()
    await devnet.seal()
    await received()
    expect(seen).toHaveLength(4)
    expect(methods.filter((method) => method === 'eth_unsubscribe')).toHaveLength(4)
  })

  it('do not tell of logs that a reorg removes as of new ones', async () => {
    await using devnet = await testDevnet({ mining: 'auto' })
    const { provider, alice } = clientOf(devnet)
    const token = await deployToken(alice)
    const values: unknown[] = []
    await provider.on({ address: token.target as string }, ({ data }: Log) => values.push(data))
    await received()
    await token.getFunction('transfer')(bob, 7n)
    await devnet.rollback()
    await received()
    await token.getFunction('transfer')(bob, 8n)
    await received()
    expect(values.map(BigInt as never)).toEqual([7n, 8n])
  })

  it('wait for the end of a pause, or are dropped in it', async () => {
    await using devnet = await testDevnet()
    const { provider } = clientOf(devnet)
    const seen: number[] = []
    await provider.on('block', (number: number) => seen.push(number))
    await received()
    for (const isDropped of [false, true]) {
      provider.pause(isDropped)
      await devnet.seal()
      provider.resume()
      await devnet.seal()
      await received()
    }
    expect(seen).toEqual([1, 2, 4])
  })

  it('are no more after destroy, and nothing is asked any more', async () => {
    await using devnet = await testDevnet()
    const { provider } = clientOf(devnet)
    const seen: number[] = []
    await provider.on('block', (number: number) => seen.push(number))
    await received()
    provider.destroy()
    await devnet.seal()
    await received()
    expect(seen).toEqual([])
    await expect(provider.getBlockNumber()).rejects.toMatchObject({
      code: 'UNSUPPORTED_OPERATION',
    })
  })

  it('are polled where there can be no subscription', async () => {
    await using devnet = await testDevnet()
    const { provider, alice } = clientOf(devnet)
    devnet.faults.inject({ kind: 'error', method: 'eth_subscribe', times: 2 })
    const numbers: number[] = []
    await provider.on('block', (number: number) => numbers.push(number))
    const sent = await alice.sendTransaction({ to: bob, value: 1n })
    const receipt = sent.wait()
    await received()
    await devnet.seal()
    expect(await receipt).toMatchObject({ status: 1 })
    await expect.poll(() => numbers).toContain(1)
    provider.destroy()
  })
})
