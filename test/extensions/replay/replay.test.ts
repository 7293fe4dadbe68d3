import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gunzipSync } from 'node:zlib'
import { type Hex, parseEther } from 'viem'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { recordStream } from '../../../src/extensions/replay/recorder.ts'
import { createDevnet } from '../../../src/index.ts'
import { clientsOf, follow } from '../networks/client.ts'

const bob = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8'

let folder: string

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'preconf-replay-'))
})
afterAll(() => rm(folder, { recursive: true }))

/** A file of lines as `preconf record` writes it. */
function fileOf(
  kinds: readonly string[],
  lines: readonly (readonly [ms: number, kind: string, message: object])[],
) {
  const header = {
    preconf: 'stream',
    version: 1,
    chainId: 8453,
    network: 'base-flashblocks',
    kinds,
  }
  const messages = lines.map(([ms, kind, message]) => ({ ms, kind, message }))
  return new TextEncoder().encode(
    [header, ...messages].map((line) => JSON.stringify(line)).join('\n'),
  )
}

const mini = (block: number, index: number, count: number) => ({
  block_number: block,
  index,
  transactions: Array(count).fill({}),
})

test.each([
  ['frames', '/flashblocks'],
  ['newFlashblocks', ''],
])('%s of a live chain are recorded and played', async (kind, path) => {
  // The live chain is a devnet of ours, on a manual clock.
  await using live = await createDevnet({ network: 'base-flashblocks', clock: 'manual' })
  const { webSocketUrl } = await live.listen({ port: 0 })
  const out = join(folder, `${kind}.jsonl.gz`)
  const ending = new AbortController()
  let isWritten = () => {}
  const written = new Promise<void>((resolve) => {
    isWritten = resolve
  })
  const recording = recordStream({
    url: `${webSocketUrl.replace(/\/$/, '')}${path}`,
    out,
    kinds: [kind],
    chainId: 8453,
    recordOf: () => undefined,
    signal: ending.signal,
    onMessage: (count) => {
      if (count === 10) isWritten()
    },
  })
  const isFollowed = () =>
    kind === 'frames'
      ? live.metrics().connections.webSocket === 1
      : live.metrics().requests.eth_subscribe?.count === 1
  while (!isFollowed()) await new Promise((resolve) => setImmediate(resolve))
  // Ten ticks are a block.
  for (let count = 0; count < 10; count++) await live.clock.advance(200)
  await written
  ending.abort()
  expect((await recording).messages).toBeGreaterThanOrEqual(10)
  const lines = gunzipSync(await readFile(out))
    .toString()
    .trim()
    .split('\n')
  expect(JSON.parse(lines[0] as string)).toMatchObject({
    preconf: 'stream',
    chainId: 8453,
    kinds: [kind],
  })

  await using devnet = await createDevnet({ replay: out, clock: 'manual' })
  expect(devnet.cadence.mining).toBe('manual')
  const indexes: number[] = []
  devnet.on('flashblock', ({ index }) => indexes.push(index))
  const { ms } = JSON.parse(lines.at(-1) as string)
  await devnet.clock.advance(ms)
  expect(indexes.length).toBeGreaterThanOrEqual(10)
})

test('a devnet that cannot play is closed, and a step that fails is reported', async () => {
  const state = join(folder, 'state.json')
  const damaged = new TextEncoder().encode('{}')
  await expect(createDevnet({ replay: damaged, state, clock: 'manual' })).rejects.toThrow('line 1')
  // Its file is free again.
  await using other = await createDevnet({ state, clock: 'manual' })
  await other.close()
  // After the rollback there is no head that the second one could replace.
  const head = (hash: string) => ({ number: '0x5', hash })
  const replay = fileOf(
    ['newHeads'],
    [
      [0, 'newHeads', head('0xaa')],
      [10, 'newHeads', head('0xbb')],
    ],
  )
  await using devnet = await createDevnet({ replay, clock: 'manual' })
  const errors: unknown[] = []
  devnet.on('error', (error) => errors.push(error))
  await devnet.clock.advance(5)
  await devnet.rollback({ depth: 1 })
  await devnet.clock.advance(10)
  expect(errors).toMatchObject([{ name: 'InvalidReorg' }])
})

test('sub-blocks come at the recorded times and have the recorded sizes', async () => {
  const replay = fileOf(
    ['miniBlocks'],
    [
      [0, 'miniBlocks', mini(7, 0, 0)],
      [30, 'miniBlocks', mini(7, 1, 3)],
      [200, 'miniBlocks', mini(7, 2, 1)],
      [1000, 'miniBlocks', mini(8, 0, 0)],
      [1020, 'miniBlocks', mini(8, 1, 2)],
    ],
  )
  await using devnet = await createDevnet({ replay, clock: 'manual', blockTime: '2s' })
  const { client, wallet } = await clientsOf(devnet)
  const seen: [number, number][] = []
  devnet.on('flashblock', ({ transactions }) =>
    seen.push([devnet.clock.now(), transactions.length]),
  )
  const startMs = devnet.clock.now()
  await devnet.clock.advance(20)
  const hash = await wallet.sendTransaction({ to: bob, value: parseEther('1') })
  await devnet.clock.advance(10)
  // The test's transaction is one of the three.
  expect((await client.getTransactionReceipt({ hash })).blockNumber).toBe(1n)
  await devnet.clock.advance(1000)
  const relative = seen.map(([ms, count]) => [ms - startMs, count])
  expect(relative).toEqual([
    [0, 0],
    [30, 3],
    [200, 1],
    [1000, 0],
    [1020, 2],
  ])
  const block = await client.getBlock({ blockNumber: 1n })
  expect(block.transactions).toHaveLength(4)
  // After the end the usual cadence begins.
  expect(devnet.cadence.mining).toBe('flashblocks')
  await devnet.clock.advance(2000)
  expect(await client.getBlockNumber()).toBeGreaterThan(1n)
})

test('withdrawals, repeats and replaced heads are played', async () => {
  const frame = (payload: string, index: number, count: number) => ({
    payload_id: payload,
    index,
    diff: { transactions: Array(count).fill('0x') },
    metadata: { block_number: 5 },
  })
  const replay = fileOf(
    ['frames', 'newHeads'],
    [
      [0, 'frames', frame('0x01', 0, 0)],
      [200, 'frames', frame('0x01', 1, 2)],
      [210, 'frames', frame('0x01', 1, 2)],
      [400, 'frames', frame('0x02', 0, 0)],
      [600, 'newHeads', { number: '0x5', hash: '0xaa' }],
      [900, 'newHeads', { number: '0x5', hash: '0xbb' }],
    ],
  )
  await using devnet = await createDevnet({ replay, clock: 'manual' })
  await using socket = await follow(devnet, [['newFlashblocks'], ['newHeads']])
  await devnet.clock.advance(1000)
  const pushed = await socket.read()
  const heads = pushed.filter(({ kind }) => kind === 'newHeads').map(({ result }) => result.hash)
  expect(heads).toHaveLength(2)
  expect(new Set(heads).size).toBe(2)
  expect(pushed.filter(({ result }) => result.number === '0x1').length).toBeGreaterThan(4)
})

test('equal plays give equal hashes', async () => {
  const replay = fileOf(
    ['miniBlocks'],
    [
      [0, 'miniBlocks', mini(1, 0, 5)],
      [10, 'miniBlocks', mini(1, 1, 5)],
      [1000, 'miniBlocks', mini(2, 0, 1)],
    ],
  )
  const play = async () => {
    await using devnet = await createDevnet({ replay, clock: 'manual' })
    await devnet.clock.advance(5000)
    const block = await devnet.provider.request({
      method: 'eth_getBlockByNumber',
      params: ['0x1', false],
    })
    return (block as { hash: Hex }).hash
  }
  expect(await play()).toBe(await play())
})

test.each([
  ['', 'it is empty'],
  ['{"preconf":"stream","version":2}', 'it has version 2, and this preconf reads version 1'],
  ['{"preconf":"state"}', 'line 1 is damaged: it is not the first line of `preconf record`'],
  [
    '{"preconf":"stream","version":1,"chainId":1,"network":null,"kinds":[]}\n{"ms":1,"kind":"newHeads","mess',
    'line 2 is damaged: ',
  ],
  [
    '{"preconf":"stream","version":1,"chainId":1,"network":null,"kinds":[]}\n{"ms":1,"kind":"miniBlocks","message":{"index":1}}',
    'line 2 is damaged: no message of miniBlocks: ',
  ],
  [
    '{"preconf":"stream","version":1,"chainId":1,"network":null,"kinds":[]}',
    'it has no sub-block and no block',
  ],
])('a damaged file %j is refused', async (text, problem) => {
  const path = join(folder, 'damaged.jsonl')
  await writeFile(path, text)
  await expect(createDevnet({ replay: path, clock: 'manual' })).rejects.toThrow(problem)
})

test('blocks that do not come by time cannot be replaced by a recording', async () => {
  const replay = fileOf(['miniBlocks'], [[0, 'miniBlocks', mini(1, 0, 0)]])
  await expect(createDevnet({ replay, mining: 'auto' })).rejects.toThrow(
    "invalid replay 'a stream': remove it, as blocks of mining 'auto' do not come by time",
  )
})
