import {
  type Abi,
  createPublicClient,
  encodeDeployData,
  encodeFunctionData,
  getContractAddress,
  getCreate2Address,
  type Hex,
  http,
  keccak256,
  pad,
} from 'viem'
import { privateKeyToAccount } from 'viem/accounts'
import { describe, expect, test } from 'vitest'
import { createDevnet } from '../../../../src/index.ts'
import { noAnvil, startAnvil } from '../../../support/anvil.ts'
import { liveContract } from '../../../support/liveContracts.ts'
import { titled } from '../../../support/skips.ts'

const chainId = 31_337

const alice = privateKeyToAccount(
  '0xac0974bec39a17e36ba4a6b4d238ff944bacb478cbed5efcae784d7bf4f2ff80',
)
/** Delegates its account. */
const carol = privateKeyToAccount(
  '0x5de4111afa1a4b94908f83103eb1f1706367c2e68ca870fc3fb9a804cdab365a',
)

const bob: Hex = `0x${'b0'.repeat(20)}`
const salts = [pad('0x01'), pad('0x02')] as const

interface Step {
  readonly name: string
  readonly to?: Hex
  readonly data?: Hex
  readonly value?: bigint
  readonly delegate?: { readonly to: Hex; readonly nonce: number }
}

let nonce = 0
const at = (index: number): Hex => getContractAddress({ from: alice.address, nonce: BigInt(index) })

function deploy(name: string, args: readonly unknown[] = []): Step {
  const { abi, bytecode } = liveContract(name)
  return {
    name: `deploys ${name}`,
    data: encodeDeployData({ abi: abi as unknown as Abi, bytecode, args }),
  }
}

function call(
  contract: string,
  functionName: string,
  to: Hex,
  args: readonly unknown[],
  value = 0n,
): Step {
  const abi = liveContract(contract).abi as unknown as Abi
  const data = encodeFunctionData({ abi, functionName, args })
  return { name: `${contract}.${functionName}`, to, data, value }
}

const [usd, eur, pair, vault, counter, faster, proxy, beacon, beaconProxy, factory, batch] =
  Array.from({ length: 11 }, (_, index) => at(index)) as [
    Hex,
    Hex,
    Hex,
    Hex,
    Hex,
    Hex,
    Hex,
    Hex,
    Hex,
    Hex,
    Hex,
  ]
const clone = getContractAddress({ from: factory, nonce: 1n })
const doomed = (salt: Hex) =>
  getCreate2Address({ from: factory, salt, bytecode: liveContract('Doomed').bytecode })

/** What the live chain has when it is forked. */
const before: readonly Step[] = [
  deploy('Token', ['Dollar', 1_000_000n]),
  deploy('Token', ['Euro', 1_000_000n]),
  deploy('Pair', [usd, eur]),
  deploy('Vault', [usd]),
  deploy('Counter'),
  deploy('FasterCounter'),
  deploy('Proxy', [counter]),
  deploy('Beacon', [counter]),
  deploy('BeaconProxy', [beacon]),
  deploy('Factory'),
  deploy('Batch'),
  call('Token', 'approve', usd, [pair, 10n ** 30n]),
  call('Token', 'approve', eur, [pair, 10n ** 30n]),
  call('Token', 'approve', usd, [vault, 10n ** 30n]),
  call('Pair', 'add', pair, [100_000n, 90_000n]),
  call('Vault', 'deposit', vault, [5_000n, alice.address]),
  call('Counter', 'increment', proxy, [3n]),
  call('Counter', 'increment', beaconProxy, [4n]),
  call('Factory', 'clone', factory, [counter]),
  call('Factory', 'make', factory, [salts[0]], 7n),
]

/** What is sent to the live chain and to its fork. */
const after: readonly Step[] = [
  call('Pair', 'swap', pair, [1_000n, 1n]),
  call('Pair', 'swap', pair, [1_000n, 10_000n]),
  call('Pair', 'remove', pair, [50_000n]),
  call('Token', 'transfer', usd, [bob, 10n]),
  call('Token', 'transfer', usd, [bob, 10n ** 20n]),
  // The vault's price rises.
  call('Token', 'transfer', usd, [vault, 700n]),
  call('Vault', 'deposit', vault, [1_234n, bob]),
  call('Vault', 'redeem', vault, [2_000n, bob, alice.address]),
  call('Vault', 'redeem', vault, [1n, bob, bob]),
  call('Counter', 'increment', proxy, [5n], 3n),
  call('FasterCounter', 'twice', proxy, []),
  call('Proxy', 'upgradeTo', proxy, [faster]),
  call('FasterCounter', 'twice', proxy, []),
  call('Counter', 'increment', beaconProxy, [1n]),
  call('Beacon', 'upgradeTo', beacon, [faster]),
  call('FasterCounter', 'twice', beaconProxy, []),
  call('Counter', 'increment', clone, [9n]),
  call('Factory', 'clone', factory, [faster]),
  // The address is taken.
  call('Factory', 'make', factory, [salts[0]]),
  call('Factory', 'make', factory, [salts[1]], 5n),
  // Since Cancun only its balance goes.
  call('Doomed', 'end', doomed(salts[0]), [bob]),
  call('Doomed', 'end', doomed(salts[1]), [`0x${'77'.repeat(20)}`]),
  call('Factory', 'makeAndEnd', factory, [pad('0x03'), bob], 11n),
  call('Factory', 'makeAndEnd', factory, [pad('0x03'), bob], 11n),
  { name: 'sends to nobody', to: `0x${'55'.repeat(20)}`, value: 1n },
  { ...call('Batch', 'run', carol.address, [[]]), delegate: { to: batch, nonce: 0 } },
  call('Batch', 'run', carol.address, [
    [
      { to: bob, value: 5n, data: '0x' },
      { to: proxy, value: 0n, data: call('Counter', 'increment', proxy, [1n]).data },
    ],
  ]),
  call('Batch', 'run', carol.address, [
    [{ to: usd, value: 0n, data: call('Token', 'transfer', usd, [bob, 1n]).data }],
  ]),
  {
    name: 'takes the delegation back',
    to: bob,
    delegate: { to: `0x${'00'.repeat(20)}`, nonce: 1 },
  },
  deploy('Vault', [eur]),
]

async function sign({ delegate, name: _, ...step }: Step): Promise<Hex> {
  const common = {
    chainId,
    nonce: nonce++,
    gas: 3_000_000n,
    maxFeePerGas: 10_000_000_000n,
    maxPriorityFeePerGas: 1n,
    ...step,
  }
  if (delegate === undefined) return alice.signTransaction({ type: 'eip1559', ...common })
  const authorization = await carol.signAuthorization({
    chainId,
    nonce: delegate.nonce,
    address: delegate.to,
  })
  return alice.signTransaction({ type: 'eip7702', ...common, authorizationList: [authorization] })
}

type Ask = (method: string, ...params: unknown[]) => Promise<never>

function askerOf(url: string): Ask {
  const client = createPublicClient({ transport: http(url), pollingInterval: 20 })
  return (method, ...params) => client.request({ method, params } as never) as Promise<never>
}

interface Log {
  readonly address: Hex
  readonly topics: readonly Hex[]
  readonly data: Hex
}

interface Diff {
  readonly pre: Record<string, Account>
  readonly post: Record<string, Account>
}

const storageOf = ({ post }: Diff) =>
  Object.entries(post).flatMap(([address, { storage = {} }]) =>
    Object.keys(storage).map((slot) => [address, slot] as const),
  )

interface Account {
  readonly balance?: Hex
  readonly nonce?: number
  readonly code?: Hex
  readonly storage?: Readonly<Record<Hex, Hex>>
}

/**
 * With codes by their hash, and without what Anvil has otherwise than geth: empty accounts, code
 * that is taken away, and where an account is delegated to.
 */
function alike(accounts: Record<string, Account>, { delegate }: Step): unknown {
  const isEmpty = ({ balance, nonce = 0, code = '0x', storage = {} }: Account) =>
    balance === '0x0' &&
    nonce === 0 &&
    code === '0x' &&
    Object.values(storage).every((value) => BigInt(value) === 0n)
  const kept = Object.entries(accounts).filter(
    ([address, account]) => !isEmpty(account) && address !== delegate?.to.toLowerCase(),
  )
  return JSON.parse(JSON.stringify(Object.fromEntries(kept)), (key, value) => {
    if (key === 'codeHash' || (key === 'code' && value === '0x')) return undefined
    return key === 'code' ? keccak256(value) : value
  })
}

/** Output, receipt, traces and storage of a transaction. */
async function received(ask: Ask, step: Step, raw: Hex) {
  const { to, data, value = 0n } = step
  const asked = { from: alice.address, to, data, value: `0x${value.toString(16)}` }
  const output =
    step.delegate === undefined
      ? await ask('eth_call', asked, 'latest').catch((error) => error.walk().data ?? 'failed')
      : undefined
  const {
    status,
    gasUsed,
    cumulativeGasUsed,
    effectiveGasPrice,
    contractAddress,
    logs,
    ...rest
  }: Record<string, unknown> = await ask('eth_sendRawTransactionSync', raw)
  const hash = rest.transactionHash
  const trace = (tracer: string, tracerConfig: object) =>
    ask('debug_traceTransaction', hash, { tracer, tracerConfig }) as Promise<never>
  // Of the outermost call Anvil gives the gas without what the transaction costs in any case.
  const { gas: _gas, ...calls }: Record<string, unknown> = await trace('callTracer', {
    withLog: true,
  })
  const prestate: Record<string, Account> = await trace('prestateTracer', {})
  const diff: Diff = await trace('prestateTracer', { diffMode: true })
  const slots = storageOf(diff).sort()
  const storage = await Promise.all(
    slots.map(async ([address, slot]) => [
      address,
      slot,
      await ask('eth_getStorageAt', address, slot, 'latest'),
    ]),
  )
  return {
    output,
    receipt: { status, gasUsed, cumulativeGasUsed, effectiveGasPrice, contractAddress },
    logs: (logs as Log[]).map(({ address, topics, data }) => ({ address, topics, data })),
    calls: JSON.parse(
      JSON.stringify(calls).replace('CreateCollision', 'contract address collision'),
    ),
    prestate: alike(prestate, step),
    diff: [alike(diff.pre, step), alike(diff.post, step)],
    storage,
  }
}

async function compare(url: string, options: object = {}) {
  nonce = 0
  const upstream = askerOf(url)
  for (const step of before) {
    const { status } = await upstream('eth_sendRawTransactionSync', await sign(step))
    expect(status, step.name).toBe('0x1')
  }
  await using fork = await createDevnet({
    mining: 'auto',
    clock: 'manual',
    seed: 'contracts',
    ...options,
    fork: { url, accounts: 'keep' },
  })
  const here = askerOf((await fork.listen({ port: 0 })).url)
  const failed: string[] = []
  for (const step of after) {
    const raw = await sign(step)
    const expected = await received(upstream, step, raw)
    expect(await received(here, step, raw), step.name).toEqual(expected)
    if (expected.receipt.status === '0x0') failed.push(step.name)
  }
  expect(failed).toEqual([
    'Pair.swap',
    'Token.transfer',
    'Vault.redeem',
    'FasterCounter.twice',
    'Factory.make',
    'Batch.run',
  ])
}

describe('contracts do on a fork what they do on the live chain', () => {
  test('of preconf', async () => {
    await using live = await createDevnet({ mining: 'auto', clock: 'manual', seed: 'contracts' })
    await compare((await live.listen({ port: 0 })).url)
  })

  test.skipIf(noAnvil !== undefined)(titled('of Anvil 1.7.1', noAnvil), async () => {
    await using anvil = await startAnvil()
    await compare(anvil.url, { compat: 'anvil' })
  })
})
