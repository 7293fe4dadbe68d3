import { type AccessList, encodeFunctionData, type Hex, parseAbi, parseEther } from 'viem'
import { base, optimism } from 'viem/chains'
import { expect, test } from 'vitest'
import { alice, bob, type Chains, fresh, mintTokens, token, tokenAbi, twoL2s } from './l2s.ts'

const messengerAbi = parseAbi([
  'function resendMessage(uint256 destination, uint256 nonce, address from, address target, bytes message) returns (bytes32)',
  'function crossDomainMessageContext() view returns (address, uint256)',
])
const messenger: Hex = '0x4200000000000000000000000000000000000023'

/** Mints tokens to Alice on OP Mainnet, and sends them to Base: the parameters to relay that. */
async function sentTokens({ op, messagesOf }: Chains, amount: bigint) {
  await mintTokens(op, amount)
  const hash = await op.interop.sendSuperchainERC20({
    tokenAddress: token,
    to: bob,
    amount,
    chainId: base.id,
  })
  const [message] = await messagesOf(op, hash)
  if (message === undefined) throw new Error('no message')
  return { hash, message, ...(await op.interop.buildExecutingMessage({ log: message.log })) }
}

const balance = ({ readContract }: Chains['op'], account: Hex) =>
  readContract({ address: token, abi: tokenAbi, functionName: 'balanceOf', args: [account] })

test('tokens and ether go from one L2 to another, each message once', async () => {
  await using chains = await twoL2s()
  const { op, base: target, messagesOf } = chains
  const { message, id, payload, accessList } = await sentTokens(chains, 400n)
  expect(await target.interop.getCrossDomainMessageStatus({ message })).toBe('ready-to-relay')
  const relay = { id, payload, accessList }
  const relayed = await target.interop.relayCrossDomainMessage(relay)
  expect(await target.getTransactionReceipt({ hash: relayed })).toMatchObject({ status: 'success' })
  expect(await target.interop.getCrossDomainMessageStatus({ message })).toBe('relayed')
  expect([await balance(op, alice), await balance(target, bob)]).toEqual([0n, 400n])
  await expect(
    target.interop.simulateRelayCrossDomainMessage({ account: alice, ...relay }),
  ).rejects.toThrow('MessageAlreadyRelayed')
  const value = parseEther('2')
  const sent = await op.interop.sendETH({ to: fresh, value, chainId: base.id })
  const [ether] = await messagesOf(op, sent)
  const params = await op.interop.buildExecutingMessage({ log: ether?.log as never })
  await target.interop.relayCrossDomainMessage(params)
  expect(await target.getBalance({ address: fresh })).toBe(value)
})

test('preconf_crossChain follows a message, from either transaction', async () => {
  await using chains = await twoL2s()
  const { base: target, crossings } = chains
  const { hash, id, payload, accessList } = await sentTokens(chains, 5n)
  const sent = {
    kind: 'message',
    from: '0x4200000000000000000000000000000000000028',
    to: '0x4200000000000000000000000000000000000028',
    source: { chainId: '0xa', hash, blockNumber: '0x2', logIndex: '0x2' },
    expiresAt: `0x${(id.timestamp + 7n * 86_400n).toString(16)}`,
  }
  const waiting = { ...sent, status: 'waiting', destination: { chainId: '0x2105', hash: null } }
  expect(await crossings(hash)).toMatchObject([waiting])
  const relayed = await target.interop.relayCrossDomainMessage({ id, payload, accessList })
  const arrived = {
    ...sent,
    status: 'relayed',
    destination: { chainId: '0x2105', hash: relayed, blockNumber: '0x1' },
  }
  expect(await crossings(hash)).toMatchObject([arrived])
  expect(await crossings(relayed)).toMatchObject([arrived])
  // Newest first, on both chains.
  const second = await sentTokens(chains, 6n)
  const list = await crossings()
  expect(list).toMatchObject([
    { kind: 'message', status: 'waiting', source: { hash: second.hash } },
    arrived,
  ])
  expect(await crossings(undefined, chains.devnet.l2s.base)).toEqual(list)
})

test('a message is shown as pre-confirmed by the flashblock that executes it', async () => {
  await using chains = await twoL2s({ mining: 'manual' })
  const { devnet, op, base: target, messagesOf, crossings } = chains
  const hash = await op.interop.sendETH({ to: fresh, value: 3n, chainId: base.id })
  await devnet.l2s.op.seal()
  const [message] = await messagesOf(op, hash)
  const params = await op.interop.buildExecutingMessage({ log: message?.log as never })
  const relayed = await target.interop.relayCrossDomainMessage({ ...params, gas: 500_000n })
  await devnet.l2s.base.flashblock()
  const destination = { hash: relayed, blockNumber: null }
  expect(await crossings(hash)).toMatchObject([{ status: 'preconfirmed', destination }])
  await devnet.l2s.base.seal()
  expect(await crossings(hash)).toMatchObject([{ status: 'relayed' }])
})

/** The same list with other entries. */
const changed = (list: AccessList, change: (keys: readonly Hex[]) => readonly Hex[]): AccessList =>
  list.map(({ address, storageKeys }) => ({ address, storageKeys: change(storageKeys) }))

const lookup = (chainId: number, block: number, timestamp: bigint, index: number): Hex =>
  `0x01000000${[chainId, block, Number(timestamp)].map((part) => part.toString(16).padStart(16, '0')).join('')}${index.toString(16).padStart(8, '0')}`

test('a transaction whose message is not there is refused, and is in no block', async () => {
  await using chains = await twoL2s()
  const { base: target } = chains
  const { id, accessList } = await sentTokens(chains, 5n)
  const at = Number(id.blockNumber)
  const time = id.timestamp
  for (const [change, problem] of [
    [
      ([one]) => [one as Hex, `0x03${'00'.repeat(31)}` as Hex],
      'is not that of log 2 of block 2 of chain 10',
    ],
    [([, sum]) => [lookup(10, at, time, 9), sum as Hex], 'block 2 of chain 10 has no log 9'],
    [([, sum]) => [lookup(10, 99, time, 2), sum as Hex], 'chain 10 has no block 99'],
    [
      ([, sum]) => [lookup(10, at, time + 1n, 2), sum as Hex],
      `has the time ${time}, not ${time + 1n}`,
    ],
    [
      ([, sum]) => [lookup(130, at, time, 2), sum as Hex],
      'chain 130 is not in the dependency set: 8453,10',
    ],
    [([, sum]) => [lookup(8453, at, time, 2), sum as Hex], 'chain 8453 has no block 2'],
    [([one]) => [one as Hex], 'ends before a checksum'],
    [([, sum]) => [sum as Hex], 'is out of place'],
    [([one, sum]) => [sum as Hex, one as Hex], 'is out of place'],
    [([one, sum]) => [one as Hex, one as Hex, sum as Hex], 'is out of place'],
    [() => [`0x${'00'.repeat(32)}` as Hex], 'is out of place'],
    [
      ([one, sum]) => [one as Hex, `0x02${'00'.repeat(30)}01` as Hex, sum as Hex],
      'is not in the dependency set',
    ],
  ] as const satisfies readonly (readonly [(keys: readonly Hex[]) => readonly Hex[], string])[]) {
    const list = changed(accessList, change)
    const sent = target.sendTransaction({ to: bob, accessList: list, gas: 100_000n })
    await expect(sent).rejects.toThrow('transaction filtered out')
    await expect(sent).rejects.toThrow(problem)
  }
  expect(await target.getTransactionCount({ address: alice })).toBe(0)
  // What is right, twice over, is taken.
  const twice = changed(accessList, (keys) => [...keys, ...keys])
  await target.sendTransaction({ to: bob, accessList: twice })
})

test('without its entry in the access list a message reverts', async () => {
  await using chains = await twoL2s()
  const { id, payload } = await sentTokens(chains, 5n)
  const call = { account: alice, id, payload, accessList: [] }
  await expect(chains.base.interop.simulateRelayCrossDomainMessage(call)).rejects.toThrow(
    'reverted',
  )
  const hash = await chains.base.interop.relayCrossDomainMessage({
    ...call,
    gas: 500_000n,
  } as never)
  expect(await chains.base.getTransactionReceipt({ hash })).toMatchObject({ status: 'reverted' })
})

test('a message expires, and is sent again', async () => {
  await using chains = await twoL2s({ l1: { messageExpiry: '1h' } })
  const { devnet, op, base: target, messagesOf, crossings } = chains
  const { hash, message, id, payload, accessList } = await sentTokens(chains, 7n)
  await devnet.provider.request({ method: 'evm_increaseTime', params: [3700] })
  const relay = { id, payload, accessList, gas: 500_000n }
  await expect(target.interop.relayCrossDomainMessage(relay)).rejects.toThrow(
    'expired 3600 s later',
  )
  await devnet.l2s.base.seal()
  expect(await crossings(hash)).toMatchObject([{ status: 'expired' }])
  const { destination, nonce, sender, target: to, message: data } = message
  const again = await op.writeContract({
    address: messenger,
    abi: messengerAbi,
    functionName: 'resendMessage',
    args: [destination, nonce, sender, to, data],
  })
  const [resent] = await messagesOf(op, again)
  const params = await op.interop.buildExecutingMessage({ log: resent?.log as never })
  await target.interop.relayCrossDomainMessage(params)
  expect(await balance(target, bob)).toBe(7n)
  const forged = [destination, nonce + 1n, sender, to, data] as const
  await expect(
    op.simulateContract({
      address: messenger,
      abi: messengerAbi,
      functionName: 'resendMessage',
      args: forged,
    }),
  ).rejects.toThrow('reverted')
})

test.each(['reorg', 'rollback'] as const)(
  'a %s of the source takes back what has executed its messages',
  async (kind) => {
    await using chains = await twoL2s()
    const { devnet, base: target } = chains
    const { id, payload, accessList } = await sentTokens(chains, 9n)
    const relayed = await target.interop.relayCrossDomainMessage({ id, payload, accessList })
    await target.sendTransaction({ account: bob, to: fresh, value: 1n })
    const before = await target.getBlock()
    await devnet.l2s.op[kind]({ depth: 1 })
    expect((await target.getBlock()).hash).not.toBe(before.hash)
    expect(await balance(target, bob)).toBe(0n)
    await devnet.l2s.base.seal()
    const dropped = { status: 'dropped', reason: 'invalid' }
    expect(await devnet.l2s.base.transaction(relayed)).toMatchObject(dropped)
    expect(await target.getBalance({ address: fresh })).toBe(1n)
  },
)

test('a pre-confirmed transaction goes where the source of its message is gone', async () => {
  await using chains = await twoL2s({ mining: 'manual' })
  const { devnet, op, base: target, messagesOf } = chains
  const hash = await op.interop.sendETH({ to: fresh, value: 3n, chainId: base.id })
  await devnet.l2s.op.seal()
  const [message] = await messagesOf(op, hash)
  const params = await op.interop.buildExecutingMessage({ log: message?.log as never })
  const relayed = await target.interop.relayCrossDomainMessage({ ...params, gas: 500_000n })
  await devnet.l2s.base.flashblock()
  await devnet.l2s.op.reorg({ depth: 1 })
  await devnet.l2s.base.seal()
  expect(await target.getBalance({ address: fresh })).toBe(0n)
  expect(await devnet.l2s.base.transaction(relayed)).toMatchObject({
    status: 'dropped',
    reason: 'invalid',
  })
})

test('only the bridges of the other chains mint, and a message has its sender while it runs', async () => {
  await using chains = await twoL2s()
  const { op, base: target, messagesOf } = chains
  const mint = {
    address: token,
    abi: tokenAbi,
    functionName: 'crosschainMint',
    args: [alice, 1n],
  } as const
  await expect(target.simulateContract({ ...mint, account: alice })).rejects.toThrow('reverted')
  const context = {
    address: messenger,
    abi: messengerAbi,
    functionName: 'crossDomainMessageContext',
  } as const
  await expect(target.readContract(context)).rejects.toThrow('reverted')
  // A contract that keeps the sender and the chain that the messenger says.
  const selector = encodeFunctionData(context).slice(2)
  const keeper =
    `0x63${selector}5f5260405f6004601c73${messenger.slice(2)}5afa505f515f5560205160015500` as Hex
  await target.request({ method: 'anvil_setCode' as never, params: [fresh, keeper] as never })
  const hash = await op.interop.sendCrossDomainMessage({
    destinationChainId: base.id,
    target: fresh,
    message: '0x12',
  })
  const [message] = await messagesOf(op, hash)
  const params = await op.interop.buildExecutingMessage({ log: message?.log as never })
  await target.interop.relayCrossDomainMessage(params)
  const kept = await Promise.all(
    (['0x0', '0x1'] as const).map((slot) => target.getStorageAt({ address: fresh, slot })),
  )
  expect(kept.map((one) => BigInt(one as Hex))).toEqual([BigInt(alice), BigInt(optimism.id)])
  const own = { destinationChainId: optimism.id, target: fresh, message: '0x' } as const
  await expect(
    op.interop.simulateSendCrossDomainMessage({ account: alice, ...own }),
  ).rejects.toThrow('MessageDestinationSameChain')
})
