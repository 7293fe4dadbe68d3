import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { clientOf } from '../../../rpc/methods/client.ts'
import {
  half,
  html,
  lostItem,
  otherOrder,
  type ProxyFault,
  refuse,
  reset,
  startFaultProxy,
  status,
  tamper,
  wrongIds,
} from '../../../support/faultProxy.ts'
import { holder, type LiveNode, startLiveNode } from '../../../support/liveChain.ts'
import { testDevnet } from '../../../support/testDevnet.ts'

const folder = mkdtempSync(join(tmpdir(), 'preconf-weather-'))
const unhandled: unknown[] = []
const note = (error: unknown): void => void unhandled.push(error)

let live: LiveNode
let calm: string
beforeAll(async () => {
  process.on('unhandledRejection', note)
  live = await startLiveNode()
  calm = await run('calm')
})
afterAll(async () => {
  process.off('unhandledRejection', note)
  await live[Symbol.asyncDispose]()
  rmSync(folder, { recursive: true })
})

/** Sends tokens on a fork whose next answer comes with a fault; gives what was recorded. */
async function run(name: string, fault?: ProxyFault): Promise<string> {
  await using proxy = await startFaultProxy(live.url)
  const cassette = join(folder, `${name.replace(/\W/g, '-')}.fork.jsonl`)
  const url = `${proxy.url.replace('//', '//user:pass-word@')}/v2/secret-key`
  const fork = await testDevnet({
    mining: 'auto',
    fork: { url, cassette, retryBackoff: 1, retries: 8 },
  })
  const ask = (method: string, ...params: unknown[]): Promise<unknown> =>
    fork.provider.request({ method, params } as never)
  if (fault !== undefined) proxy.next(fault)
  await ask('anvil_impersonateAccount', holder)
  const data = `0xa9059cbb${'bb'.padStart(64, '0')}${'1'.padStart(64, '0')}`
  const hash = await ask('eth_sendTransaction', { from: holder, to: live.token, data })
  expect(await ask('eth_getTransactionReceipt', hash)).toMatchObject({ status: '0x1' })
  expect(JSON.stringify(await ask('preconf_forkInfo'))).not.toMatch(/user|pass-word|secret-key/)
  await fork[Symbol.asyncDispose]()
  return readFileSync(cassette, 'utf8')
}

test.each<[string, ProxyFault]>([
  ['HTTP 429', status(429, { 'retry-after': '0' })],
  ['HTTP 502', status(502)],
  ['a rate limit for an item', refuse({ code: -32005, message: 'rate limit' }, 'eth_getCode')],
  ['connections that are reset', reset],
  ['half an answer', half],
  ['ids of others', wrongIds],
  ['an item that is lost', lostItem],
  ['items in another order', otherOrder],
  ['a block that is not there yet', refuse({ code: -32000, message: 'header not found' })],
  ['traces that are missing', refuse({ code: -32601, message: 'no' }, 'debug_traceCall')],
])('after %s a transaction runs as ever, and the cassette is the same', async (name, fault) => {
  expect(await run(name, fault)).toBe(calm)
  expect(calm).not.toMatch(/user|pass-word|secret-key|127\.0\.0\.1/)
  expect(readdirSync(folder).filter((file) => !file.endsWith('.fork.jsonl'))).toEqual([])
  expect(unhandled).toEqual([])
})

test.each<[string, ProxyFault, RegExp]>([
  ['HTML', html, /answers HTML instead of JSON-RPC/],
  ['no access', status(401), /refuses access \(HTTP 401\)/],
  [
    'pruned state',
    refuse({ code: -32000, message: 'missing trie node' }),
    /has no state of block 3/,
  ],
])('what stays wrong is said in one sentence: %s', async (_, fault, words) => {
  await using proxy = await startFaultProxy(live.url)
  const url = `${proxy.url.replace('//', '//user:pass-word@')}/v2/secret-key`
  await using fork = await testDevnet({
    mining: 'auto',
    fork: { url, retryBackoff: 1, retries: 1 },
  })
  proxy.always(fault)
  const params = [`0x${'77'.repeat(20)}`, 'latest']
  const error = await fork.provider
    .request({ method: 'eth_getBalance', params } as never)
    .then(String, (error: Error) => error)
  expect(error).toMatchObject({ code: -32000, message: expect.stringMatching(words) })
  const { message, stack } = error as Error
  expect(`${message} ${stack} ${JSON.stringify(error)}`).not.toMatch(/user:|pass-word|secret-key/)
  expect(unhandled).toEqual([])
})

/** Returns BLOCKHASH of block 1. */
const blockHashCode = '0x60014060005260206000f3'
const far = `0x${'77'.repeat(20)}`

test.each<[string, readonly unknown[], string, unknown, RegExp]>([
  [
    'eth_call',
    [{ to: far }, 'latest', { [far]: { code: blockHashCode } }],
    'eth_getBlockByNumber',
    [],
    /an invalid answer to eth_getBlockByNumber \["0x1",false\]: \[\] is not an object/,
  ],
  [
    'eth_getBlockByNumber',
    ['0x1', false],
    'eth_getBlockByNumber',
    { number: '0x1', timestamp: '0x1', hash: '0x12' },
    /of which hash: "0x12" is not 32 bytes/,
  ],
  ['eth_getLogs', [{ fromBlock: '0x1' }], 'eth_getLogs', {}, /eth_getLogs .*: \{\} is not a list/],
  [
    'eth_feeHistory',
    ['0x8', 'latest', []],
    'eth_feeHistory',
    { oldestBlock: 1 },
    /of which oldestBlock: 1 is not a number of 64 bits/,
  ],
  [
    'ots_searchTransactionsAfter',
    [far, 1, 5],
    'ots_searchTransactionsAfter',
    { txs: [{ blockNumber: 'one' }], receipts: [] },
    /of which txs, of which blockNumber: "one" is not a number of 64 bits/,
  ],
  [
    'preconf_explain',
    [`0x${'12'.repeat(32)}`],
    'eth_getTransactionReceipt',
    { blockNumber: {} },
    /of which blockNumber: \{\} is not a number/,
  ],
])(
  '%s says what was wrong with the live chain: %j, %s',
  async (asked, params, method, result, words) => {
    await using proxy = await startFaultProxy(live.url)
    const devnet = await testDevnet({ mining: 'auto', fork: { url: proxy.url, retries: 1 } })
    await using _ = devnet
    const { ask, refusal } = clientOf(devnet)
    await ask('evm_mine')
    proxy.always(
      tamper(
        (request) => request.method === method,
        () => ({ result }),
      ),
    )
    expect(await refusal(asked, ...params)).toMatchObject({
      code: -32000,
      message: expect.stringMatching(words),
    })
  },
)
