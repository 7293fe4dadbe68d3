import { createBlockFromRLP } from '@ethereumjs/block'
import { createCustomCommon, Hardfork, Mainnet } from '@ethereumjs/common'
import { encodeFunctionData, type Hex, keccak256, parseEther, toHex } from 'viem'
import { describe, expect, test } from 'vitest'
import { systemContracts } from '../../src/execution/rules/systemContracts.ts'
import { hexToBytes } from '../../src/lib/hex.ts'
import { Referee } from '../block/referee.ts'
import { ask, bob, deploy, nobody, start } from '../support/amsterdam.ts'
import { testDevnet } from '../support/testDevnet.ts'
import { tokenAbi, tokenBytecode } from '../support/token.ts'

describe('a chain at amsterdam', () => {
  test('says that it is a draft, and others say nothing', async () => {
    await using started = (await start()).devnet
    expect(started.warnings).toEqual([expect.stringContaining('amsterdam is a draft (EIP-7773)')])
    await using osaka = await testDevnet()
    expect(osaka.warnings).toEqual([])
  })

  test('is forked as one, with the warning, unless another hardfork is given', async () => {
    const started = await start({ mining: 'auto' })
    await using live = started.devnet
    await started.wallet.sendTransaction({ to: bob, value: 1n })
    const { url } = await live.listen({ port: 0 })
    await using fork = await testDevnet({ mining: 'auto', fork: { url } })
    expect(fork.warnings).toEqual(live.warnings)
    const { walletClient, publicClient } = await fork.clients()
    const hash = await walletClient.sendTransaction({ to: bob, value: 2n })
    const { status, blockNumber } = await publicClient.getTransactionReceipt({ hash })
    expect([status, blockNumber]).toEqual(['success', 2n])
    expect(await publicClient.getBalance({ address: bob })).toBe(3n)
    const block = await ask(fork, 'eth_getBlockByNumber', '0x2', false)
    expect(block.blockAccessListHash).toMatch(/^0x[0-9a-f]{64}$/)
    expect(await ask(fork, 'eth_getBlockAccessList', '0x2')).not.toEqual([])
    await using osaka = await testDevnet({ fork: { url }, hardfork: 'osaka' })
    expect(osaka.warnings).toEqual([])
  })

  test('names the contracts of builders, which osaka does not have', async () => {
    await using devnet = (await start()).devnet
    await using osaka = await testDevnet()
    const contractsOf = async (chain: typeof osaka) =>
      (await ask(chain, 'eth_config')).current.systemContracts
    expect(await contractsOf(devnet)).toEqual({
      ...(await contractsOf(osaka)),
      BUILDER_DEPOSIT_CONTRACT_ADDRESS: '0x0000bff46984e3725691fa540a8c7589300d8282',
      BUILDER_EXIT_CONTRACT_ADDRESS: '0x000064d678505ad48f8ccb093bc65613800e8282',
    })
  })

  test('pre-confirms, seals and answers as others do, with the fields that blocks have got', async () => {
    const started = await start({ mining: 'flashblocks' })
    const { devnet, client, wallet } = started
    await using _ = devnet
    const hash = await wallet.sendTransaction({ to: bob, value: parseEther('1') })
    await devnet.clock.advance(200)
    expect(await client.getTransactionReceipt({ hash })).toMatchObject({
      status: 'success',
      // EIP-7708
      logs: [{ address: '0xfffffffffffffffffffffffffffffffffffffffe' }],
    })
    expect(await ask(devnet, 'eth_getBalance', bob, 'pending')).toBe(toHex(parseEther('1')))
    await devnet.clock.advance(2000)
    const block = await ask(devnet, 'eth_getBlockByNumber', '0x1', false)
    expect(block).toMatchObject({ slotNumber: '0x1', transactions: [hash] })
    expect(block.blockAccessListHash).toMatch(/^0x[0-9a-f]{64}$/)
    expect(await ask(devnet, 'anvil_nodeInfo')).toMatchObject({ hardFork: 'amsterdam' })
  })

  test('has blocks that EthereumJS runs to the same, access lists included', async () => {
    const started = await start({ mining: 'flashblocks', gasLimit: 60_000_000n })
    const { devnet, wallet } = started
    await using _ = devnet
    await wallet.deployContract({
      abi: tokenAbi,
      bytecode: tokenBytecode,
      args: ['Token', 'TKN', 1000n],
    })
    await devnet.clock.advance(200)
    await wallet.sendTransaction({ to: bob, value: 1n })
    // It pays who is not there, and is gone.
    await wallet.sendTransaction({ data: `0x73${'ab'.repeat(20)}ff`, value: 3n })
    await devnet.clock.advance(400)
    const authorization = await wallet.signAuthorization({ contractAddress: bob, executor: 'self' })
    await wallet.sendTransaction({ to: bob, value: 1n, authorizationList: [authorization] })
    await devnet.clock.advance(4000)
    const chain = createCustomCommon({ chainId: 31337 }, Mainnet, { hardfork: Hardfork.Amsterdam })
    const raw = async (number: number) =>
      hexToBytes(await ask(devnet, 'debug_getRawBlock', toHex(number)))
    const genesis = createBlockFromRLP(await raw(0), { common: chain })
    const accounts = [
      ...systemContracts(chain),
      ...devnet.accounts.map(({ address }) => ({ address, balance: parseEther('10000') })),
    ]
    const referee = await Referee.create(chain, accounts, genesis)
    for (const number of [1, 2]) {
      const list = await ask(devnet, 'debug_getRawBlockAccessList', toHex(number))
      const { blockAccessListHash } = await ask(devnet, 'eth_getHeaderByNumber', toHex(number))
      expect(keccak256(list)).toBe(blockAccessListHash)
      await referee.validate(await raw(number), hexToBytes(list))
    }
    const { transactions } = await ask(devnet, 'eth_getBlockByNumber', '0x1', false)
    expect(transactions).toHaveLength(4)
  })

  test('tells the gas of a block by kind, of open and sealed blocks', async () => {
    const started = await start({ mining: 'flashblocks' })
    const { devnet, wallet } = started
    await using _ = devnet
    const token = { abi: tokenAbi, bytecode: tokenBytecode, args: ['Token', 'TKN', 1000n] } as const
    await wallet.deployContract(token)
    await devnet.clock.advance(200)
    const open = await ask(devnet, 'preconf_gasByKind', 'pending')
    expect(BigInt(open.state)).toBeGreaterThan(BigInt(open.regular))
    await devnet.clock.advance(2000)
    const block = await ask(devnet, 'eth_getBlockByNumber', '0x1', false)
    expect(await ask(devnet, 'preconf_gasByKind', '0x1')).toEqual(open)
    expect(block.gasUsed).toBe(open.state)
    expect(await ask(devnet, 'preconf_gasByKind', '0x0')).toEqual({ regular: '0x0', state: '0x0' })
    expect(await ask(devnet, 'preconf_gasByKind', '0x99')).toBe(null)
    // A chain that is loaded runs the block again.
    await using loaded = await testDevnet({ loadState: await devnet.dumpState() })
    expect(await ask(loaded, 'preconf_gasByKind', '0x1')).toEqual(open)
    await using osaka = await testDevnet()
    expect(await ask(osaka, 'preconf_gasByKind', 'latest')).toBe(null)
  })

  test('estimates the least gas with which a transaction succeeds', async () => {
    const started = await start()
    const { devnet, client, wallet, account } = started
    await using _ = devnet
    const token = await deploy(started)
    const data = encodeFunctionData({ abi: tokenAbi, functionName: 'transfer', args: [bob, 5n] })
    const requests = [
      { to: account.address, value: 1n },
      { to: bob, value: 1n },
      { to: bob },
      { to: token, data },
      { data: '0x6001600055600a6000f3' },
      { to: bob, data: toHex(new Uint8Array(3000).fill(7)) },
    ] as const
    for (const request of requests) {
      const gas = await client.estimateGas({ account, ...request })
      const result = async (limit: bigint) => {
        await using fork = await devnet.fork()
        const nonce = await client.getTransactionCount({ address: account.address })
        const gasPrice = 10n ** 10n
        const raw = await account.signTransaction({
          ...request,
          gas: limit,
          gasPrice,
          nonce,
          chainId: 31337,
          type: 'legacy',
        })
        const sent = ask(fork, 'eth_sendRawTransaction', raw)
        const hash = await sent.catch(() => undefined)
        if (hash === undefined) return 'refused'
        await fork.seal()
        return (await ask(fork, 'eth_getTransactionReceipt', hash)).status
      }
      expect(await result(gas)).toBe('0x1')
      expect(['0x0', 'refused']).toContain(await result(gas - 1n))
    }
    expect(await wallet.getAddresses()).toHaveLength(1)
  })

  test('simulates and traces what then happens', async () => {
    const started = await start()
    const { devnet, client, wallet, account } = started
    await using _ = devnet
    const token = await deploy(started)
    const transfer = { abi: tokenAbi, address: token, functionName: 'transfer' } as const
    const data = encodeFunctionData({ ...transfer, args: [bob, 5n] })
    const tooMuch = encodeFunctionData({ ...transfer, args: [bob, 5000n] })
    const from = account.address
    const calls = [
      { from, to: token, data, gas: '0x100000' },
      { from, to: bob, value: '0x7', gas: '0x100000' },
      { from, to: token, data: tooMuch, gas: '0x100000' },
      // It sends what it gets to one who is not there, then destroys itself.
      { from, data: `0x73${'ab'.repeat(20)}ff`, value: '0x3', gas: '0x100000' },
    ]
    const [simulated] = await ask(
      devnet,
      'eth_simulateV1',
      { blockStateCalls: [{ calls }], validation: false },
      'latest',
    )
    const hashes: Hex[] = []
    for (const { to, data, value, gas } of calls as { [name: string]: Hex }[]) {
      const fields = { data, gas: BigInt(gas as Hex), value: BigInt(value ?? '0x0') }
      hashes.push(await wallet.sendTransaction(to === undefined ? fields : { ...fields, to }))
    }
    await devnet.seal()
    const receipts = await Promise.all(hashes.map((hash) => client.getTransactionReceipt({ hash })))
    const received = receipts.map(({ status, gasUsed, logs }) => ({
      status: status === 'success' ? '0x1' : '0x0',
      gasUsed: toHex(gasUsed),
      logs: logs.map(({ address, topics, data }) => ({ address, topics, data })),
    }))
    const answers = simulated.calls as {
      status: Hex
      gasUsed: Hex
      logs: (typeof received)[0]['logs']
    }[]
    expect(
      answers.map(({ status, gasUsed, logs }) => ({
        status,
        gasUsed,
        logs: logs.map(({ address, topics, data }) => ({ address, topics, data })),
      })),
    ).toEqual(received)
    const block = await ask(devnet, 'eth_getBlockByNumber', 'latest', false)
    expect(simulated.gasUsed).toBe(block.gasUsed)
    const tracer = { tracer: 'callTracer', tracerConfig: { withLog: true } }
    const traces = await ask(devnet, 'debug_traceBlockByNumber', 'latest', tracer)
    const logsOf = (frame: { logs?: object[]; calls?: object[] }): object[] => [
      ...(frame.logs ?? []),
      ...(frame.calls ?? []).flatMap(logsOf),
    ]
    for (const [index, { result }] of traces.entries()) {
      expect(result.gasUsed).toBe(received[index]?.gasUsed)
      const ofFrame = (logsOf(result) as (typeof received)[0]['logs']).map(
        ({ address, topics, data }) => ({ address, topics, data }),
      )
      expect(ofFrame).toEqual(received[index]?.logs)
      const steps = await ask(devnet, 'debug_traceTransaction', hashes[index], {})
      expect(toHex(BigInt(steps.gas))).toBe(received[index]?.gasUsed)
    }
    const called = await ask(devnet, 'debug_traceCall', calls[0], 'latest', tracer)
    expect(called.error).toBeUndefined()
  })

  test('runs calls as it does transactions, whatever they say', async () => {
    const started = await start()
    const { devnet, account } = started
    await using _ = devnet
    // SLOTNUM (EIP-7843) and BASEFEE.
    const code = '0x4b6000524860205260406000f3'
    const overrides = { [bob]: { code } }
    const call = (fields: object) =>
      ask(devnet, 'eth_call', { to: bob, ...fields }, 'latest', overrides)
    const slot = `0x${'0'.repeat(64)}`
    expect((await call({})).slice(0, 66)).toBe(slot)
    await devnet.seal()
    expect(BigInt((await call({})).slice(0, 66))).toBe(1n)
    expect(BigInt(`0x${(await call({})).slice(66)}`)).toBe(0n)
    const priced = await call({ from: account.address, gasPrice: toHex(10n ** 10n) })
    expect(BigInt(`0x${priced.slice(66)}`)).toBeGreaterThan(0n)
    // More gas than a transaction had until Osaka.
    expect(await call({ gas: '0x2ffffff' })).toBeDefined()
    await expect(call({ from: account.address, gas: '0x10' })).rejects.toThrow(
      'intrinsic gas too low',
    )
    await expect(call({ from: bob, value: '0x1' })).rejects.toThrow('insufficient funds')
    const list = await ask(devnet, 'eth_createAccessList', { to: bob, data: '0x' }, 'latest')
    expect(list).toMatchObject({ accessList: [] })
  })
})

test('two equal runs give equal hashes, however many empty blocks are made at once', async () => {
  const run = async () => {
    const { devnet, wallet } = await start()
    await using _ = devnet
    await wallet.sendTransaction({ to: nobody(1), value: 1n })
    await devnet.seal()
    await ask(devnet, 'hardhat_mine', '0x5')
    const blocks = await Promise.all(
      [1, 2, 6].map((number) => ask(devnet, 'eth_getBlockByNumber', toHex(number), false)),
    )
    return blocks.map(({ hash, slotNumber }) => [hash, slotNumber])
  }
  const blocks = await run()
  expect(await run()).toEqual(blocks)
  expect(blocks.map(([, slot]) => slot)).toEqual(['0x1', '0x2', '0x6'])
})

test('a genesis file can bring it at its time', async () => {
  const config = {
    chainId: 5,
    ...Object.fromEntries(
      ['homestead', 'eip150', 'eip155', 'eip158', 'byzantium', 'constantinople', 'petersburg']
        .concat(['istanbul', 'berlin', 'london'])
        .map((name) => [`${name}Block`, 0]),
    ),
    terminalTotalDifficulty: 0,
    shanghaiTime: 0,
    cancunTime: 0,
    pragueTime: 0,
    osakaTime: 0,
    amsterdamTime: 1_000,
    blobSchedule: {
      osaka: { target: 6, max: 9, baseFeeUpdateFraction: 5007716 },
      amsterdam: { target: 10, max: 15, baseFeeUpdateFraction: 8346193 },
    },
  }
  const genesis = {
    config,
    alloc: {},
    timestamp: '0x384',
    gasLimit: '0x1c9c380',
    difficulty: '0x0',
  }
  await using devnet = await testDevnet({ genesis, fundAccounts: undefined })
  expect(devnet.warnings).toHaveLength(1)
  const slots: unknown[] = []
  for (const timestamp of [950, 1_000, 1_050]) {
    await ask(devnet, 'evm_setNextBlockTimestamp', timestamp)
    await devnet.seal()
    const block = await ask(devnet, 'eth_getBlockByNumber', 'latest', false)
    slots.push([block.slotNumber, block.blockAccessListHash === undefined])
  }
  expect(slots).toEqual([
    [undefined, true],
    ['0x0', false],
    ['0x1', false],
  ])
  await expect(ask(devnet, 'eth_getBlockAccessList', '0x1')).rejects.toThrow('it is of osaka')
  expect(await ask(devnet, 'eth_getBlockAccessList', '0x2')).toHaveLength(2)
})

test('a fork of a live chain can have it', async () => {
  await using live = await testDevnet()
  await live.seal()
  const upstream = { request: (request: never) => live.provider.request(request) } as never
  await using fork = await testDevnet({ fork: upstream, hardfork: 'amsterdam', mining: 'auto' })
  expect(fork.warnings).toHaveLength(1)
  const [from, to] = fork.accounts.map(({ address }) => address)
  const hash = await ask(fork, 'eth_sendTransaction', { from, to, value: '0x1' })
  expect(await ask(fork, 'eth_getTransactionReceipt', hash)).toMatchObject({
    status: '0x1',
    gasUsed: '0x5208',
  })
  const list = await ask(fork, 'eth_getBlockAccessList', 'latest')
  expect(list.map(({ address }: { address: Hex }) => address)).toContain(to?.toLowerCase())
  expect(keccak256(await ask(fork, 'debug_getRawBlockAccessList', 'latest'))).toBe(
    (await ask(fork, 'eth_getBlockByNumber', 'latest', false)).blockAccessListHash,
  )
})
