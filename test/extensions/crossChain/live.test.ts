import {
  concat,
  encodeFunctionData,
  type Hex,
  keccak256,
  numberToHex,
  pad,
  parseAbi,
  parseEther,
} from 'viem'
import { optimism } from 'viem/chains'
import { getL2TransactionHashes } from 'viem/op-stack'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createDevnet } from '../../../src/app/createDevnet.ts'
import type { L1Options } from '../../../src/types/crossChain.ts'
import type { ForkRequest } from '../../../src/types/options/forkOptions.ts'
import type { DevnetOptions } from '../../../src/types/options/options.ts'
import { compileSolidity } from '../../support/compileSolidity.ts'
import { alice, bob, fresh, type Pair, pair, week } from './pair.ts'

const targetChain = optimism
/** An account that nothing has read. */
const holder: Hex = `0x${'ab'.repeat(20)}`

const portal = optimism.contracts.portal[1].address
const bridge = optimism.contracts.l1StandardBridge[1].address

/** A pair that is live for those that fork it, with a deposit that is on its L1 alone. */
let live: Pair
let url: string

beforeAll(async () => {
  live = await pair({ mining: 'manual', seed: 'live' })
  const { walletL1, devnet } = live
  for (const value of [1n, 2n]) {
    await walletL1.sendTransaction({ to: portal, value, gas: 300_000n })
    await devnet.l1.seal()
    if (value === 1n) await devnet.seal()
  }
  url = (await devnet.listen({ port: 0 })).url
})

afterAll(() => live[Symbol.asyncDispose]())

/** Forks of both chains. */
function forks({ l1 = {}, ...options }: Omit<DevnetOptions, 'l1'> & { l1?: L1Options } = {}) {
  return pair({
    network: undefined,
    fork: url,
    l1: { fork: `${url}/l1`, proposeEvery: 1, ...l1 },
    ...options,
  })
}

async function deposit({ publicL1, publicL2, walletL1 }: Pair, mint: bigint) {
  const args = await publicL2.buildDepositTransaction({ account: alice, mint, to: fresh })
  const hash = await walletL1.depositTransaction(args as never)
  const [onL2 = '0x'] = getL2TransactionHashes(await publicL1.getTransactionReceipt({ hash }))
  return { onL1: hash, onL2 }
}

async function withdraw({ publicL1, publicL2, walletL2 }: Pair, value = parseEther('1')) {
  const args = await publicL1.buildInitiateWithdrawal({ account: alice, to: fresh, value })
  const hash = await walletL2.initiateWithdrawal(args)
  return publicL2.getTransactionReceipt({ hash })
}

type Receipt = Awaited<ReturnType<typeof withdraw>>

async function prove({ publicL1, publicL2, walletL1 }: Pair, receipt: Receipt) {
  const { game, withdrawal } = await publicL1.waitToProve({ receipt, targetChain })
  const proof = await publicL2.buildProveWithdrawal({ account: alice, game, withdrawal })
  const hash = await walletL1.proveWithdrawal(proof as never)
  expect((await publicL1.getTransactionReceipt({ hash })).status).toBe('success')
  return withdrawal
}

const statusOf = ({ publicL1 }: Pair, receipt: Receipt) =>
  publicL1.getWithdrawalStatus({ receipt, targetChain })

test('viem deposits and withdraws over the contracts of the live chains', async () => {
  await using chains = await forks()
  const { publicL1, publicL2, walletL1 } = chains
  const before = await publicL2.getBalance({ address: alice })
  const { onL1, onL2 } = await deposit(chains, parseEther('3'))
  const arrived = await publicL2.getTransactionReceipt({ hash: onL2 })
  expect(arrived).toMatchObject({ status: 'success', type: '0x7e' })
  expect(await publicL2.getBalance({ address: fresh })).toBe(parseEther('3'))
  // The deposit of the live L1 is not derived again.
  expect(await publicL2.getBalance({ address: alice })).toBe(before)
  expect(await chains.askL2('preconf_crossChain', onL1)).toMatchObject([{ status: 'success' }])

  const receipt = await withdraw(chains)
  expect(await statusOf(chains, receipt)).toBe('ready-to-prove')
  await chains.pass(2)
  const withdrawal = await prove(chains, receipt)
  expect(await statusOf(chains, receipt)).toBe('waiting-to-finalize')
  await chains.pass(week + 1)
  expect(await statusOf(chains, receipt)).toBe('ready-to-finalize')
  const hash = await walletL1.finalizeWithdrawal({ targetChain, withdrawal })
  expect((await publicL1.getTransactionReceipt({ hash })).status).toBe('success')
  expect(await statusOf(chains, receipt)).toBe('finalized')
  expect(await publicL1.getBalance({ address: fresh })).toBe(parseEther('1'))
  const crossing = [{ status: 'finalized', withdrawalHash: withdrawal.withdrawalHash }]
  expect(await chains.askL1('preconf_crossChain', receipt.transactionHash)).toMatchObject(crossing)
})

test('messages of the live messengers come over while blocks are made by time', async () => {
  await using chains = await forks({ mining: 'flashblocks', l1: { proposeEvery: 2 } })
  const { devnet, publicL1, publicL2, walletL1 } = chains
  const hash = await walletL1.sendTransaction({ to: bridge, value: 5n, gas: 500_000n })
  await devnet.clock.advance('12s')
  const [sent] = (await chains.askL1('preconf_crossChain', hash)) as [{ status: string }]
  expect(sent).toMatchObject({ status: 'preconfirmed', value: '0x5' })
  await devnet.clock.advance('2s')
  expect(await chains.askL1('preconf_crossChain', hash)).toMatchObject([
    { status: 'success', relay: 'relayed' },
  ])
  const started = await chains.walletL2.initiateWithdrawal(
    await publicL1.buildInitiateWithdrawal({ account: alice, to: fresh, value: 1n }),
  )
  await devnet.clock.advance('24s')
  const receipt = await publicL2.getTransactionReceipt({ hash: started })
  const { game, withdrawal } = await publicL1.waitToProve({ receipt, targetChain })
  const proof = await publicL2.buildProveWithdrawal({ account: alice, game, withdrawal })
  await walletL1.proveWithdrawal(proof as never)
  await devnet.clock.advance('12s')
  expect(await statusOf(chains, receipt)).toBe('waiting-to-finalize')
})

test.each(['askL1', 'askL2'] as const)('what goes back by %s goes back on both', async (ask) => {
  await using chains = await forks()
  const heads = () => Promise.all([chains.publicL1, chains.publicL2].map((one) => one.getBlock()))
  const start = await heads()
  await deposit(chains, 3n)
  const receipt = await withdraw(chains, 1n)
  await chains.pass(2)
  const id = await chains[ask]('evm_snapshot')
  const before = await heads()
  const withdrawal = await prove(chains, receipt)
  await deposit(chains, 4n)
  expect(await chains[ask]('evm_revert', id)).toBe(true)
  expect(await heads()).toEqual(before)
  expect(await statusOf(chains, receipt)).toBe('ready-to-prove')

  // A fork of the forks, which goes on with the bridge of both.
  await using other = await chains.devnet.fork()
  const onFork = (method: string, ...params: unknown[]) =>
    other.l1.provider.request({ method, params })
  await onFork('eth_sendTransaction', { from: bob, to: portal, value: '0x7', gas: '0x493e0' })
  const [arrived] = (await onFork('preconf_crossChain')) as [{ status: string; value: Hex }]
  expect(arrived).toMatchObject({ status: 'success', value: '0x7' })
  expect(await heads()).toEqual(before)

  await prove(chains, receipt)
  await chains.pass(week + 1)
  await chains.walletL1.finalizeWithdrawal({ targetChain, withdrawal })
  expect(await statusOf(chains, receipt)).toBe('finalized')
  await chains[ask]('anvil_reset', { forking: {} })
  expect(await heads()).toEqual(start)
  await expect(chains[ask]('anvil_reset')).rejects.toThrow('such as forking: {}')
  await deposit(chains, 3n)
  expect(await chains.publicL2.getBalance({ address: fresh })).toBe(3n)
})

test('a state file has both forks, which go on from it', async () => {
  await using chains = await forks()
  const receipt = await withdraw(chains, 1n)
  await chains.pass(2)
  const withdrawal = await prove(chains, receipt)
  const loadState = await chains.devnet.dumpState()
  await using loaded = await forks({ loadState })
  for (const [one, other] of [
    [chains.publicL1, loaded.publicL1],
    [chains.publicL2, loaded.publicL2],
  ] as const) {
    expect((await other.getBlock()).hash).toBe((await one.getBlock()).hash)
  }
  await loaded.pass(week + 1)
  await loaded.walletL1.finalizeWithdrawal({ targetChain, withdrawal })
  expect(await statusOf(loaded, receipt)).toBe('finalized')
  await deposit(loaded, 3n)
  expect(await loaded.publicL2.getBalance({ address: fresh })).toBe(3n)
})

test('a reorg takes deposits from the L2, and games about what is gone', async () => {
  await using chains = await forks()
  const { devnet, publicL2 } = chains
  const { onL2 } = await deposit(chains, 3n)
  await devnet.l1.reorg({ depth: 2 })
  await expect(publicL2.getTransactionReceipt({ hash: onL2 })).rejects.toThrow('not be found')
  const receipt = await withdraw(chains, 1n)
  await chains.pass(2)
  await prove(chains, receipt)
  await devnet.reorg({ depth: 1, requeue: true })
  expect(await statusOf(chains, receipt)).toBe('ready-to-prove')
})

test('the guardian of the live chain pauses, and ends games', async () => {
  await using chains = await forks()
  const { devnet } = chains
  const receipt = await withdraw(chains, 1n)
  await chains.pass(2)
  await devnet.l1.setPortalPaused(true)
  await expect(prove(chains, receipt)).rejects.toThrow()
  await devnet.l1.setPortalPaused(false)
  await prove(chains, receipt)
  const hash = await devnet.l1.challengeGame()
  expect((await chains.publicL1.getTransactionReceipt({ hash })).status).toBe('success')
  expect(await statusOf(chains, receipt)).toBe('ready-to-prove')
  await expect(devnet.l1.challengeGame(99n)).rejects.toThrow('game 99')
})

/** A game as live chains have them: of one proposer, with a bond, and resolved by transactions. */
const playedGame = `
pragma solidity ^0.8.20;

contract PlayedGame {
    address public constant proposer = 0x00000000000000000000000000000000000000bb;
    uint64 public constant maxClockDuration = 302400;
    uint64 public createdAt;
    uint64 public resolvedAt;
    uint32 public gameType;
    uint8 public status;
    bool public wasRespectedGameTypeWhenCreated;
    bool private isClaimResolved;
    bytes32 public rootClaim;
    bytes public extraData;

    error BadAuth();
    error ClockNotExpired();
    error ClaimAlreadyResolved();
    error OutOfOrderResolution();

    function initialize(uint32 kind, bytes32 claim, bytes calldata extra, address, bool isRespected) external {
        if (tx.origin != proposer) revert BadAuth();
        createdAt = uint64(block.timestamp);
        (gameType, rootClaim, extraData, wasRespectedGameTypeWhenCreated) = (kind, claim, extra, isRespected);
    }

    function gameData() external view returns (uint32, bytes32, bytes memory) {
        return (gameType, rootClaim, extraData);
    }

    function l2SequenceNumber() external view returns (uint256) {
        return abi.decode(extraData, (uint256));
    }

    function resolveClaim(uint256, uint256) external {
        if (block.timestamp < createdAt + maxClockDuration) revert ClockNotExpired();
        if (isClaimResolved) revert ClaimAlreadyResolved();
        isClaimResolved = true;
    }

    function resolve() external returns (uint8) {
        if (!isClaimResolved || status != 0) revert OutOfOrderResolution();
        (status, resolvedAt) = (2, uint64(block.timestamp));
        return status;
    }
}`

const factory = optimism.contracts.disputeGameFactory[1].address
const word = (value: bigint | Hex) => pad(typeof value === 'bigint' ? numberToHex(value) : value)
/** Where the factory has the implementation and the bond of a type of games: mappings at these slots. */
const slotOf = (type: bigint, mapping: bigint) => keccak256(concat([word(type), word(mapping)]))
const bond = 5n

/** A live pair whose factory makes other games than ours. */
async function liveWithGames(): Promise<Pair> {
  const chains = await pair({ seed: 'live' })
  const { contracts } = compileSolidity('PlayedGame.sol', playedGame)
  const code = contracts['PlayedGame.sol']?.PlayedGame?.evm.deployedBytecode.object
  await chains.askL1('anvil_setCode', holder, `0x${code}`)
  await chains.askL1('anvil_setStorageAt', factory, slotOf(0n, 3n), word(holder))
  await chains.askL1('anvil_setStorageAt', factory, slotOf(0n, 4n), word(bond))
  await chains.askL1('evm_mine')
  return chains
}

test('the proposer is impersonated, and games are resolved when their time is over', async () => {
  await using other = await liveWithGames()
  const { url: there } = await other.devnet.listen({ port: 0 })
  await using chains = await forks({ fork: there, l1: { fork: `${there}/l1` } })
  expect(chains.devnet.warnings).toEqual([])
  const receipt = await withdraw(chains, 1n)
  await chains.pass(2)
  const withdrawal = await prove(chains, receipt)
  const [games] = (await chains.askL1('preconf_crossChain', receipt.transactionHash)) as [
    { game: { index: Hex; address: Hex } },
  ]
  const { address: game } = games.game
  const count = BigInt(games.game.index) + 1n
  expect(await chains.publicL1.getBalance({ address: factory })).toBe(count * bond)
  const of = (functionName: 'status' | 'resolvedAt') =>
    chains.publicL1.readContract({ address: game, abi: gameAbi, functionName })
  await chains.pass(302_390)
  expect(await of('status')).toBe(0n)
  await chains.pass(10)
  expect(await of('status')).toBe(2n)
  expect(await statusOf(chains, receipt)).toBe('waiting-to-finalize')
  // Once more as long, from there on.
  await chains.pass(302_390)
  expect(await statusOf(chains, receipt)).toBe('waiting-to-finalize')
  await chains.pass(20)
  expect(await statusOf(chains, receipt)).toBe('ready-to-finalize')
  await chains.walletL1.finalizeWithdrawal({ targetChain, withdrawal })
  expect(await statusOf(chains, receipt)).toBe('finalized')
})

const gameAbi = parseAbi([
  'function status() view returns (uint256)',
  'function resolvedAt() view returns (uint256)',
])

test('a factory that takes no proposal is named', async () => {
  await using other = await liveWithGames()
  await other.askL1('anvil_setStorageAt', factory, slotOf(0n, 3n), word(0n))
  await other.askL1('evm_mine')
  const { url: there } = await other.devnet.listen({ port: 0 })
  await using chains = await forks({ fork: there, l1: { fork: `${there}/l1` } })
  const words = /refuses create\(\) of game type 0 .*NoImplementation\(0\)/
  expect(chains.devnet.warnings).toEqual([expect.stringMatching(words)])
  const receipt = await withdraw(chains, 1n)
  await chains.pass(2)
  expect(await statusOf(chains, receipt)).toBe('waiting-to-prove')
})

test('what cannot be proven is not proposed, and that is said', async () => {
  await using chains = await forks({ fork: { url, proofs: 'off' } })
  await withdraw(chains, 1n)
  await chains.pass(2)
  const { notModelled } = (await chains.askL2('preconf_networkInfo')) as { notModelled: string[] }
  expect(notModelled.at(-1)).toContain('chain 10 gives no proofs of its state')
  const { onL2 } = await deposit(chains, 3n)
  expect((await chains.publicL2.getTransactionReceipt({ hash: onL2 })).status).toBe('success')
})

const nowhere = 'http://127.0.0.1:1'

test.each([
  ['only the L2', { fork: nowhere, l1: true }, 'give the L1 of that chain too'],
  ['only the L1', { network: 'op', l1: { fork: nowhere } }, 'give a live chain for the L2 too'],
  ['times', { fork: nowhere, l1: { fork: nowhere, maturity: '1m' } }, 'l1.maturity'],
  ['an id', { fork: nowhere, l1: { fork: nowhere, chainId: 5 } }, 'l1.chainId'],
  ['no URL', { fork: nowhere, l1: { fork: {} } }, 'invalid l1.fork'],
  ['a field', { fork: nowhere, l1: { fork: { block: 1 } } }, 'blockNumber'],
  ['a portal', { network: 'op', l1: { portal: portal } }, 'l1.portal'],
  ['two L2s', { network: ['op', 'base'], fork: nowhere, l1: { fork: nowhere } }, 'one live chain'],
] as const)('%s cannot be forked', async (_, options, words) => {
  await expect(createDevnet(options as never)).rejects.toThrow(words)
})

test('a pair that is none is refused', async () => {
  const refused = (l1: L1Options, words: string, fork = url) =>
    expect(createDevnet({ fork, l1, clock: 'manual' })).rejects.toThrow(words)
  await refused({ fork: url }, 'this is the L2')
  await refused({ fork: `${url}/l1@0` }, 'give block 1 or a later one')
  await refused({ fork: `${url}/l1`, portal: fresh }, 'there is none at this address')
  await refused({ fork: `${url}/l1` }, 'of the OP stack', `${url}/l1`)
  await using other = await pair({ seed: 'other' })
  await other.devnet.l1.seal()
  const { url: elsewhere } = await other.devnet.listen({ port: 0 })
  await refused({ fork: `${elsewhere}/l1` }, 'its origin, block 1, is')
})

test('an error says which of the live chains does not answer', async () => {
  await using gone = await pair()
  const { url: there, close } = await gone.devnet.listen({ port: 0 })
  const once = { retries: 0, prefetch: 'off' } as const
  // A proposal would need the L1.
  const l1 = { fork: { url: `${there}/l1`, ...once }, proposeEvery: 1000 }
  await using chains = await forks({ fork: { url: there, ...once }, l1 })
  await close()
  for (const [ask, role] of [
    [chains.askL1, 'the L1'],
    [chains.askL2, 'the L2'],
  ] as const) {
    const words = `(${role}) cannot be reached`
    await expect(ask('eth_getBalance', holder, 'latest')).rejects.toThrow(words)
    const request = { from: alice, to: holder, value: '0x1' }
    await expect(ask('eth_sendTransaction', request)).rejects.toThrow(words)
    // Both go on with what they have.
    await ask('evm_mine')
  }
})

test('an L2 whose live chain does not answer goes on, and has the deposit when it does', async () => {
  let isThere = true
  const request: ForkRequest = async (asked) => {
    if (isThere) return live.devnet.provider.request(asked as never)
    throw new Error('away')
  }
  const fork = { request, retries: 0, prefetch: 'off' } as const
  const l1 = { fork: `${url}/l1`, proposeEvery: 1000 }
  await using devnet = await createDevnet({ fork, l1, clock: 'manual' })
  const errors: unknown[] = []
  devnet.on('error', (error) => errors.push(error))
  isThere = false
  const sent = { from: alice, to: portal, value: '0x3', gas: '0x493e0' }
  const data = encodeFunctionData({
    abi: parseAbi(['function depositTransaction(address, uint256, uint64, bool, bytes) payable']),
    args: [holder, 3n, 100_000n, false, '0x'],
  })
  const params = [{ ...sent, data }]
  const hash = await devnet.l1.provider.request({ method: 'eth_sendTransaction', params })
  const status = async () => {
    const asked = { method: 'preconf_crossChain', params: [hash] }
    const [crossing] = (await devnet.provider.request(asked)) as [{ status: string }]
    return crossing.status
  }
  const head = async () => Number(await devnet.provider.request({ method: 'eth_blockNumber' }))
  const before = await head()
  await devnet.clock.advance('24s')
  expect(await head()).toBe(before + 12)
  expect(await status()).toBe('waiting')
  expect(errors).toMatchObject([{ message: 'the function (the L2) cannot be reached: away' }])
  isThere = true
  await devnet.clock.advance('12s')
  expect(await status()).toBe('success')
  expect(errors).toHaveLength(1)
})
