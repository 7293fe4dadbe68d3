import { expect, test } from 'vitest'
import { WebSocket } from 'ws'
import { type Client, client } from '../../../rpc/methods/client.ts'

const dave = `0x${'da'.repeat(20)}` as const

interface Message {
  readonly index: number
  readonly payload_id: string
  readonly base?: object
  readonly diff: { readonly transactions: readonly string[]; readonly gas_used: string }
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
