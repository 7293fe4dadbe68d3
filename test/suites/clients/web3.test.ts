import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { Web3 } from 'web3'
import { alice, aliceKey, bob, stranger } from '../support/accounts.ts'
import { counterAbi, counterBytecode } from '../support/counter.ts'
import { type RunningNode, startNode } from '../support/node.ts'

describe.each(['HTTP', 'WebSocket'] as const)('web3.js over %s', (transport) => {
  let node: RunningNode
  let web3: Web3

  beforeAll(async () => {
    node = await startNode('--mining', 'auto')
    web3 = new Web3(transport === 'HTTP' ? node.url : node.webSocketUrl)
    web3.eth.transactionPollingInterval = 50
    web3.eth.transactionReceiptPollingInterval = 50
  })
  afterAll(async () => {
    if (transport === 'WebSocket') web3.provider?.disconnect(1000, 'done')
    await node[Symbol.asyncDispose]()
  })

  function deploy() {
    return new web3.eth.Contract(counterAbi)
      .deploy({ data: counterBytecode, arguments: [5n] })
      .send({ from: alice })
  }

  test('reads what the node is', async () => {
    expect(await web3.eth.getChainId()).toBe(31337n)
    expect(await web3.eth.net.getId()).toBe(31337n)
    expect(await web3.eth.net.isListening()).toBe(true)
    expect(await web3.eth.net.getPeerCount()).toBe(0n)
    expect(await web3.eth.getNodeInfo()).toMatch(/^anvil\//)
    expect(await web3.eth.isSyncing()).toBe(false)
    expect(await web3.eth.getHashRate()).toBe(0n)
    expect(await web3.eth.isMining()).toBe(true)
    expect((await web3.eth.getAccounts()).slice(0, 2)).toEqual([alice, bob])
    expect(await web3.eth.getCoinbase()).toMatch(/^0x[0-9a-fA-F]{40}$/)
    expect(await web3.eth.getPendingTransactions()).toEqual([])
  })

  test('reads accounts, blocks and fees', async () => {
    expect(await web3.eth.getBalance(stranger)).toBe(0n)
    expect(await web3.eth.getTransactionCount(stranger)).toBe(0n)
    expect(await web3.eth.getCode(alice)).toBe('0x')
    expect(await web3.eth.getStorageAt(alice, 0)).toBe(`0x${'0'.repeat(64)}`)
    expect(await web3.eth.getGasPrice()).toBeGreaterThan(0n)
    expect(await web3.eth.getMaxPriorityFeePerGas()).toBeGreaterThanOrEqual(0n)
    const block = await web3.eth.getBlock('latest', true)
    expect(block.number).toBe(await web3.eth.getBlockNumber())
    expect(await web3.eth.getBlock('pending')).toMatchObject({ number: BigInt(block.number) + 1n })
    expect(await web3.eth.getBlockTransactionCount('latest')).toBe(
      BigInt(block.transactions.length),
    )
    expect(await web3.eth.getBlockUncleCount('latest')).toBe(0n)
    expect(await web3.eth.getUncle('latest', 0)).toBeNull()
    const history = await web3.eth.getFeeHistory(1, 'latest', [50])
    expect(history.baseFeePerGas).toHaveLength(2)
    const proof = await web3.eth.getProof(alice, [], 'latest')
    expect(proof.accountProof.length).toBeGreaterThan(0)
    expect(await web3.eth.getProtocolVersion()).toBeDefined()
  })

  test('sends from an account of the node', async () => {
    const before = await web3.eth.getBalance(bob)
    const confirmed = web3.eth.sendTransaction({ from: alice, to: bob, value: 7n })
    const hashes: unknown[] = []
    confirmed.on('transactionHash', (hash) => {
      hashes.push(hash)
    })
    const receipt = await confirmed
    expect(receipt.status).toBe(1n)
    expect(hashes).toEqual([receipt.transactionHash])
    expect(await web3.eth.getBalance(bob)).toBe(before + 7n)
    const transaction = await web3.eth.getTransaction(receipt.transactionHash)
    expect(transaction).toMatchObject({ blockNumber: receipt.blockNumber, value: 7n })
    expect(
      await web3.eth.getTransactionFromBlock(receipt.blockNumber, receipt.transactionIndex),
    ).toMatchObject({ hash: receipt.transactionHash })
  })

  test('sends from a wallet of its own', async () => {
    const account = web3.eth.accounts.privateKeyToAccount(aliceKey)
    const signed = await account.signTransaction({
      to: stranger,
      value: 1n,
      gas: 21_000n,
      maxFeePerGas: 10n ** 10n,
      maxPriorityFeePerGas: 1n,
      nonce: await web3.eth.getTransactionCount(alice, 'pending'),
      chainId: 31337n,
    })
    const receipt = await web3.eth.sendSignedTransaction(signed.rawTransaction)
    expect(receipt).toMatchObject({ status: 1n, transactionHash: signed.transactionHash })
  })

  test('deploys and calls contracts, and finds what they log', async () => {
    const counter = await deploy()
    expect(await counter.methods.number().call()).toBe(5n)
    const receipt = await counter.methods.increment().send({ from: alice })
    expect(receipt.events?.Incremented?.returnValues).toMatchObject({ by: alice, number: 6n })
    const events = await counter.getPastEvents('Incremented', { fromBlock: 0 })
    expect(events).toHaveLength(1)
    expect(await counter.methods.increment().estimateGas({ from: alice })).toBeGreaterThan(21_000n)
    const list = await web3.eth.createAccessList({
      from: alice,
      to: counter.options.address,
      data: counter.methods.increment().encodeABI(),
    })
    expect(list).toMatchObject({ accessList: [{ storageKeys: [`0x${'0'.repeat(64)}`] }] })
  })

  test('tells why a call or a transaction reverts', async () => {
    const counter = await deploy()
    await expect(counter.methods.increaseBy(0n).call({ from: alice })).rejects.toMatchObject({
      cause: { message: expect.stringContaining('by nothing') },
    })
    await expect(counter.methods.increaseBy(101n).call({ from: alice })).rejects.toMatchObject({
      cause: { errorName: 'TooFar', errorArgs: { by: 101n } },
    })
    web3.eth.handleRevert = true
    await expect(
      web3.eth.sendTransaction({
        from: alice,
        to: counter.options.address,
        data: counter.methods.increaseBy(0n).encodeABI(),
        gas: 100_000n,
      }),
    ).rejects.toMatchObject({ reason: expect.stringContaining('by nothing') })
    web3.eth.handleRevert = false
  })

  test('signs with an account of the node', async () => {
    const message = web3.utils.utf8ToHex('hello')
    const signature = await web3.eth.sign(message, alice)
    const text = typeof signature === 'string' ? signature : signature.signature
    expect(web3.eth.accounts.recover('hello', text)).toBe(alice)
    expect(await web3.eth.personal.ecRecover('hello', text)).toBe(alice.toLowerCase())
    const signed = await web3.eth.signTransaction({
      from: alice,
      to: bob,
      value: '0x1',
      gas: '0x5208',
      gasPrice: '0x2540be400',
      nonce: '0x0',
    })
    expect(web3.eth.accounts.recoverTransaction(String(signed.raw))).toBe(alice)
  })

  test('signs typed data', async () => {
    const signature = await web3.eth.signTypedData(alice, {
      domain: { name: 'Ether Mail', version: '1', chainId: 31337, verifyingContract: bob },
      primaryType: 'Mail',
      types: {
        EIP712Domain: [
          { name: 'name', type: 'string' },
          { name: 'version', type: 'string' },
          { name: 'chainId', type: 'uint256' },
          { name: 'verifyingContract', type: 'address' },
        ],
        Mail: [{ name: 'text', type: 'string' }],
      },
      message: { text: 'hello' },
    })
    expect(signature).toMatch(/^0x[0-9a-f]{130}$/)
  })

  test('knows the accounts that it may unlock', async () => {
    expect((await web3.eth.personal.getAccounts()).slice(0, 2)).toEqual([alice, bob])
    expect(await web3.eth.personal.unlockAccount(alice, '', 1)).toBe(true)
    const address = await web3.eth.personal.newAccount('secret')
    expect(web3.utils.isAddress(address)).toBe(true)
  })

  test('sends batches', async () => {
    const batch = new web3.BatchRequest()
    const answers = [
      batch.add({ method: 'eth_chainId', params: [] }),
      batch.add({ method: 'eth_getBalance', params: [stranger, 'latest'] }),
    ]
    await batch.execute()
    expect((await Promise.all(answers))[0]).toBe('0x7a69')
  })

  test.runIf(transport === 'WebSocket')('is told of blocks, transactions and logs', async () => {
    const counter = await deploy()
    const heads = await web3.eth.subscribe('newBlockHeaders')
    const pending = await web3.eth.subscribe('pendingTransactions')
    const syncing = await web3.eth.subscribe('syncing')
    const logs = await web3.eth.subscribe('logs', { address: counter.options.address })
    const head = new Promise<{ number?: unknown }>((resolve) => heads.on('data', resolve))
    const hash = new Promise<unknown>((resolve) => pending.on('data', resolve))
    const log = new Promise<{ address?: unknown }>((resolve) => {
      logs.on('data', (heard) => resolve(heard as { address?: unknown }))
    })
    const receipt = await counter.methods.increment().send({ from: alice })
    expect(await hash).toBe(receipt.transactionHash)
    expect((await head).number).toBe(receipt.blockNumber)
    expect(String((await log).address)).toBe(counter.options.address?.toLowerCase())
    await syncing.unsubscribe()
    await web3.eth.clearSubscriptions()
  })
})
