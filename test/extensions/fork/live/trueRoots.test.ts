import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { numberToHex } from 'viem'
import { afterAll, describe, expect, test } from 'vitest'
import { createDevnet } from '../../../../src/index.ts'
import { bytesToHex, type Hex, hexToBytes } from '../../../../src/lib/hex.ts'
import { provenAccount, provenSlot } from '../../../../src/state/trie/merkleProof.ts'
import { keccak256 } from '../../../../src/wasm/keccak/keccak256.ts'
import { noAnvil, startAnvil } from '../../../support/anvil.ts'
import { startFaultProxy, tamper } from '../../../support/faultProxy.ts'
import { holder, startLiveNode } from '../../../support/liveChain.ts'
import { titled } from '../../../support/skips.ts'

const folder = mkdtempSync(join(tmpdir(), 'preconf-roots-'))
afterAll(() => rmSync(folder, { recursive: true }))

const quiet = { clock: 'manual', mining: 'auto', seed: 'roots' } as const
const bob: Hex = `0x${'b0'.repeat(20)}`
const nobody: Hex = `0x${'99'.repeat(20)}`

// biome-ignore lint/suspicious/noExplicitAny: an answer is whatever the method gives
type Ask = (method: string, ...params: unknown[]) => Promise<any>

interface Requested {
  readonly provider: { request(asked: never): Promise<unknown> }
}

const asker =
  ({ provider }: Requested): Ask =>
  (method, ...params) =>
    provider.request({ method, params } as never)

const askerOf =
  (url: string): Ask =>
  async (method, ...params) => {
    const headers = { 'content-type': 'application/json' }
    const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method, params })
    const { result, error } = (await (
      await fetch(url, { method: 'POST', headers, body })
    ).json()) as Record<string, unknown>
    if (error !== undefined) throw new Error(`${method}: ${JSON.stringify(error)}`)
    return result
  }

/** What the newest header's state root proves of an account and a slot, by what `eth_getProof` gives. */
async function provenAtHead(ask: Ask, address: Hex, slot: Hex) {
  const { stateRoot } = await ask('eth_getBlockByNumber', 'latest', false)
  const { accountProof, storageProof } = await ask('eth_getProof', address, [slot], 'latest')
  const nodes = new Map<Hex, Uint8Array>()
  for (const rlp of [...accountProof, ...storageProof[0].proof]) {
    nodes.set(bytesToHex(keccak256(hexToBytes(rlp))), hexToBytes(rlp))
  }
  const find = (hash: Hex) => nodes.get(hash)
  const account = provenAccount(stateRoot, address, find)
  return { ...account, value: provenSlot(account.storageRoot, BigInt(slot), find) }
}

/** Slots of `token.ts`'s balances that are not written, and those of a plain contract. */
const storeCode = '0x600160005401600055' // adds one to slot 0

describe('a verified fork', () => {
  test('has the state root that its accounts have, with those that are funded', async () => {
    await using live = await startLiveNode()
    await using fork = await createDevnet({ ...quiet, fork: { url: live.url, proofs: 'required' } })
    const ask = asker(fork)
    const [alice] = await ask('eth_accounts')
    await ask('anvil_setCode', bob, storeCode)
    await ask('anvil_setStorageAt', holder, '0x5', numberToHex(9, { size: 32 }))
    await ask('eth_sendTransaction', { from: alice, to: bob })
    expect(fork.forkInfo).toMatchObject({ verified: true, stateRoots: 'true' })
    expect(await provenAtHead(ask, alice, '0x0')).toMatchObject({
      balance: BigInt(await ask('eth_getBalance', alice, 'latest')),
      nonce: BigInt(await ask('eth_getTransactionCount', alice, 'latest')),
    })
    expect(await provenAtHead(ask, bob, '0x0')).toMatchObject({ value: 1n, absent: false })
    expect(await provenAtHead(ask, holder, '0x5')).toMatchObject({
      value: 9n,
      balance: 3n * 10n ** 18n,
    })
    expect(await provenAtHead(ask, fork.accounts[9]?.address as Hex, '0x0')).toMatchObject({
      balance: 10_000n * 10n ** 18n,
    })
    expect(await provenAtHead(ask, nobody, '0x1')).toMatchObject({ absent: true })
    const { storageRoot } = await provenAtHead(ask, live.token, '0x0')
    expect(await ask('eth_getAccount', live.token, 'latest')).toMatchObject({ storageRoot })
  })

  test('has them again from its cassette, without network', async () => {
    await using live = await startLiveNode()
    const cassette = join(folder, 'roots.fork.jsonl')
    const run = async (fork: object) => {
      await using devnet = await createDevnet({
        ...quiet,
        fork: { ...fork, cassette, proofs: 'auto' },
      })
      const ask = asker(devnet)
      const [alice] = await ask('eth_accounts')
      for (let count = 0; count < 3; count++)
        await ask('eth_sendTransaction', { from: alice, to: bob })
      expect(devnet.forkInfo?.stateRoots).toBe('true')
      return (await ask('eth_getBlockByNumber', 'latest', false)).hash
    }
    const hash = await run({ url: live.url })
    expect(await run({})).toBe(hash)
  })

  test('makes a block on time whose proofs are late, with a root of its own', async () => {
    await using live = await startLiveNode()
    const proxy = await startFaultProxy(live.url)
    await using _ = proxy
    await using fork = await createDevnet({
      clock: 'manual',
      mining: 'flashblocks',
      fork: { url: proxy.url, proofs: 'required', retries: 0 },
    })
    const ask = asker(fork)
    proxy.always(
      tamper(
        ({ method }) => method === 'eth_getProof',
        () => ({ error: { code: -32000, message: 'busy' } }),
      ),
    )
    await fork.clock.advance(2_000)
    expect(await ask('eth_blockNumber')).toBe('0x4')
    expect(fork.forkInfo?.stateRoots).toBe('derived')
    await expect(ask('eth_getProof', bob, [], 'latest')).rejects.toMatchObject({ code: -32000 })
  })

  test('simulates blocks with their true roots', async () => {
    await using live = await startLiveNode()
    await using fork = await createDevnet({
      ...quiet,
      fork: { url: live.url, proofs: 'required', accounts: 'keep' },
    })
    const [from] = await asker(fork)('eth_accounts')
    const simulated = [
      { blockStateCalls: [{ calls: [{ from, to: bob, value: '0x7' }] }] },
      'latest',
    ]
    const [expected] = await asker(live.devnet)('eth_simulateV1', ...simulated)
    const [block] = await asker(fork)('eth_simulateV1', ...simulated)
    expect(block.stateRoot).toBe(expected.stateRoot)
  })
})

test('an unverified fork gives no proof of what was changed, and says what to do', async () => {
  await using live = await startLiveNode()
  await using fork = await createDevnet({ ...quiet, fork: live.url })
  const ask = asker(fork)
  await ask('evm_mine')
  expect(fork.forkInfo?.stateRoots).toBe('derived')
  for (const refused of [
    ask('eth_getProof', holder, [], 'latest'),
    ask('eth_getAccount', holder, 'latest'),
  ]) {
    await expect(refused).rejects.toMatchObject({
      code: -32000,
      message: expect.stringContaining('--fork-proofs auto'),
    })
  }
})

test.skipIf(noAnvil !== undefined)(
  titled("a fork of Anvil has Anvil's state roots and proofs", noAnvil),
  async () => {
    await using anvil = await startAnvil()
    const upstream = askerOf(anvil.url)
    const [alice, carol] = await upstream('eth_accounts')
    const create = { from: alice, data: `0x69${storeCode.slice(2)}00600052600a6016f3` }
    const hash = await upstream('eth_sendTransaction', create)
    await upstream('evm_mine')
    const { contractAddress: contract } = await upstream('eth_getTransactionReceipt', hash)
    await using fork = await createDevnet({
      ...quiet,
      mining: 'manual',
      fork: { url: anvil.url, proofs: 'required', accounts: 'keep' },
    })
    const here = asker(fork)
    await upstream('evm_setAutomine', false)
    const fees = { gas: '0x30d40', maxFeePerGas: '0x77359400', maxPriorityFeePerGas: '0x1' }
    for (const step of [
      { from: alice, to: bob, value: '0x5' },
      create,
      { from: carol, to: alice, data: '0x12' },
      { from: carol, to: contract },
    ]) {
      const [expected, hash] = await Promise.all(
        [upstream, here].map((ask) => ask('eth_sendTransaction', { ...step, ...fees })),
      )
      expect(hash).toBe(expected)
    }
    // One block: the next one remembers the hash of this, which has a random number of Anvil's.
    await upstream('evm_mine')
    await here('evm_mine')
    for (const [method, ...params] of [
      ['eth_getBlockByNumber', 'latest', false],
      ['eth_getProof', alice, [numberToHex(0, { size: 32 })], 'latest'],
      ['eth_getProof', contract, [numberToHex(0, { size: 32 })], 'latest'],
    ] as const) {
      const [expected, answer] = await Promise.all(
        [upstream, here].map((ask) => ask(method, ...params)),
      )
      if (method === 'eth_getProof') {
        const { accountProof, storageHash, storageProof } = expected
        expect(answer).toMatchObject({ accountProof, storageHash })
        // Of an empty storage Anvil gives the empty node.
        if (storageProof[0].value !== '0x0') expect(answer.storageProof).toEqual(storageProof)
      } else expect(answer.stateRoot).toBe(expected.stateRoot)
    }
  },
)
