import { expect, test } from 'vitest'
import { WebSocket } from 'ws'
import { type Client, client } from '../../../rpc/methods/client.ts'
import { follow } from '../client.ts'

const dave = `0x${'da'.repeat(20)}` as const

interface Message {
  readonly index: number
  readonly payload_id: string
  readonly base?: object
  readonly diff: Readonly<Record<string, unknown>> & {
    readonly transactions: readonly string[]
    readonly gas_used: string
  }
  readonly metadata: Readonly<Record<string, unknown>>
}

/** What a builder streams of the next block, with a transfer in it. */
async function streamed(devnet: Client): Promise<readonly Message[]> {
  const { url } = await devnet.listen({ port: 0 })
  const socket = new WebSocket(`${url.replace('http', 'ws')}/flashblocks`)
  const messages: Message[] = []
  const done = new Promise<void>((resolve) => {
    socket.on('message', (data) => {
      messages.push(JSON.parse(String(data)) as Message)
      if (messages.length === 2) resolve()
    })
  })
  await new Promise((resolve) => socket.on('open', resolve))
  await devnet.send({ to: dave, value: '0x1', gas: '0x5208' })
  await devnet.flashblock()
  await done
  socket.close()
  return messages
}

test.each([
  ['unichain', ['block_number', 'new_account_balances', 'receipts']],
  ['base-flashblocks', ['access_list', 'block_number']],
] as const)(
  'index 0 of %s has what the system sends, the next what users do',
  async (network, names) => {
    await using devnet = await client({ network })
    const [first, second] = await streamed(devnet)
    expect(first?.index).toBe(0)
    expect(first?.base).toBeDefined()
    expect(first?.diff.transactions).toEqual([expect.stringMatching(/^0x7e/)])
    expect(second).toMatchObject({ index: 1, payload_id: first?.payload_id })
    expect(second?.diff.transactions).toEqual([expect.stringMatching(/^0x02/)])
    expect(Object.keys(second?.metadata ?? {}).sort()).toEqual(names)
  },
)

test('metadata changes with the upgrade Azul', async () => {
  const start = 1_800_000_000
  const network = { like: 'base-flashblocks', azulTime: BigInt(start + 4) } as const
  await using devnet = await client({ network, timestamp: start })
  const names = async () => {
    const [, flashblock] = await streamed(devnet)
    const { timestamp } = await devnet.seal()
    return [Number(timestamp) >= start + 4, Object.keys(flashblock?.metadata ?? {}).sort()]
  }
  const before = ['block_number', 'new_account_balances', 'receipts']
  expect(await names()).toEqual([false, before])
  await devnet.clock.advance(4000)
  expect(await names()).toEqual([true, ['access_list', 'block_number']])
})

test.each([
  ['base-flashblocks', [2, 2, 2]],
  ['unichain', [1, 1, 1]],
] as const)(
  'transfers on %s are in flashblocks %j by their share of the gas',
  async (network, places) => {
    // A tenth is not enough for what the system has used and one such transfer, two are.
    await using devnet = await client({ network, mining: 'flashblocks', gasLimit: 1_100_000 })
    const found: number[] = []
    devnet.on('flashblock', ({ index, transactions }) => {
      if (index > 0) found.push(...transactions.map(() => index))
    })
    for (let nonce = 0; nonce < 3; nonce++) {
      await devnet.send({ to: dave, value: '0x1', gas: '0x16e36', nonce: `0x${nonce}` })
    }
    await devnet.clock.advance(1000)
    expect(found).toEqual(places)
  },
)

test.each([
  ['op', true],
  ['unichain', true],
  ['base-flashblocks', false],
] as const)('the stream of %s follows the specification: %s', async (network, isPlain) => {
  await using devnet = await client({ network, pendingHash: 'real' })
  const [, second] = await streamed(devnet)
  const { diff, metadata } = second as Message
  const zeros = `0x${'0'.repeat(64)}`
  expect(diff).toMatchObject({ state_root: zeros, withdrawals: [] })
  expect([diff.block_hash === zeros, diff.withdrawals_root === zeros]).toEqual([isPlain, isPlain])
  if (!isPlain) return
  expect(metadata).toEqual({ block_number: 1, new_account_balances: {}, receipts: {} })
})

test('op_supportedCapabilities is that of World Chain', async () => {
  await using devnet = await client({ network: 'worldchain' })
  expect(await devnet.ask('op_supportedCapabilities')).toEqual(['flashblocksv1'])
  await using other = await client({ network: 'op' })
  expect(await other.refusal('op_supportedCapabilities')).toMatchObject({ code: -32601 })
})

const subTxFilter = { subscribeAddresses: [dave], txInfo: true, txReceipt: true }

test("X Layer's subscription tells of headers and of the transactions of addresses", async () => {
  await using devnet = await client({ network: 'xlayer' })
  await using socket = await follow(devnet, [
    ['flashblocks', { headerInfo: true, subTxFilter }],
    ['flashblocks'],
  ])
  const hash = await devnet.send({ to: dave, value: '0x1', gas: '0x5208' })
  const other = await devnet.send({ to: `0x${'0b'.repeat(20)}`, value: '0x1', gas: '0x5208' })
  await devnet.flashblock()
  expect(await devnet.ask('eth_flashblocksEnabled')).toBe(true)
  const pushed = (await socket.read()).map(({ result }) => result)
  expect(pushed.filter(({ type }) => type === 'header')).toMatchObject([
    { header: { number: '0x1' } },
  ])
  const found = pushed.flatMap(({ transaction }) =>
    transaction === undefined ? [] : [transaction],
  )
  expect(found.slice(-3)).toEqual([
    {
      txHash: hash,
      txData: expect.objectContaining({ hash, to: dave }),
      receipt: expect.objectContaining({ transactionHash: hash, status: '0x1' }),
    },
    { txHash: hash },
    { txHash: other },
  ])
})

test.each([
  [{ headers: true }, 'headers'],
  [{ subTxFilter: { addresses: [] } }, 'addresses'],
  [{ subTxFilter: { txInnerTx: true } }, 'txInnerTx'],
  [
    {
      subTxFilter: {
        subscribeAddresses: Array.from(
          { length: 1001 },
          (_, at) => `0x${at.toString(16).padStart(40, '0')}`,
        ),
      },
    },
    'too many subscribe addresses',
  ],
])('X Layer refuses the filter %#', async (filter, words) => {
  await using devnet = await client({ network: 'xlayer' })
  await using socket = await follow(devnet, [])
  expect(await socket.ask('eth_subscribe', ['flashblocks', filter])).toMatchObject({
    error: { code: -32602, message: expect.stringContaining(words) },
  })
})
