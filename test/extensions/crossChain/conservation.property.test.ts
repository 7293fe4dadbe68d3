import fc from 'fast-check'
import { type Abi, type Hex, parseAbi, parseAbiItem } from 'viem'
import { optimism } from 'viem/chains'
import { getWithdrawals } from 'viem/op-stack'
import { expect, test } from 'vitest'
import token from '../../../fixtures/Token.json' with { type: 'json' }
import { runs } from '../../support/runs.ts'
import { alice, bob, fresh, type Pair, pair } from './pair.ts'

const portal = optimism.contracts.portal[1].address
const l1Bridge = optimism.contracts.l1StandardBridge[1].address
const l2Bridge = optimism.contracts.l2StandardBridge.address
const l2Messenger = optimism.contracts.l2CrossDomainMessenger.address
const passer = optimism.contracts.l2ToL1MessagePasser.address
const factory = '0x4200000000000000000000000000000000000012'

const abi = parseAbi([
  'function depositTransaction(address to, uint256 value, uint64 gasLimit, bool isCreation, bytes data) payable',
  'function bridgeERC20(address local, address remote, uint256 amount, uint32 minGas, bytes extra)',
  'function createOptimismMintableERC20(address remote, string name, string symbol) returns (address)',
  'function deposits(address, address) view returns (uint256)',
  'function messenger() view returns (address)',
  'function sendMessage(address target, bytes message, uint32 minGas) payable',
  'function initiateWithdrawal(address target, uint256 gasLimit, bytes data) payable',
  'function finalizedWithdrawals(bytes32) view returns (bool)',
])
const passed = parseAbiItem(
  'event MessagePassed(uint256 indexed nonce, address indexed sender, address indexed target, uint256 value, uint256 gasLimit, bytes data, bytes32 withdrawalHash)',
)

/** Counts the calls with each calldata of a word: sstore(word, sload(word) + 1). */
const counter = '0x5f3580546001019055'

const hour = 3600
const l1 = {
  proposeEvery: 1,
  maturity: '10m',
  finalizationDelay: '10m',
  proofMaturity: '1h',
} as const

/** Both chains with a token and a counter on each; they can go back to where they begin. */
async function world() {
  const chains = await pair({ l1, balance: '100 ether' })
  const { devnet, publicL1, publicL2, walletL1, walletL2 } = chains
  const deployed = await walletL1.deployContract({
    abi: token.abi as Abi,
    bytecode: token.bytecode as Hex,
    args: ['Gold', 'GLD', 1_000_000n],
  })
  const gold = (await publicL1.getTransactionReceipt({ hash: deployed })).contractAddress as Hex
  const made = await walletL2.writeContract({
    address: factory,
    abi,
    functionName: 'createOptimismMintableERC20',
    args: [gold, 'Gold', 'GLD'],
  })
  const { logs } = await publicL2.getTransactionReceipt({ hash: made })
  const goldL2 = `0x${logs[0]?.topics[2]?.slice(26)}` as Hex
  const approve = [l1Bridge, 1_000_000n]
  const call = { address: gold, abi: token.abi as Abi, functionName: 'approve', args: approve }
  await walletL1.writeContract(call)
  await chains.askL1('anvil_setCode', fresh, counter)
  await chains.askL2('anvil_setCode', fresh, counter)
  await devnet.l1.seal()
  await devnet.seal()
  const messenger = await publicL1.readContract({
    address: l1Bridge,
    abi,
    functionName: 'messenger',
  })
  const heights = [await publicL1.getBlockNumber(), await publicL2.getBlockNumber()] as const
  return { chains, gold, goldL2, messenger, heights, start: await devnet.checkpoint() }
}

type World = Awaited<ReturnType<typeof world>>

const word = (id: number): Hex => `0x${id.toString(16).padStart(64, '0')}`

/** Sends to a contract of L1 or L2. What fails there is no matter of this test. */
async function send(
  { walletL1, walletL2 }: Pair,
  layer: 1 | 2,
  address: Hex,
  functionName: string,
  args: readonly unknown[],
  value = 0n,
) {
  const wallet = layer === 1 ? walletL1 : walletL2
  await wallet.writeContract({ address, abi, functionName, args, value, gas: 1_500_000n } as never)
}

/** The withdrawals of the L2 as it is, and whether each is finalized. */
async function withdrawalsOf({ publicL1, publicL2 }: Pair) {
  const logs = await publicL2.getLogs({ address: passer, event: passed, fromBlock: 0n })
  return Promise.all(
    logs.map(async (log) => {
      const [withdrawal] = getWithdrawals({ logs: [log] })
      if (withdrawal === undefined) throw new Error('no withdrawal')
      const isFinal = await publicL1.readContract({
        address: portal,
        abi,
        functionName: 'finalizedWithdrawals',
        args: [withdrawal.withdrawalHash],
      })
      return { withdrawal, block: log.blockNumber, isFinal }
    }),
  )
}

async function prove(
  chains: Pair,
  { withdrawal, block }: Awaited<ReturnType<typeof withdrawalsOf>>[number],
) {
  const { publicL1, publicL2, walletL1 } = chains
  const game = await publicL1
    .getGame({ l2BlockNumber: block, targetChain: optimism })
    .catch(() => undefined)
  if (game === undefined || game.l2BlockNumber > (await publicL2.getBlockNumber({ cacheTime: 0 })))
    return
  const args = await publicL2.buildProveWithdrawal({ account: alice, game, withdrawal })
  await walletL1.proveWithdrawal({ ...args, gas: 1_000_000n } as never)
}

const amount = fc.bigInt(1n, 1000n)
const step = fc.oneof(
  fc.record({ kind: fc.constantFrom('deposit', 'withdraw', 'tokens', 'tokensBack'), amount }),
  fc.record({ kind: fc.constantFrom('message', 'messageBack'), amount }),
  fc.record({ kind: fc.constantFrom('prove', 'finalize'), amount }),
  fc.record({ kind: fc.constantFrom('wait', 'stall', 'challenge'), amount }),
  fc.record({ kind: fc.constantFrom('reorgL1', 'reorgL2'), amount }),
)

async function take(world: World, { kind, amount }: { kind: string; amount: bigint }, id: number) {
  const { chains, gold, goldL2, messenger, heights } = world
  const { devnet, publicL1, publicL2, walletL1 } = chains
  switch (kind) {
    case 'deposit':
      return send(
        chains,
        1,
        portal,
        'depositTransaction',
        [bob, amount, 100_000n, false, '0x'],
        amount,
      )
    case 'withdraw':
      return send(chains, 2, passer, 'initiateWithdrawal', [bob, 50_000n, '0x'], amount)
    case 'tokens':
      return send(chains, 1, l1Bridge, 'bridgeERC20', [gold, goldL2, amount, 200_000, '0x'])
    case 'tokensBack':
      return send(chains, 2, l2Bridge, 'bridgeERC20', [goldL2, gold, amount, 200_000, '0x'])
    case 'message':
      return send(chains, 1, messenger, 'sendMessage', [fresh, word(id), 100_000], amount)
    case 'messageBack':
      return send(chains, 2, l2Messenger, 'sendMessage', [fresh, word(id), 100_000], amount)
    case 'prove': {
      const open = (await withdrawalsOf(chains)).filter(({ isFinal }) => !isFinal)
      const one = open[Number(amount) % Math.max(open.length, 1)]
      return one && prove(chains, one)
    }
    case 'finalize':
      for (const { withdrawal } of await withdrawalsOf(chains)) {
        await walletL1.finalizeWithdrawal({ targetChain: optimism, withdrawal, gas: 1_500_000n })
      }
      return undefined
    case 'wait':
      return chains.pass(Number(amount) * 10)
    case 'stall':
      await devnet.l1.pause()
      await chains.pass(Number(amount) * 10)
      await devnet.l1.resume()
      return undefined
    case 'challenge':
      // There may be no game in progress.
      await devnet.l1.challengeGame().catch(() => undefined)
      return undefined
    case 'reorgL1': {
      const height = (await publicL1.getBlockNumber({ cacheTime: 0 })) - heights[0]
      const depth = Math.min(Number(height), 1 + (Number(amount) % 3))
      if (depth > 0) await devnet.l1.reorg({ depth, requeue: amount % 2n === 0n })
      await devnet.l1.seal()
      await devnet.seal()
      return undefined
    }
    default: {
      // What has been paid out on L1 stands on L2: a real one is final by then.
      const paid = (await withdrawalsOf(chains)).filter(({ isFinal }) => isFinal)
      const lowest = [heights[1], ...paid.map(({ block }) => block)]
        .sort((one, other) => Number(one - other))
        .at(-1) as bigint
      const height = (await publicL2.getBlockNumber({ cacheTime: 0 })) - lowest
      const depth = Math.min(Number(height), 1 + (Number(amount) % 3))
      if (depth > 0) await devnet.reorg({ depth, requeue: amount % 2n === 0n })
      await devnet.seal()
      return undefined
    }
  }
}

/** Checks that what L2 has is what L1 keeps for it. */
async function check({ chains, gold, goldL2 }: World): Promise<void> {
  const { publicL1, publicL2 } = chains
  const { accounts } = (await chains.askL2('debug_dumpBlock', 'latest')) as {
    accounts: Record<string, { balance: string }>
  }
  const ether = Object.values(accounts).reduce((sum, { balance }) => sum + BigInt(balance), 0n)
  const open = (await withdrawalsOf(chains)).filter(({ isFinal }) => !isFinal)
  const onTheWay = open.reduce((sum, { withdrawal }) => sum + withdrawal.value, 0n)
  const left = await publicL2.getBalance({ address: passer })
  expect(await publicL1.getBalance({ address: portal })).toBe(ether - left + onTheWay)
  const read = (address: Hex, functionName: string, args: readonly unknown[] = []) =>
    (address === goldL2 ? publicL2 : publicL1).readContract({
      address,
      abi: [...abi, ...token.abi] as Abi,
      functionName,
      args,
    }) as Promise<bigint>
  const kept = await read(l1Bridge, 'deposits', [gold, goldL2])
  expect(await read(gold, 'balanceOf', [l1Bridge])).toBe(kept)
  const supply = await read(goldL2, 'totalSupply')
  expect(kept).toBeGreaterThanOrEqual(supply)
  // Messages of the bridge about tokens are longer than the others.
  const isTokens = open.some(({ withdrawal }) => withdrawal.data.length > 900)
  if (!isTokens) expect(kept).toBe(supply)
}

async function checkCounters({ publicL1, publicL2 }: Pair, ids: number): Promise<void> {
  for (const client of [publicL1, publicL2]) {
    for (let id = 1; id <= ids; id++) {
      const count = await client.getStorageAt({ address: fresh, slot: word(id) })
      expect(BigInt(count ?? '0x0')).toBeLessThanOrEqual(1n)
    }
  }
}

test('ether and tokens are conserved over both chains, and each message runs at most once', async () => {
  const all = await world()
  const { chains, start } = all
  await using _ = chains
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 3, maxLength: 14 }), async (steps) => {
      await chains.devnet.restore(start)
      for (const [index, each] of steps.entries()) {
        await take(all, each, index + 1)
        await check(all)
      }
      // Everything that is on its way arrives.
      await chains.devnet.seal()
      await chains.pass(2)
      for (const one of await withdrawalsOf(chains)) if (!one.isFinal) await prove(chains, one)
      await chains.pass(2 * hour)
      await take(all, { kind: 'finalize', amount: 0n }, 0)
      expect((await withdrawalsOf(chains)).filter(({ isFinal }) => !isFinal)).toEqual([])
      await check(all)
      await checkCounters(chains, steps.length)
    }),
    runs({ seed: 43, numRuns: 12 }),
  )
})
