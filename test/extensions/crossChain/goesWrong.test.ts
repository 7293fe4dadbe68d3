import { type Hex, parseAbi, parseEther, type TransactionReceipt } from 'viem'
import { optimism } from 'viem/chains'
import { getL2TransactionHashes, getWithdrawals } from 'viem/op-stack'
import { expect, test } from 'vitest'
import { alice, bob, fresh, type Pair, pair } from './pair.ts'

const targetChain = optimism
const portal = optimism.contracts.portal[1].address
const l1Block = {
  address: optimism.contracts.l1Block.address,
  abi: parseAbi([
    'function number() view returns (uint64)',
    'function hash() view returns (bytes32)',
    'function sequenceNumber() view returns (uint64)',
    'function basefee() view returns (uint256)',
  ]),
} as const

/** The one crossing of a transaction, as `preconf_crossChain` tells it. */
async function crossing({ askL2 }: Pair, hash: Hex) {
  const [one] = (await askL2('preconf_crossChain', hash)) as [Record<string, unknown>]
  return one
}

async function withdraw({ publicL1, walletL2, publicL2 }: Pair) {
  const value = parseEther('1')
  const args = await publicL1.buildInitiateWithdrawal({ account: alice, to: fresh, value })
  const hash = await walletL2.initiateWithdrawal(args as never)
  return publicL2.getTransactionReceipt({ hash })
}

/** Proves a withdrawal with the newest game: `waitToProve` takes any. */
async function prove({ publicL1, publicL2, walletL1 }: Pair, receipt: TransactionReceipt) {
  const l2BlockNumber = receipt.blockNumber
  const game = await publicL1.getGame({ l2BlockNumber, targetChain })
  const [withdrawal] = getWithdrawals(receipt)
  if (withdrawal === undefined) throw new Error('nothing is withdrawn')
  const args = await publicL2.buildProveWithdrawal({ account: alice, game, withdrawal })
  const hash = await walletL1.proveWithdrawal(args as never)
  expect((await publicL1.getTransactionReceipt({ hash })).status).toBe('success')
  return { game, withdrawal }
}

test('a reorg of L1 withdraws a deposit that is pre-confirmed, and keeps what users have sent', async () => {
  await using chains = await pair({ mining: 'flashblocks', l1: { blockTime: 4 } })
  const { devnet, publicL1, publicL2, walletL1, walletL2 } = chains
  const hash = await walletL1.sendTransaction({ to: portal, value: 9n, gas: 300_000n })
  await devnet.clock.advance('4.2s')
  const [l2Hash = '0x'] = getL2TransactionHashes(await publicL1.getTransactionReceipt({ hash }))
  // The deposit has taken a nonce of Alice on L2.
  const own = await walletL2.sendTransaction({ account: bob, to: fresh, value: 1n, gas: 21_000n })
  await devnet.clock.advance(200)
  const statuses = () => [l2Hash, own].map((one) => devnet.transaction(one).status)
  expect(statuses()).toEqual(['preconfirmed', 'preconfirmed'])
  const balance = () => publicL2.getBalance({ address: alice, blockTag: 'pending' })
  const before = await balance()

  await devnet.l1.reorg({ depth: 1 })

  expect(devnet.transaction(l2Hash).status).not.toBe('preconfirmed')
  await expect(publicL2.getTransactionReceipt({ hash: l2Hash })).rejects.toThrow('not be found')
  await devnet.clock.advance(400)
  expect(await balance()).toBe(before - 9n)
  expect(statuses()[1]).toBe('preconfirmed')
  expect(await crossing(chains, hash)).toBeUndefined()
  await devnet.clock.advance('4s')
  expect(statuses()[1]).toBe('sealed')
})

test('a reorg of L1 under sealed blocks tells those who listen to L2', async () => {
  await using chains = await pair({ mining: 'flashblocks', l1: { blockTime: 4 } })
  const { devnet, publicL2, walletL1, walletL2 } = chains
  await walletL1.sendTransaction({ to: portal, value: 9n, gas: 300_000n })
  await devnet.clock.advance('4.2s')
  const own = await walletL2.sendTransaction({ account: bob, to: fresh, value: 1n, gas: 21_000n })
  await devnet.clock.advance('4s')
  const { blockNumber, blockHash } = await publicL2.getTransactionReceipt({ hash: own })
  const removed: Hex[] = []
  devnet.on('reorg', (reorg) => removed.push(...reorg.removed.map(({ hash }) => hash)))

  await devnet.l1.reorg({ depth: Number(await chains.publicL1.getBlockNumber()) })

  expect(removed).toContain(blockHash)
  const again = await publicL2.getBlock({ blockNumber })
  expect(again.hash).not.toBe(blockHash)
  // It waits, and is in a block again.
  await devnet.clock.advance('2s')
  expect(devnet.transaction(own).status).toBe('sealed')
})

test('the sequencer takes deposits alone while the L1 has stalled, and goes on with it', async () => {
  await using chains = await pair({ mining: 'flashblocks', l1: { maxDrift: '20s' } })
  const { devnet, publicL1, publicL2, walletL2 } = chains
  const send = () => walletL2.sendTransaction({ to: fresh, value: 1n, gas: 21_000n })
  await devnet.clock.advance('12s')
  devnet.l1.pause()
  const { timestamp, number } = await publicL1.getBlock()
  // Blocks of up to 20 s after the origin have what users send.
  await devnet.clock.advance('18s')
  const early = await send()
  await devnet.clock.advance('2s')
  expect(devnet.transaction(early).status).toBe('sealed')
  expect((await publicL2.getBlock()).timestamp).toBe(timestamp + 20n)

  const late = await send()
  await devnet.clock.advance('10s')
  expect(devnet.transaction(late).status).toBe('pooled')
  expect((await devnet.explain(late)).message).toContain('its L1 has stalled')
  const block = await publicL2.getBlock()
  expect([block.timestamp, block.transactions.length]).toEqual([timestamp + 30n, 1])
  expect(await publicL2.readContract({ ...l1Block, functionName: 'number' })).toBe(number)

  devnet.l1.resume()
  await devnet.clock.advance('14s')
  expect(devnet.transaction(late).status).toBe('sealed')
  expect(await publicL2.readContract({ ...l1Block, functionName: 'number' })).toBe(number + 1n)
})

test('time that is jumped over is no stall, and neither is an L1 that waits for transactions', async () => {
  await using timed = await pair({ mining: 'flashblocks' })
  await using asked = await pair()
  for (const { askL2, walletL2, devnet } of [timed, asked]) {
    await askL2('evm_increaseTime', 86_400)
    const hash = await walletL2.sendTransaction({ to: fresh, value: 1n, gas: 21_000n })
    await devnet.clock.advance(2000)
    expect(devnet.transaction(hash).status).toBe('sealed')
  }
  asked.devnet.l1.pause()
  await asked.askL2('evm_increaseTime', 86_400 + 1801)
  const hash = await asked.walletL2.sendTransaction({ to: fresh, value: 1n, gas: 21_000n })
  expect(asked.devnet.transaction(hash).status).toBe('pooled')
})

test('an origin goes on by one block of L1 at a time, as its randomness and beacon root do', async () => {
  await using chains = await pair({ mining: 'flashblocks', l1: { blockTime: 4 } })
  const { devnet, publicL1, publicL2 } = chains
  await devnet.clock.advance('8s')
  // The L1 is three blocks ahead of the next block of L2, whose time has come.
  for (let count = 0; count < 3; count++) await devnet.l1.seal()
  const seen: [bigint, bigint][] = []
  for (let count = 0; count < 6; count++) {
    await devnet.clock.advance('2s')
    const read = (functionName: 'number' | 'sequenceNumber') =>
      publicL2.readContract({ ...l1Block, functionName })
    seen.push([await read('number'), await read('sequenceNumber')])
    const origin = await publicL1.getBlock({ blockNumber: await read('number') })
    const block = await publicL2.getBlock()
    expect(await publicL2.readContract({ ...l1Block, functionName: 'hash' })).toBe(origin.hash)
    expect(block.mixHash).toBe(origin.mixHash)
    expect(block.parentBeaconBlockRoot).toBe(origin.parentBeaconBlockRoot)
    expect(block.timestamp).toBeGreaterThanOrEqual(origin.timestamp)
  }
  for (const [index, [number, sequence]] of seen.slice(1).entries()) {
    const [before, earlier] = seen[index] as [bigint, bigint]
    expect([before, before + 1n]).toContain(number)
    expect(sequence).toBe(number === before ? earlier + 1n : 0n)
  }
  expect(seen.at(-1)?.[0]).toBeGreaterThanOrEqual(5n)
})

test('a withdrawal whose game is challenged is proven again with another one', async () => {
  await using chains = await pair({ l1: { proposeEvery: 1, proofMaturity: '1h' } })
  const { devnet, publicL1, walletL1, walletL2 } = chains
  const receipt = await withdraw(chains)
  const status = () => publicL1.getWithdrawalStatus({ receipt, targetChain })
  await chains.pass(2)
  const { game } = await prove(chains, receipt)
  expect(await status()).toBe('waiting-to-finalize')

  await devnet.l1.challengeGame(game.index)

  expect(await crossing(chains, receipt.transactionHash)).toMatchObject({
    status: 'waiting-to-prove',
  })
  await expect(devnet.l1.challengeGame(game.index)).rejects.toThrow('has been challenged')
  await expect(chains.askL2('preconf_challengeGame', '0x63')).rejects.toThrow('game 99')
  // viem sees it when the proof and the game are old enough.
  expect(await status()).toBe('waiting-to-finalize')
  await chains.pass(4 * 86_400)
  expect(await status()).toBe('ready-to-prove')
  // The next block of L2 is proposed, and its game has the withdrawal too.
  await walletL2.sendTransaction({ to: fresh, value: 1n })
  await chains.pass(2)
  const { withdrawal } = await prove(chains, receipt)
  expect(await status()).toBe('waiting-to-finalize')
  await chains.pass(7 * 86_400 + 1)
  expect(await status()).toBe('ready-to-finalize')
  await walletL1.finalizeWithdrawal({ targetChain, withdrawal })
  expect(await status()).toBe('finalized')
  await expect(chains.askL1('preconf_challengeGame')).rejects.toThrow('no game is in progress')
})

test('a paused portal refuses proofs and withdrawals until it goes on', async () => {
  await using chains = await pair({ l1: { proposeEvery: 1 } })
  const { devnet, publicL1, publicL2 } = chains
  const receipt = await withdraw(chains)
  await chains.pass(2)
  const { game, withdrawal } = await publicL1.waitToProve({ receipt, targetChain })
  const args = await publicL2.buildProveWithdrawal({ account: alice, game, withdrawal })
  await devnet.l1.setPortalPaused(true)
  await expect(publicL1.estimateProveWithdrawalGas(args as never)).rejects.toThrow('0x')
  const paused = parseAbi(['function paused() view returns (bool)'])
  const isPaused = () =>
    publicL1.readContract({ address: portal, abi: paused, functionName: 'paused' })
  expect(await isPaused()).toBe(true)
  // Deposits go on.
  await chains.walletL1.sendTransaction({ to: portal, value: 1n, gas: 300_000n })
  await chains.askL2('preconf_setPortalPaused', false)
  expect(await isPaused()).toBe(false)
  await prove(chains, receipt)
})

test('a spike of the base fee on L1 makes transactions on L2 dear, and goes down again', async () => {
  await using chains = await pair({ mining: 'interval' })
  const { devnet, publicL1, publicL2, walletL2 } = chains
  const paid = async () => {
    const hash = await walletL2.sendTransaction({ to: bob, value: 1n, gas: 21_000n })
    await devnet.clock.advance('12s')
    const { l1Fee, l1GasPrice } = await publicL2.getTransactionReceipt({ hash })
    return { fee: l1Fee ?? 0n, price: l1GasPrice }
  }
  const usual = await paid()
  const spike = 500n * 10n ** 9n
  await chains.askL1('anvil_setNextBlockBaseFeePerGas', `0x${spike.toString(16)}`)
  await devnet.clock.advance('12s')
  const dear = await paid()
  expect(dear.price).toBe(spike)
  expect(dear.fee).toBeGreaterThan(usual.fee * 100n)
  expect(await publicL2.readContract({ ...l1Block, functionName: 'basefee' })).toBe(
    (await publicL1.getBlock()).baseFeePerGas,
  )
  await devnet.clock.advance('1m')
  expect((await paid()).fee).toBeLessThan(dear.fee)
})

test('a relay that has run out of gas is told of, and run again', async () => {
  await using chains = await pair()
  const abi = parseAbi([
    'function sendMessage(address target, bytes message, uint32 minGas) payable',
    'function relayMessage(uint256 nonce, address sender, address target, uint256 value, uint256 minGas, bytes message) payable',
    'function messenger() view returns (address)',
  ])
  const { publicL1, walletL1, walletL2 } = chains
  const bridge = optimism.contracts.l1StandardBridge[1].address
  const address = await publicL1.readContract({ address: bridge, abi, functionName: 'messenger' })
  // A loop.
  await chains.askL2('anvil_setCode', fresh, '0x5b5f56')
  const sent = await walletL1.writeContract({
    address,
    abi,
    functionName: 'sendMessage',
    args: [fresh, '0x', 0],
    gas: 1_000_000n,
  })
  expect(await crossing(chains, sent)).toMatchObject({ status: 'success', relay: 'failed' })
  await chains.askL2('anvil_setCode', fresh, '0x00')
  await walletL2.writeContract({
    address: optimism.contracts.l2CrossDomainMessenger.address,
    abi,
    functionName: 'relayMessage',
    args: [1n << 240n, alice, fresh, 0n, 0n, '0x'],
    gas: 1_000_000n,
  })
  expect(await crossing(chains, sent)).toMatchObject({ relay: 'relayed' })
})
