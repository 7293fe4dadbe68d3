import { concat, type Hex, keccak256, numberToHex, pad, parseAbi } from 'viem'
import { optimism } from 'viem/chains'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { compileSolidity } from '../../support/compileSolidity.ts'
import { deposit, forksOf, prove, statusOf, withdraw } from './liveForks.ts'
import { type Pair, pair } from './pair.ts'

const targetChain = optimism

/** Where a game's code is. */
const holder: Hex = `0x${'ab'.repeat(20)}`

let live: Pair
let url: string

beforeAll(async () => {
  live = await pair({ seed: 'live' })
  url = (await live.devnet.listen({ port: 0 })).url
})

afterAll(() => live[Symbol.asyncDispose]())

test('the guardian of the live chain pauses, and ends games', async () => {
  await using chains = await forksOf(url)
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

test('what cannot be proven is not proposed, and that is said', async () => {
  await using chains = await forksOf(url, { fork: { url, proofs: 'off' } })
  await withdraw(chains, 1n)
  await chains.pass(2)
  const { notModelled } = (await chains.askL2('preconf_networkInfo')) as { notModelled: string[] }
  expect(notModelled.at(-1)).toContain('chain 10 gives no proofs of its state')
  const { onL2 } = await deposit(chains, 3n)
  expect((await chains.publicL2.getTransactionReceipt({ hash: onL2 })).status).toBe('success')
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
  await using chains = await forksOf(there)
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
  await using chains = await forksOf(there)
  const words = /refuses create\(\) of game type 0 .*NoImplementation\(0\)/
  expect(chains.devnet.warnings).toEqual([expect.stringMatching(words)])
  const receipt = await withdraw(chains, 1n)
  await chains.pass(2)
  expect(await statusOf(chains, receipt)).toBe('waiting-to-prove')
})
