// What tests have a page and a worker do: each answers what the test expects.
import * as preconf from 'preconf/browser'
import {
  createPublicClient,
  createTestClient,
  createWalletClient,
  custom,
  type Hex,
  parseAbi,
  publicActions,
  walletActions,
} from 'viem'
import { foundry } from 'viem/chains'
import token from '../../../fixtures/Token.json'

const { createDevnet } = preconf
const abi = parseAbi([
  'constructor(string name_, string symbol_, uint256 supply)',
  'function balanceOf(address account) view returns (uint256)',
  'function transfer(address to, uint256 value) returns (bool)',
  'function fail()',
])
const bytecode = token.bytecode as Hex

async function open(options: preconf.DevnetOptions = {}) {
  const devnet = await createDevnet({ mining: 'auto', ...options })
  const [alice, bob] = devnet.accounts.map(({ address }) => address) as [Hex, Hex]
  const client = createTestClient({
    account: alice,
    chain: foundry,
    mode: 'anvil',
    transport: custom(devnet.provider),
  })
    .extend(walletActions)
    .extend(publicActions)
  const request = (method: string, ...params: unknown[]): Promise<unknown> =>
    devnet.provider.request({ method, params } as never)
  return { devnet, alice, bob, client, request }
}

async function deployed(options?: preconf.DevnetOptions) {
  const opened = await open(options)
  const { client } = opened
  const hash = await client.deployContract({ abi, bytecode, args: ['Token', 'TOK', 1000n] })
  const { contractAddress } = await client.waitForTransactionReceipt({ hash })
  const address = contractAddress as Hex
  const balanceOf = (account: Hex) =>
    client.readContract({ address, abi, functionName: 'balanceOf', args: [account] })
  const transfer = (to: Hex, value: bigint) =>
    client.writeContract({ address, abi, functionName: 'transfer', args: [to, value] })
  return { ...opened, address, balanceOf, transfer }
}

/** A contract, its reads, writes, failure and traces. */
export async function contract() {
  const { client, request, bob, address, balanceOf, transfer } = await deployed()
  const hash = await transfer(bob, 7n)
  const failure = await client
    .simulateContract({ address, abi, functionName: 'fail' })
    .catch((error) => error.name)
  const struct = (await request('debug_traceTransaction', hash)) as { structLogs: unknown[] }
  const calls = await request('debug_traceTransaction', hash, { tracer: 'callTracer' })
  return {
    balance: await balanceOf(bob),
    failure,
    steps: struct.structLogs.length > 100,
    call: (calls as { type: string }).type,
  }
}

export async function history() {
  const { client, devnet, bob, balanceOf, transfer } = await deployed()
  const id = await client.snapshot()
  await transfer(bob, 7n)
  const after = await balanceOf(bob)
  await client.revert({ id })
  const reverted = await balanceOf(bob)
  const fork = await devnet.fork()
  await transfer(bob, 1n)
  const other = createPublicClient({ chain: foundry, transport: custom(fork.provider) })
  return {
    after,
    reverted,
    here: await client.getBlockNumber(),
    there: await other.getBlockNumber(),
  }
}

export async function simulation() {
  const { client, alice, bob } = await open()
  const [block] = await client.simulateBlocks({
    blocks: [
      {
        stateOverrides: [{ address: alice, balance: 10n ** 24n }],
        calls: [{ from: alice, to: bob, value: 10n ** 23n }],
      },
    ],
  })
  return { status: block?.calls[0]?.status, balance: await client.getBalance({ address: bob }) }
}

/** Blocks that come by themselves, as they are pushed. */
export async function cadence() {
  const devnet = await createDevnet({ flashblockTime: 20, blockTime: '60ms' })
  const heads = await new Promise<unknown[]>((resolve) => {
    const seen: unknown[] = []
    devnet.provider.on('message', ({ data }) => {
      seen.push((data as { result: { number: Hex } }).result.number)
      if (seen.length === 2) resolve(seen)
    })
    void devnet.provider.request({ method: 'eth_subscribe', params: ['newHeads'] })
  })
  await devnet.close()
  return heads
}

/** A state file by content, compressed; a fixture as an object and as a text; a seeded mnemonic. */
export async function content() {
  const { devnet, bob, address, transfer } = await deployed()
  await transfer(bob, 7n)
  const dump = (await devnet.provider.request({ method: 'anvil_dumpState' })) as Hex
  const { request } = await open({ loadState: new TextEncoder().encode(dump) })
  const data = `0x70a08231${bob.slice(2).padStart(64, '0')}`
  const loaded = await request('eth_call', { to: address, data }, 'latest')
  const { devnet: declared } = await open({
    fixture: { accounts: { carol: { balance: '5 ether' } } },
    mnemonicRandom: 12,
  })
  const { carol: funded } = declared.fixture?.accounts ?? {}
  const carol = await declared.provider.request({
    method: 'eth_getBalance',
    params: [funded?.address, 'latest'],
  })
  const text = 'version: 1\naccounts:\n  dave: { balance: 6 ether }\n'
  const { dave } = ((await declared.loadFixture(text as never)) as { accounts: { dave: unknown } })
    .accounts
  return { zipped: dump.startsWith('0x1f8b'), loaded, carol, dave: dave !== undefined }
}

/** The precompiles whose code is loaded when it is first called, and a blob's commitment. */
export async function curves() {
  const { request } = await open()
  const call = (to: number, data = '0x') =>
    request('eth_call', { to: `0x${to.toString(16).padStart(40, '0')}`, data }, 'latest')
  const infinity = '00'.repeat(256)
  const point = `0x010657f37554c781402a22917dee2f75def7ab966d7b770905398eba3c444014${'00'.repeat(32)}${'00'.repeat(32)}c0${'00'.repeat(47)}c0${'00'.repeat(47)}`
  return {
    pairing: await call(8),
    bls: await call(11, `0x${infinity}`),
    kzg: await call(10, point),
    sha: await call(2),
    power: await call(5, `0x${['01', '01', '01'].map((n) => n.padStart(64, '0')).join('')}030507`),
  }
}

/** A blob, with proofs of its cells that are computed here. */
export async function blob() {
  const { client, request, alice, bob } = await open({ hardfork: 'osaka' })
  const blobs = [`0x${'01'.padStart(64, '0').repeat(4096)}`]
  const maxFees = { maxFeePerGas: '0x77359400', maxFeePerBlobGas: '0x77359400' }
  const hash = await request('eth_sendTransaction', { from: alice, to: bob, blobs, ...maxFees })
  const { status, blobGasUsed } = await client.getTransactionReceipt({ hash: hash as Hex })
  return { status, blobGasUsed }
}

/** A live chain, by the URL that the test serves it at. */
export async function fork(url: string) {
  const { devnet, request, bob } = await open({ fork: url, mining: 'manual' })
  return {
    block: Number(devnet.forkInfo?.blockNumber),
    balance: await request('eth_getBalance', bob),
  }
}

export async function whatIsNot() {
  const { devnet } = await open()
  const asked: readonly (() => Promise<unknown>)[] = [
    () => devnet.listen(),
    () => createDevnet({ state: 'state.json' } as object),
    () => createDevnet({ artifacts: 'out' } as object),
    () => createDevnet({ gasReport: 'gas' }),
    () => createDevnet({ fork: { url: 'http://127.0.0.1:1', cassette: 'x.jsonl' } }),
    () => createDevnet({ fork: '/tmp/node.ipc' }),
    () => createDevnet({ genesis: 'genesis.json' }),
    () => createDevnet({ fixture: 'fixture.ts' }),
    () => devnet.loadFixture('fixture.yaml'),
  ]
  const errors = asked.map((ask) => ask().catch(({ name, message }) => `${name}: ${message}`))
  return Promise.all(errors)
}

/** With clients that the devnet makes itself. */
export async function clients() {
  const devnet = await createDevnet({ mining: 'auto' })
  const { walletClient, publicClient } = await devnet.clients()
  const hash = await walletClient.sendTransaction({
    to: devnet.accounts[1]?.address as Hex,
    value: 1n,
  })
  const { status } = await publicClient.waitForTransactionReceipt({ hash })
  const wallet = createWalletClient({ chain: foundry, transport: custom(devnet.provider) })
  return { status, accounts: (await wallet.getAddresses()).length }
}

export async function start() {
  try {
    await createDevnet()
    return 'started'
  } catch (error) {
    return String(error)
  }
}

/** A course of events, with prices. */
export async function course() {
  const devnet = await createDevnet({ clock: 'manual' })
  const play = await devnet.play({
    actors: { bob: { mnemonicIndex: 1 } },
    steps: [
      { price: { 'ETH/USD': 3000 } },
      { after: '2s', send: { to: 'bob', value: '1 ether' } },
      { after: '2s', expect: { balance: { of: 'bob', equals: '10001 ether' } } },
    ],
  })
  await play.skipTo()
  const { value } = await devnet.prices.get('ETH/USD')
  const refused = await devnet.play('crash.yaml').catch((error: Error) => error.message)
  return { ended: await play.ended, value, refused }
}
