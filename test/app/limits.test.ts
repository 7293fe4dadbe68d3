import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { createDevnet } from '../../src/index.ts'
import { type LimitName, limitTable } from '../../src/lib/limits.ts'
import { startFaultProxy, status } from '../support/faultProxy.ts'
import { connectRaw, httpPost, openSocket, request } from '../support/testServer.ts'
import { sendTransfer, signTransfer } from '../support/transfers.ts'
import {
  emitLogs,
  emitter,
  httpHead,
  inPieces,
  raw,
  type Served,
  serve,
  signBlobTransaction,
  subscribe,
  watched,
} from './limitClients.ts'

interface Case {
  /** So low that it is easy to be over. */
  readonly limit: number
  /** Of the number, in the words. */
  readonly unit?: string
  /** Exceeds the limit and gives what a client hears of it. */
  readonly exceed: (served: Served) => Promise<string>
}

const zero = `0x${'0'.repeat(40)}`
const megabyte = 2 ** 20

const twice = (method: string, params: readonly unknown[] = []) => {
  return async ({ ask }: Served) => {
    await ask(method, params)
    return ask(method, params)
  }
}

const filling = '{fault() {}, result() { for (var all = []; ; ) all.push(new Array(9999)) }}'
const cases: Readonly<Record<LimitName, Case>> = {
  bodyBytes: {
    limit: 500,
    unit: 'bytes',
    exceed: async ({ post, closed }) => {
      const long = 'x'.repeat(501)
      return `${await post(long)} ${await closed((socket) => socket.send(long))}`
    },
  },
  allBodyBytes: {
    limit: 30_000,
    unit: 'bytes',
    exceed: async ({ port, url, closed }) => {
      const first = await connectRaw(port)
      first.write(`${httpHead(40_000)}${'x'.repeat(39_000)}`)
      const received = await inPieces(url, 30_000)
      const stopped = await closed((socket) => socket.send('x'.repeat(30_000)))
      first.socket.destroy()
      return `${received} ${stopped}`
    },
  },
  headerBytes: {
    limit: 300,
    unit: 'bytes',
    exceed: ({ port }) =>
      raw(port, `GET / HTTP/1.1\r\nHost: localhost\r\nX: ${'x'.repeat(500)}\r\n`),
  },
  headersMs: { limit: 50, unit: 'ms', exceed: ({ port }) => raw(port, 'POST / HTTP/1.1\r\n') },
  bodyMs: {
    limit: 50,
    unit: 'ms',
    exceed: async ({ port }) => {
      const { write, text, socket } = await connectRaw(port)
      write('POST / HTTP/1.1\r\nHost: localhost\r\nContent-Length: 9\r\n\r\n')
      await expect.poll(text).toContain('}')
      socket.destroy()
      return text()
    },
  },
  idleMs: {
    limit: 50,
    unit: 'ms',
    exceed: ({ port }) => raw(port, httpPost(JSON.stringify(request('eth_chainId')))),
  },
  connections: {
    limit: 1,
    exceed: async ({ port }) => {
      const first = await connectRaw(port)
      const answer = await raw(port, httpPost(JSON.stringify(request('eth_chainId'))))
      first.socket.destroy()
      return answer
    },
  },
  unsentBytes: {
    limit: 100,
    unit: 'bytes',
    exceed: ({ devnet, closed }) =>
      closed(async (socket) => {
        await subscribe(socket, ['newHeads'], ['newHeads'])
        // Both are told in one turn of the event loop: the second one waits for the first.
        await devnet.seal()
      }),
  },
  unsentMs: {
    limit: 1,
    unit: 'ms',
    exceed: (served) =>
      served.closed(async (socket) => {
        await subscribe(socket, ['logs', {}])
        socket.pause()
        // One by one: further work would keep this process from reading the reason in time.
        while (served.devnet.metrics().subscriptions > 0) {
          await emitLogs(served, megabyte, 1)
          await new Promise((resolve) => setImmediate(resolve))
        }
        socket.resume()
      }),
  },
  concurrentRequests: {
    limit: 1,
    exceed: async ({ devnet, url }) => {
      const client = await openSocket(url.replace('http', 'ws'))
      const signed = await signTransfer(devnet)
      client.send(request('eth_sendRawTransactionSync', [signed], 'first'))
      client.send(request('eth_chainId', [], 'second'))
      await expect.poll(() => devnet.metrics().pool.pending).toBe(1)
      expect(client.messages).toEqual([])
      await devnet.seal()
      await expect.poll(() => client.messages.length).toBe(2)
      client.socket.terminate()
      expect(client.messages).toMatchObject([{ id: 'first' }, { id: 'second' }])
      return 'waits'
    },
  },
  batchItems: {
    limit: 1,
    exceed: ({ post }) => post([request('eth_chainId'), request('eth_chainId')]),
  },
  jsonDepth: { limit: 3, exceed: ({ ask }) => ask('eth_call', [{ accessList: [] }]) },
  jsonValues: { limit: 9, exceed: ({ ask }) => ask('eth_chainId', [1, 2, 3, 4, 5]) },
  jsonMembers: {
    limit: 4,
    exceed: async ({ ask }) => {
      const called = await ask('eth_call', [{}, 'latest', { 1: {}, 2: {}, 3: {}, 4: {}, 5: {} }])
      const stateOverrides = { 1: {}, 2: {}, 3: {} }
      const blockStateCalls = [{ stateOverrides }, { stateOverrides }]
      return `${called} ${await ask('eth_simulateV1', [{ blockStateCalls }])}`
    },
  },
  answerCharacters: {
    limit: 100,
    unit: 'characters',
    exceed: ({ ask }) => ask('eth_getBlockByNumber', ['latest', false]),
  },
  unreadBytes: {
    limit: 1000,
    exceed: async (served) => {
      await served.devnet.provider.request({
        method: 'anvil_setCode',
        params: [emitter, `0x${'ab'.repeat(8 * megabyte)}`],
      })
      const first = await connectRaw(served.port)
      first.socket.pause()
      first.write(httpPost(JSON.stringify(request('eth_getCode', [emitter, 'latest']))))
      const isAnswered = watched(served.ask('eth_chainId'))
      expect(await isAnswered()).toBe(false)
      first.socket.resume()
      await expect.poll(isAnswered).toBe(true)
      first.socket.destroy()
      return 'waits'
    },
  },
  longAnswers: {
    limit: 1,
    exceed: async ({ devnet, url }) => {
      const { provider } = devnet
      // A loop that takes far longer than what is asked for after it.
      await provider.request({ method: 'anvil_setCode', params: [emitter, '0x5b5f56'] })
      const client = await openSocket(url.replace('http', 'ws'))
      const trace = { to: emitter, gas: '0x1e8480' }
      client.send(request('debug_traceCall', [trace, 'latest', {}], 'trace'))
      client.send(request('eth_getLogs', [{}], 'logs'))
      client.send(request('eth_chainId', [], 'other'))
      await expect.poll(() => client.messages.length).toBe(3)
      client.socket.terminate()
      expect(client.messages).toMatchObject([{ id: 'other' }, { id: 'trace' }, { id: 'logs' }])
      return 'waits'
    },
  },
  subscriptions: {
    limit: 1,
    exceed: async ({ url }) => {
      const client = await openSocket(url.replace('http', 'ws'))
      const asked = request('eth_subscribe', ['newHeads'])
      client.send([asked, asked])
      await expect.poll(() => client.messages.length).toBe(1)
      client.socket.terminate()
      return JSON.stringify(client.messages)
    },
  },
  filters: { limit: 1, exceed: twice('eth_newBlockFilter') },
  criteriaBytes: {
    limit: 4000,
    unit: 'bytes',
    exceed: async ({ ask, url }) => {
      const criteria = { topics: [[1, 2, 3, 4].map((one) => `0x${`${one}`.repeat(64)}`)] }
      const client = await openSocket(url.replace('http', 'ws'))
      client.send(request('eth_subscribe', ['logs', criteria]))
      client.send(request('eth_subscribe', ['logs', criteria]))
      await expect.poll(() => client.messages.length).toBe(2)
      const received = `${JSON.stringify(client.messages)} ${await ask('eth_newFilter', [criteria])}`
      client.socket.terminate()
      return received
    },
  },
  filterEntries: {
    limit: 1,
    exceed: async ({ ask }) => {
      await ask('eth_newBlockFilter')
      await ask('anvil_mine', ['0x2'])
      return ask('eth_getFilterChanges', ['0x1'])
    },
  },
  logs: {
    limit: 1,
    unit: 'logs',
    exceed: async (served) => {
      await emitLogs(served, 1, 2)
      return served.ask('eth_getLogs', [{ fromBlock: '0x0' }])
    },
  },
  logBytes: {
    limit: 10,
    unit: 'bytes',
    exceed: async (served) => {
      await emitLogs(served, 1, 2)
      return served.ask('eth_getLogs', [{ fromBlock: '0x0' }])
    },
  },
  proofSlots: {
    limit: 1,
    exceed: async ({ ask }) => {
      const proof = await ask('eth_getProof', [zero, ['0x0', '0x1'], 'latest'])
      return proof + (await ask('eth_getStorageValues', [{ [zero]: ['0x0', '0x1'] }, 'latest']))
    },
  },
  scriptBytes: {
    limit: 2 ** 20,
    unit: 'bytes',
    exceed: ({ ask }) => ask('debug_traceCall', [{ to: zero }, 'latest', { tracer: filling }]),
  },
  poolTransactions: {
    limit: 1,
    exceed: async ({ devnet, ask }) => {
      await sendTransfer(devnet)
      return ask('eth_sendRawTransaction', [await signTransfer(devnet, { from: 1 })])
    },
  },
  poolBytes: {
    limit: 600,
    unit: 'bytes',
    exceed: async ({ devnet, ask }) => {
      await sendTransfer(devnet)
      return ask('eth_sendRawTransaction', [await signTransfer(devnet, { from: 1 })])
    },
  },
  transactionBytes: {
    limit: 100,
    unit: 'bytes',
    exceed: async ({ devnet, ask }) =>
      ask('eth_sendRawTransaction', [await signTransfer(devnet, { from: 1 })]),
  },
  blobTransactionBytes: {
    limit: 100,
    unit: 'bytes',
    exceed: async ({ devnet, ask }) =>
      ask('eth_sendRawTransaction', [await signBlobTransaction(devnet)]),
  },
  upstreamBytes: {
    limit: 100,
    unit: 'bytes',
    exceed: async ({ ask }) => {
      await using proxy = await startFaultProxy('')
      proxy.always(status(200, {}, 'x'.repeat(101)))
      return await ask('anvil_reset', [{ forking: { jsonRpcUrl: proxy.url } }])
    },
  },
  artifactBytes: {
    limit: 100,
    unit: 'bytes',
    exceed: async (served) => {
      const warned = new Promise<string>((resolve) => {
        served.devnet.on('error', (warning) => resolve(String(warning)))
      })
      await emitLogs(served, 1, 1)
      await served.ask('preconf_getContract', [emitter])
      return warned
    },
  },
  addedArtifactBytes: {
    limit: 4000,
    unit: 'bytes',
    exceed: async ({ ask }) => {
      const abi = [{ type: 'function', name: 'f', inputs: [], outputs: [] }]
      await ask('preconf_addArtifacts', [[{ abi }]])
      await ask('preconf_addArtifacts', [[{ abi }]])
      return ask('preconf_addArtifacts', [[{ abi }, { abi }, { abi }]])
    },
  },
  snapshots: {
    limit: 2,
    exceed: async ({ ask }) => {
      await ask('evm_snapshot')
      await ask('preconf_checkpoint')
      return (await ask('evm_snapshot')) + (await ask('preconf_checkpoint'))
    },
  },
  accounts: {
    limit: 1,
    exceed: async ({ ask }) => {
      await ask('anvil_impersonateAccount', [zero])
      await ask('anvil_impersonateAccount', [zero])
      await ask('personal_newAccount', [''])
      const impersonated = await ask('anvil_impersonateAccount', [emitter])
      return impersonated + (await ask('evm_addAccount', [emitter, '']))
    },
  },
  faults: { limit: 1, exceed: twice('preconf_setFault', [{ kind: 'dropAtSeal' }]) },
}

test.each(Object.entries(cases))('%s', async (name, { limit, unit, exceed }) => {
  await using devnet = await createDevnet({
    clock: 'manual',
    mining: 'manual',
    gasLimit: 1_000_000_000,
    artifacts: ['package.json'],
    limits: [`${name}=${limit}`],
  })
  const heard = await exceed(await serve(devnet))
  const number = unit === undefined ? limit : `${limit} ${unit}`
  const { beyond } = limitTable[name as LimitName]
  if (beyond === 'further requests are queued') expect(heard).toBe('waits')
  else {
    const named = heard.split(`the limit is ${number} (--limit ${name}=N)`).length - 1
    // Those that are met in two ways say so both times.
    expect([name, named, heard]).toEqual([name, twofold.has(name) ? 2 : 1, heard])
    for (const code of beyond.match(/-?\d{3,}/g) ?? []) expect(heard).toContain(code)
  }
})

const twofold: ReadonlySet<string> = new Set([
  'accounts',
  'allBodyBytes',
  'bodyBytes',
  'criteriaBytes',
  'jsonMembers',
  'proofSlots',
  'snapshots',
])

test('the members of an object are limited in process too', async () => {
  await using devnet = await createDevnet({ limits: { jsonMembers: 2 } })
  const overrides = Object.fromEntries([1, 2, 3].map((at) => [`${zero.slice(0, -1)}${at}`, {}]))
  const asked = devnet.provider.request({ method: 'eth_call', params: [{}, 'latest', overrides] })
  await expect(asked).rejects.toThrow(
    'invalid argument 2: too many entries: the limit is 2 (--limit jsonMembers=N)',
  )
})

test('the list of the documents has these', () => {
  const text = readFileSync(new URL('../../docs/limits.md', import.meta.url), 'utf8')
  const [, list = ''] = /generated: limits -->([^<]*)/.exec(text) ?? []
  const names = [...list.matchAll(/^- `(\w+)`/gm)].map(([, name]) => name)
  expect(names).toEqual(Object.keys(cases))
})

test('what pages hold is apart from what programs hold', async () => {
  await using devnet = await createDevnet({ limits: { filters: 8 } })
  const { url } = await devnet.listen({ port: 0 })
  const made = async (origin?: string) => {
    const headers = { 'content-type': 'application/json', ...(origin && { origin }) }
    const body = JSON.stringify(request('eth_newBlockFilter'))
    const answer = await (await fetch(url, { method: 'POST', headers, body })).text()
    return answer.includes('"result"') ? 'made' : answer
  }
  const page = 'https://page.example'
  expect([await made(page), await made(page)]).toEqual(['made', 'made'])
  expect(await made(page)).toContain(
    'too many filters: the limit is 8 (--limit filters=N) for all pages, and a quarter of that for those of one origin',
  )
  expect(await made('http://localhost:3000')).toBe('made')
  for (let count = 0; count < 8; count++) expect(await made()).toBe('made')
  expect(await made()).toContain('the limit is 8 (--limit filters=N); remove some')
})
