import type { Worker } from 'node:worker_threads'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { PreconfDevnet } from '../../../src/types/devnet.ts'
import type { Listening, ListenOptions } from '../../../src/types/listening.ts'
import type { DevnetOptions } from '../../../src/types/options/options.ts'
import { builtDevnet } from '../../inspector/inspectedPage.ts'
import { tokenBytecode } from '../../support/token.ts'

interface Served extends AsyncDisposable {
  readonly devnet: PreconfDevnet
  readonly listening: Listening
  ask(path: string, method: string, ...params: readonly unknown[]): Promise<unknown>
  post(path: string, body: unknown): Promise<unknown>
}

async function serve(listen: ListenOptions, options: DevnetOptions = {}): Promise<Served> {
  const devnet = await builtDevnet({ mining: 'auto', seed: 'workers', ...options })
  const listening = await devnet.listen({ port: 0, ...listen })
  const post = async (path: string, body: unknown): Promise<unknown> => {
    const response = await fetch(`${listening.url}${path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    })
    return response.json()
  }
  return {
    devnet,
    listening,
    post,
    ask: async (path, method, ...params) => {
      const answer = (await post(path, { jsonrpc: '2.0', id: 1, method, params })) as {
        readonly result?: unknown
      }
      return 'result' in answer ? answer.result : answer
    },
    [Symbol.asyncDispose]: () => devnet.close(),
  }
}

/** Threads that were begun since the test has. */
const threads: Worker[] = []
const note = (thread: Worker) => void threads.push(thread)
beforeEach(() => void process.on('worker', note))
afterEach(() => {
  process.off('worker', note)
  threads.length = 0
})

/** What chains at paths do, each in its own way, and one after it was begun anew. */
async function deeds({ devnet, ask, post }: Served): Promise<unknown> {
  const [alice, bob] = devnet.accounts.map(({ address }) => address)
  const transfer = { from: alice, to: bob, value: '0x1' }
  const answers: unknown[] = []
  const note = async (answer: Promise<unknown>): Promise<void> => {
    answers.push(await answer)
  }
  for (const path of ['/1', '/two', '/3', '/4']) {
    const id = await ask(path, 'evm_snapshot')
    await note(ask(path, 'eth_sendTransaction', transfer))
    await note(ask(path, 'eth_sendTransaction', { from: bob, data: tokenBytecode.slice(0, 40) }))
    await note(ask(path, 'evm_revert', id))
    const fixture = { accounts: { carol: { balance: `${path.length} ether` } } }
    await note(ask(path, 'preconf_loadFixture', fixture))
    await note(ask(path, 'anvil_mine', '0x5', '0x3c'))
    await note(ask(path, 'eth_getBlockByNumber', 'latest', true))
    await note(ask(path, 'debug_traceCall', { to: bob, data: '0x' }, 'latest'))
    await note(ask(`${path}/public`, 'evm_mine'))
    await note(ask(path, 'eth_noSuchMethod'))
    await note(
      post(path, [
        { jsonrpc: '2.0', id: 'a', method: 'eth_chainId' },
        { jsonrpc: '2.0', method: 'eth_chainId' },
        { jsonrpc: '2.0', id: 2, method: 'eth_blockNumber' },
      ]),
    )
  }
  await note(fetch(`${devnetUrl(devnet)}/3/restart`).then(({ status }) => status))
  await note(ask('/3', 'eth_blockNumber'))
  await ask('/', 'evm_mine')
  await note(fetch(`${devnetUrl(devnet)}/warm`).then(({ status }) => status))
  await note(ask('/late', 'eth_getBlockByNumber', 'latest', false))
  await note(ask('/', 'eth_blockNumber'))
  return answers
}

function devnetUrl({ viemChain }: PreconfDevnet): string {
  return viemChain.rpcUrls.default.http[0] as string
}

describe('chains at paths in worker threads', () => {
  it.each<[string, DevnetOptions]>([
    ['by default', {}],
    ['with flashblocks', { mining: 'flashblocks' }],
    ['when asked for blocks', { mining: 'manual' }],
    ['as Hardhat', { compat: 'hardhat', mnemonicSeed: 7 }],
    ['on a fixture', { fixture: { accounts: { dave: { balance: '3 ether' } } } }],
    ['on a state file', { loadState: 'fixtures/state.json' }],
    ['on a genesis', { genesis: 'fixtures/genesis.json' }],
    ['on a network of the OP stack', { network: 'base', mining: 'auto' }],
  ])('answer byte for byte as in this thread: %s', async (_, options) => {
    await using here = await serve({ workers: 1 }, options)
    await using there = await serve({ workers: 2 }, options)
    expect(await deeds(there)).toEqual(await deeds(here))
    expect(threads).toHaveLength(2)
  })
})

it('chains in threads have their L1 and the L2s beside it, as others have', async () => {
  const portal = '0xbEb5Fc579115071764c7423A4f12eDde41f106Ed'
  const to = '0x00000000000000000000000000000000000000aa'
  const run = async (workers: number) => {
    const options = { network: ['op', 'base'], l1: { proposeEvery: 1 } } as never
    await using served = await serve({ workers }, options)
    const { ask, devnet } = served
    const from = devnet.accounts[0]?.address
    const deposit = { from, to: portal, value: '0x5', gas: '0x493e0' }
    const hash = await ask('/l1', 'eth_sendTransaction', deposit)
    await fetch(`${devnetUrl(devnet)}/warm`)
    const answers: unknown[] = [hash]
    for (const path of ['/1', '/2']) {
      answers.push(await ask(`${path}/l1`, 'eth_sendTransaction', { ...deposit, value: '0x6' }))
      await ask(path, 'eth_sendTransaction', { from, to, value: '0x1', gas: '0x5208' })
      answers.push(
        await ask(`${path}/l1`, 'eth_getBlockByNumber', 'latest', false),
        await ask(path, 'eth_getBlockByNumber', 'latest', false),
        await ask(`${path}/base`, 'eth_chainId'),
        await ask(path, 'preconf_crossChain'),
      )
    }
    answers.push(await ask('/l1', 'eth_blockNumber'), await ask('/1/other', 'eth_chainId'))
    return answers
  }
  const inThreads = await run(2)
  expect(threads.length).toBeGreaterThan(0)
  expect(inThreads).toEqual(await run(1))
  expect(inThreads[3]).toMatchObject({ number: '0x3' })
})
