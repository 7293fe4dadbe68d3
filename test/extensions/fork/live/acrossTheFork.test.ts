import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Hex } from 'viem'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createDevnet, type PreconfDevnet } from '../../../../src/index.ts'
import { holder, type LiveNode, startLiveNode } from '../../../support/liveChain.ts'

const quiet = { mining: 'auto', clock: 'manual', seed: 'across' } as const

const folder = mkdtempSync(join(tmpdir(), 'preconf-across-'))

let live: LiveNode

beforeAll(async () => {
  live = await startLiveNode()
})

afterAll(async () => {
  await live[Symbol.asyncDispose]()
  rmSync(folder, { recursive: true })
})

function forked(options: object = {}) {
  return createDevnet({ ...quiet, fork: live.url, ...options })
}

function asker({ provider }: PreconfDevnet) {
  return (method: string, ...params: unknown[]) =>
    provider.request({ method, params } as never) as Promise<unknown>
}

type Ask = ReturnType<typeof asker>

interface FeeHistory {
  readonly oldestBlock: Hex
  readonly baseFeePerGas: readonly Hex[]
  readonly baseFeePerBlobGas: readonly Hex[]
  readonly gasUsedRatio: readonly number[]
  readonly blobGasUsedRatio: readonly number[]
  readonly reward: readonly (readonly Hex[])[]
}

/** Sends a token's transfer of the holder, so that the newest block has one log and one trace. */
async function transfer(devnet: PreconfDevnet): Promise<void> {
  const ask = asker(devnet)
  await ask('anvil_impersonateAccount', holder)
  const data = `0xa9059cbb${'bb'.padStart(64, '0')}${'1'.padStart(64, '0')}`
  await ask('eth_sendTransaction', { from: holder, to: live.token, data })
}

describe('across the fork', () => {
  test('a filter reads back the logs before it', async () => {
    await using fork = await forked()
    const ask = asker(fork)
    await transfer(fork)
    const ranges = [
      { fromBlock: '0x0', address: live.token },
      { fromBlock: 'earliest', toBlock: '0x2' },
      { fromBlock: '0x4' },
      { fromBlock: '0x1', topics: [[`0x${'00'.repeat(32)}`], null] },
    ]
    const counts = []
    for (const range of ranges) {
      const logs = (await ask('eth_getFilterLogs', await ask('eth_newFilter', range))) as unknown[]
      expect(logs).toEqual(await ask('eth_getLogs', range))
      counts.push(logs.length)
    }
    expect(counts).toEqual([3, 2, 1, 0])
  })

  test('a recorded fee history is enough, however far the chain has gone on', async () => {
    const cassette = join(folder, 'fees.fork.jsonl')
    const history = (of: Ask, count: Hex) =>
      of('eth_feeHistory', count, 'latest', [50]) as Promise<FeeHistory>
    const there = await history(asker(live.devnet), '0x2')
    const whole = async (ask: Ask) => {
      const here = await history(ask, '0x1')
      return {
        oldestBlock: '0x2',
        baseFeePerGas: [...there.baseFeePerGas.slice(0, -1), ...here.baseFeePerGas],
        baseFeePerBlobGas: [...there.baseFeePerBlobGas.slice(0, -1), ...here.baseFeePerBlobGas],
        gasUsedRatio: [...there.gasUsedRatio, ...here.gasUsedRatio],
        blobGasUsedRatio: [...there.blobGasUsedRatio, ...here.blobGasUsedRatio],
        reward: [...there.reward, ...here.reward],
      }
    }
    {
      await using fork = await forked({ fork: { url: live.url, cassette } })
      const ask = asker(fork)
      await transfer(fork)
      expect(await history(ask, '0x3')).toEqual(await whole(ask))
      expect(await history(ask, '0x9')).toMatchObject({ oldestBlock: '0x0' })
    }
    await using fork = await forked({ fork: { cassette } })
    const ask = asker(fork)
    await transfer(fork)
    expect(await history(ask, '0x3')).toEqual(await whole(ask))
    await transfer(fork)
    const later = await history(ask, '0x3')
    expect(later.oldestBlock).toBe('0x3')
    expect(later.baseFeePerGas).toHaveLength(4)
    expect(later.gasUsedRatio[0]).toBe(there.gasUsedRatio[1])
  })

  test('traces are filtered', async () => {
    await using fork = await forked()
    const ask = asker(fork)
    await transfer(fork)
    const blocks = async (filter: object) =>
      ((await ask('trace_filter', filter)) as { blockNumber: number }[]).map(
        ({ blockNumber }) => blockNumber,
      )
    expect(await blocks({})).toEqual([1, 2, 3, 4])
    expect(await blocks({ fromBlock: '0x2', toBlock: '0x3' })).toEqual([2, 3])
    expect(await blocks({ after: 1, count: 2 })).toEqual([2, 3])
    expect(await blocks({ after: 2, count: 2 })).toEqual([3, 4])
    expect(await blocks({ fromBlock: '0x4' })).toEqual([4])
    expect(await blocks({ toAddress: [holder] })).toEqual([3])
    await expect(ask('trace_filter', { count: 'x' })).rejects.toMatchObject({ code: -32602 })
  })

  test('accounts are listed of the live chain, and of blocks made here only as far as they are here', async () => {
    await using fork = await forked()
    const ask = asker(fork)
    const upstream = asker(live.devnet)
    await transfer(fork)
    const { hash } = (await ask('eth_getBlockByNumber', '0x3', false)) as { hash: Hex }
    for (const [method, ...params] of [
      ['debug_dumpBlock', '0x2'],
      ['debug_accountRange', '0x3', '0x', 10, false, false, false],
      ['debug_storageRangeAt', hash, 0, live.token, '0x', 5],
      ['debug_getModifiedAccountsByNumber', 2],
      ['debug_getModifiedAccountsByNumber', 1, 3],
      ['debug_getModifiedAccountsByHash', hash],
      ['debug_intermediateRoots', hash],
      ['debug_getRawTransaction', live.deployment],
      ['ots_hasCode', live.token, '0x1'],
    ] as const) {
      expect(await ask(method, ...params), method).toEqual(await upstream(method, ...params))
    }
    expect(await ask('debug_getModifiedAccountsByNumber', 3, 4)).toContain(holder)
    for (const [method, ...params] of [
      ['debug_dumpBlock', 'latest'],
      ['debug_accountRange', '0x4', '0x', 10, false, false, false],
      ['debug_getModifiedAccountsByNumber', 2, 4],
    ] as const) {
      await expect(ask(method, ...params), method).rejects.toMatchObject({
        code: -32000,
        message: expect.stringMatching(/fork/),
      })
    }
  })

  test('transactions and contracts are found by who made them', async () => {
    await using fork = await forked()
    const ask = asker(fork)
    const upstream = asker(live.devnet)
    const [account] = live.devnet.accounts
    for (const [method, ...params] of [
      ['ots_getTransactionBySenderAndNonce', account?.address, 0],
      ['eth_getTransactionBySenderAndNonce', account?.address, '0x1'],
      ['ots_getContractCreator', live.token],
      ['trace_get', live.deployment, []],
    ] as const) {
      const answer = await ask(method, ...params)
      expect(answer, method).not.toBeNull()
      expect(answer, method).toEqual(await upstream(method, ...params))
    }
    expect(await ask('ots_getTransactionBySenderAndNonce', account?.address, 3)).toBeNull()
    await transfer(fork)
    expect(await ask('ots_getTransactionBySenderAndNonce', holder, 0)).toMatch(/^0x/)
  })

  test('calls and traces at blocks before it are as there, with overrides too', async () => {
    await using fork = await forked()
    await asker(fork)('anvil_mine', '0x3')
    const data = `0xa9059cbb${'bb'.padStart(64, '0')}${'1'.padStart(64, '0')}`
    const call = { from: holder, to: live.token, data }
    // Answers the balance of the caller.
    const balances = { [live.token]: { code: '0x33315f5260205ff3' }, [holder]: { balance: '0x7' } }
    const blocks = { number: '0x99', time: '0x77777777' }
    for (const [method, ...params] of [
      ['eth_call', call, '0x1'],
      ['eth_call', call, '0x2'],
      ['eth_call', call, '0x1', balances],
      ['eth_call', call, '0x2', balances, blocks],
      ['eth_estimateGas', call, '0x1'],
      ['debug_traceCall', call, '0x1', { tracer: 'callTracer' }],
      ['debug_traceCall', call, '0x2', { tracer: 'prestateTracer', stateOverrides: balances }],
      ['debug_traceCall', call, '0x1', { tracer: 'callTracer', blockOverrides: blocks }],
    ] as const) {
      const [here, there] = [fork, live.devnet].map((devnet) =>
        asker(devnet)(method, ...params).catch((error: Error) => error.message),
      )
      expect(await here, method).toEqual(await there)
    }
    const simulation = { blockStateCalls: [{ stateOverrides: balances, calls: [call] }] }
    const [here, there] = await Promise.all(
      [fork, live.devnet].map((devnet) => asker(devnet)('eth_simulateV1', simulation, '0x1')),
    )
    // The hash has in it the root of a state of which the fork knows a part.
    expect(here).toMatchObject([{ calls: (there as { calls: object[] }[])[0]?.calls }])
  })

  test('safe, finalized and earliest name blocks of the live chain until it is far enough', async () => {
    await using fork = await forked({ slotsInAnEpoch: 2 })
    const ask = asker(fork)
    const supply = { to: live.token, data: '0x18160ddd' }
    const there = `0x${(1000).toString(16).padStart(64, '0')}`
    const numbers = async () =>
      Promise.all(
        ['earliest', 'finalized', 'safe'].map(
          async (tag) =>
            ((await ask('eth_getBlockByNumber', tag, false)) as { number: Hex }).number,
        ),
      )
    expect(await numbers()).toEqual(['0x0', '0x0', '0x1'])
    expect(await ask('eth_call', supply, 'earliest')).toBe('0x')
    expect(await ask('eth_call', supply, 'finalized')).toBe('0x')
    expect(await ask('eth_call', supply, 'safe')).toBe(there)
    expect(await ask('eth_getCode', live.token, 'earliest')).toBe('0x')
    await ask('anvil_mine', '0x4')
    expect(await numbers()).toEqual(['0x0', '0x3', '0x5'])
  })
})

describe('a reset to another block', () => {
  test('leaves the chains that were forked before as they are', async () => {
    await using devnet = await forked()
    const child = await devnet.fork()
    await asker(devnet)('anvil_reset', { forking: { blockNumber: 1 } })
    expect(await asker(child)('eth_getBalance', holder, '0x1')).toBe('0x0')
    expect(await asker(child)('eth_getBalance', holder, 'latest')).toBe('0x29a2241af62c0000')
    const { url } = await devnet.listen({ port: 0 })
    const { result } = await post(`${url}/own`, 'eth_blockNumber')
    expect(result).toBe('0x1')
    await asker(devnet)('anvil_reset', { forking: { blockNumber: 2 } })
    const logs = await post(`${url}/other`, 'eth_getLogs', { fromBlock: '0x0', toBlock: '0x1' })
    expect(logs.result).toHaveLength(1)
    await child.close()
  })
})

test("eth_config is the live chain's, but for a fork with a hardfork or an id of its own", async () => {
  const theirs = await asker(live.devnet)('eth_config')
  await using fork = await forked()
  await asker(fork)('evm_mine')
  expect(await asker(fork)('eth_config')).toEqual(theirs)
  for (const own of [{ hardfork: 'prague' }, { chainId: 7 }] as const) {
    await using other = await forked(own)
    const answer = await asker(other)('eth_config')
    expect(answer).not.toEqual(theirs)
    expect(answer).toMatchObject({ current: { chainId: own.chainId ? '0x7' : '0x1092' } })
  }
})

describe('a state file', () => {
  test('of another fork, of none, or for one is refused', async () => {
    await using first = await forked({ fork: `${live.url}@1` })
    await transferEther(first)
    const dump = await first.dumpState()
    await using second = await forked({ fork: `${live.url}@2` })
    await expect(second.loadState(dump)).rejects.toThrow(
      /a fork of chain 4242 after block 1 \(0x[0-9a-f]{64}\), and here is a fork of chain 4242 after block 2 .*--fork-block-number 1/,
    )
    await using own = await createDevnet({ ...quiet, chainId: 4242 })
    await expect(own.loadState(dump)).rejects.toThrow(/and here is no fork: begin from that block/)
    await expect(second.loadState(await own.dumpState())).rejects.toThrow(
      /it has a whole chain, and here is a fork .*: load it without the fork/,
    )
    await expect(createDevnet({ ...quiet, loadState: dump })).rejects.toThrow(/here is no fork/)
    await using again = await forked({ fork: `${live.url}@1`, loadState: dump })
    expect(await asker(again)('eth_getBalance', holder, 'latest')).toBe('0x5')
    expect(await asker(again)('eth_blockNumber')).toBe('0x2')
    await asker(again)('anvil_reset', { forking: { blockNumber: 3 } })
    expect(await asker(again)('eth_blockNumber')).toBe('0x3')
  })
})

async function transferEther(devnet: PreconfDevnet): Promise<void> {
  const [account] = devnet.accounts
  await asker(devnet)('eth_sendTransaction', { from: account?.address, to: holder, value: '0x5' })
}

async function post(url: string, method: string, ...params: unknown[]) {
  const answer = await fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ jsonrpc: '2.0', id: 1, method, params }),
  })
  return (await answer.json()) as { result: unknown }
}
