import {
  BrowserProvider,
  ContractFactory,
  getAddress,
  isError,
  type JsonRpcApiProvider,
  JsonRpcProvider,
  NonceManager,
  parseEther,
  verifyMessage,
  verifyTypedData,
  Wallet,
  WebSocketProvider,
} from 'ethers'
import { createDevnet } from 'preconf'
import { describe, expect, test } from 'vitest'
import { alice, aliceKey, bob, stranger } from '../support/accounts.ts'
import { counterAbi, counterBytecode } from '../support/counter.ts'
import { startNode } from '../support/node.ts'

interface Opened extends AsyncDisposable {
  readonly provider: JsonRpcApiProvider
}

const ways: Record<string, () => Promise<Opened>> = {
  JsonRpcProvider: async () => {
    const node = await startNode('--mining', 'auto')
    const provider = new JsonRpcProvider(node.url, undefined, { cacheTimeout: -1 })
    provider.pollingInterval = 20
    return closing(provider, async () => node[Symbol.asyncDispose]())
  },
  WebSocketProvider: async () => {
    const node = await startNode('--mining', 'auto')
    const provider = new WebSocketProvider(node.webSocketUrl, undefined, { cacheTimeout: -1 })
    return closing(provider, async () => node[Symbol.asyncDispose]())
  },
  BrowserProvider: async () => {
    const devnet = await createDevnet({ mining: 'auto' })
    const provider = new BrowserProvider(devnet.provider, undefined, { cacheTimeout: -1 })
    provider.pollingInterval = 20
    return closing(provider, () => devnet.close())
  },
}

function closing(provider: JsonRpcApiProvider, close: () => Promise<void>): Opened {
  return {
    provider,
    [Symbol.asyncDispose]: async () => {
      await provider.destroy()
      await close()
    },
  }
}

describe.each(Object.keys(ways))('ethers through a %s', (way) => {
  const open = () => (ways[way] as () => Promise<Opened>)()
  const abi = counterAbi as unknown as ConstructorParameters<typeof ContractFactory>[0]

  async function deploy(provider: JsonRpcApiProvider) {
    const signer = await provider.getSigner(0)
    const counter = await new ContractFactory(abi, counterBytecode, signer).deploy(5)
    return counter.waitForDeployment()
  }

  test('reads the chain', async () => {
    await using opened = await open()
    const { provider } = opened
    expect((await provider.getNetwork()).chainId).toBe(31337n)
    expect(await provider.getBlockNumber()).toBe(0)
    expect(await provider.getBalance(alice)).toBe(parseEther('10000'))
    expect(await provider.getCode(alice)).toBe('0x')
    expect(await provider.getStorage(alice, 0)).toBe(`0x${'0'.repeat(64)}`)
    const accounts = await provider.listAccounts()
    expect(accounts.map((account) => account.address).slice(0, 2)).toEqual([alice, bob])
    const fees = await provider.getFeeData()
    expect(fees.maxFeePerGas).toBeGreaterThan(0n)
  })

  test('sends from an account of the node', async () => {
    await using opened = await open()
    const signer = await opened.provider.getSigner(0)
    const response = await signer.sendTransaction({ to: bob, value: 7n })
    const receipt = await response.wait()
    expect(receipt).toMatchObject({ status: 1, blockNumber: 1, from: alice, to: bob })
    expect(await opened.provider.getBalance(bob)).toBe(parseEther('10000') + 7n)
    const found = await opened.provider.getTransaction(response.hash)
    expect(found).toMatchObject({ hash: response.hash, value: 7n, blockNumber: 1 })
    const block = await opened.provider.getBlock(1, true)
    expect(block?.prefetchedTransactions.map(({ hash }) => hash)).toEqual([response.hash])
  })

  test('sends from wallets of its own, many at once', async () => {
    await using opened = await open()
    const { provider } = opened
    const wallet = new NonceManager(new Wallet(aliceKey, provider))
    const responses = []
    for (let index = 0; index < 10; index++) {
      responses.push(await wallet.sendTransaction({ to: stranger, value: 1n }))
    }
    const receipts = await Promise.all(responses.map((response) => response.wait()))
    expect(receipts.map((receipt) => receipt?.status)).toEqual(Array(10).fill(1))
    expect(await provider.getBalance(stranger)).toBe(10n)
  })

  test('deploys and calls contracts, and finds what they log', async () => {
    await using opened = await open()
    const { provider } = opened
    const counter = await deploy(provider)
    expect(await counter.getFunction('number')()).toBe(5n)
    expect(await counter.getFunction('increment').staticCall()).toBe(6n)

    const response = await counter.getFunction('increment')()
    const receipt = await response.wait()
    expect(receipt.logs).toHaveLength(1)
    const logs = await counter.queryFilter('Incremented')
    expect(logs.map((log) => 'args' in log && [...log.args])).toEqual([[alice, 6n]])
  })

  test('tells why a call reverts', async () => {
    await using opened = await open()
    const counter = await deploy(opened.provider)
    const increaseBy = counter.getFunction('increaseBy')
    await expect(increaseBy.staticCall(0)).rejects.toMatchObject({
      code: 'CALL_EXCEPTION',
      reason: 'by nothing',
    })
    await expect(increaseBy.staticCall(101)).rejects.toMatchObject({
      code: 'CALL_EXCEPTION',
      revert: { name: 'TooFar', args: [101n] },
    })
    // Without the contract's help, as ethers estimates, the data is still there.
    await expect(increaseBy.estimateGas(0)).rejects.toMatchObject({
      code: 'CALL_EXCEPTION',
      action: 'estimateGas',
      reason: 'by nothing',
    })
    // With its gas given, the transaction is sent without an estimate.
    const response = await increaseBy(0, { gasLimit: 100_000n })
    await expect(response.wait()).rejects.toMatchObject({
      code: 'CALL_EXCEPTION',
      receipt: { status: 0 },
    })
  })

  test('tells what is wrong with a transaction', async () => {
    await using opened = await open()
    const { provider } = opened
    const poor = new Wallet(`0x${'11'.repeat(32)}`, provider)
    const error: unknown = await poor
      .sendTransaction({ to: bob, value: 1n, gasLimit: 21_000n })
      .catch((error: unknown) => error)
    expect(isError(error, 'INSUFFICIENT_FUNDS')).toBe(true)

    const wallet = new Wallet(aliceKey, provider)
    await (await wallet.sendTransaction({ to: bob })).wait()
    await expect(wallet.sendTransaction({ to: bob, nonce: 0 })).rejects.toMatchObject({
      code: 'NONCE_EXPIRED',
    })
  })

  test('is told of blocks, transactions and events', async () => {
    await using opened = await open()
    const { provider } = opened
    const counter = await deploy(provider)
    const blocks = new Promise<number>((resolve) => provider.once('block', resolve))
    const events = new Promise<unknown[]>((resolve) => {
      counter.once('Incremented', (...heard) => resolve(heard.slice(0, 2)))
    })
    // Resolves when the listeners are in place.
    await provider.listenerCount()
    await provider.send('eth_chainId', [])
    const response = await counter.getFunction('increment')()
    await response.wait()
    expect(await events).toEqual([alice, 6n])
    expect(await blocks).toBeGreaterThanOrEqual(1)
    const waited = await provider.waitForTransaction(response.hash)
    expect(waited?.status).toBe(1)
  })

  test('signs with an account of the node', async () => {
    await using opened = await open()
    const signer = await opened.provider.getSigner(0)
    expect(verifyMessage('hello', await signer.signMessage('hello'))).toBe(alice)
    const domain = { name: 'Ether Mail', version: '1', chainId: 31337, verifyingContract: bob }
    const types = {
      Mail: [
        { name: 'to', type: 'address' },
        { name: 'text', type: 'string' },
      ],
    }
    const mail = { to: getAddress(stranger), text: 'hello' }
    const signature = await signer.signTypedData(domain, types, mail)
    expect(verifyTypedData(domain, types, mail, signature)).toBe(alice)
  })

  test('takes snapshots, reverts, mines and impersonates', async () => {
    await using opened = await open()
    const { provider } = opened
    const id: unknown = await provider.send('evm_snapshot', [])
    await provider.send('anvil_setBalance', [stranger, '0xde0b6b3a7640000'])
    await provider.send('anvil_impersonateAccount', [stranger])
    const signer = await provider.getSigner(stranger)
    const response = await signer.sendTransaction({ to: bob, value: 3n })
    expect((await response.wait())?.from).toBe(getAddress(stranger))
    await provider.send('evm_mine', [])
    expect(await provider.getBlockNumber()).toBe(2)
    expect(await provider.send('evm_revert', [id])).toBe(true)
    expect(await provider.getBlockNumber()).toBe(0)
    expect(await provider.getBalance(stranger)).toBe(0n)
  })
})
