import { describe, expect, it } from 'vitest'
import { createDevnet } from '../../src/app/createDevnet.ts'
import { type Client, client } from '../rpc/methods/client.ts'
import { sendTransfer } from '../support/transfers.ts'

/** What the provider tells of its connection, in order. */
function events(devnet: Client): readonly unknown[] {
  const received: unknown[] = []
  devnet.provider.on('disconnect', ({ message, ...error }) => received.push({ message, ...error }))
  devnet.provider.on('connect', (info) => received.push(info))
  return received
}

describe('the in-process provider under a disconnect', () => {
  it('rejects the request with 4900, tells of it, and is connected again', async () => {
    await using devnet = await client()
    const received = events(devnet)
    devnet.faults.inject({ kind: 'disconnect', times: 1 })
    const disconnected = { code: 4900, message: 'disconnected by fault 0x1' }
    expect(await devnet.refusal('evm_mine')).toEqual(disconnected)
    expect(received).toMatchObject([disconnected, { chainId: '0x7a69' }])
    expect(await devnet.ask('eth_blockNumber')).toBe('0x0')
    expect(received).toHaveLength(2)
  })

  it('does what was asked when only the answer is lost', async () => {
    await using devnet = await client()
    devnet.faults.inject({ kind: 'disconnect', lost: 'answer', times: 1 })
    await expect(sendTransfer(devnet)).rejects.toMatchObject({ code: 4900 })
    await expect(sendTransfer(devnet)).rejects.toMatchObject({ message: 'already known' })
    expect((await devnet.flashblock()).transactions).toHaveLength(1)
  })

  it('loses subscriptions and requests under way, and has another id', async () => {
    await using devnet = await client()
    const pushes: unknown[] = []
    const before = await devnet.ask('preconf_connection')
    await devnet.ask('eth_subscribe', 'newHeads')
    devnet.provider.on('message', (message) => pushes.push(message))
    devnet.faults.inject({ kind: 'latency', ms: 100, times: 1 })
    const held = devnet.ask('eth_chainId').catch((error) => error)
    devnet.faults.inject({ kind: 'disconnect', connection: before })
    expect(await devnet.refusal('eth_chainId')).toMatchObject({ code: 4900 })
    await devnet.clock.advance(100)
    expect(await held).toMatchObject({
      code: 4900,
      message: 'the connection broke before the answer',
    })
    await devnet.seal()
    expect(pushes).toEqual([])
    expect(await devnet.ask('preconf_connection')).not.toBe(before)
    expect(await devnet.ask('eth_chainId')).toBe('0x7a69')
  })

  it('tells of the close of the devnet once, and refuses requests', async () => {
    const devnet = await client()
    const received = events(devnet)
    await devnet.close()
    await devnet.close()
    const closed = { code: 4900, message: 'the devnet is closed' }
    expect(received).toMatchObject([closed])
    expect(await devnet.refusal('eth_chainId')).toEqual(closed)
  })
})

describe('listeners of the in-process provider', () => {
  it('have been told when what made a block resolves, also of a subscription that is new', async () => {
    await using devnet = await client()
    const received: unknown[] = []
    devnet.provider.on('message', ({ data }) => received.push(data.result))
    await devnet.ask('eth_subscribe', 'newFlashblockTransactions')
    const hash = await sendTransfer(devnet)
    await devnet.flashblock()
    expect(received).toEqual([hash])
  })
})

describe('a listener that throws', () => {
  it('keeps neither others from a push nor the process from going on', async () => {
    const errors: unknown[] = []
    const seen: unknown[] = []
    await using devnet = await createDevnet({ clock: 'manual', mining: 'manual' })
    devnet.on('error', (error) => errors.push(error))
    const bug = new Error('a bug of the listener')
    devnet.provider.on('message', () => {
      throw bug
    })
    devnet.provider.on('message', ({ data }) => seen.push(data.subscription))
    const { provider } = devnet
    // Pushed while it is not known yet, so behind the answer.
    const [id] = await Promise.all([
      provider.request({ method: 'eth_subscribe', params: ['newHeads'] }),
      devnet.seal(),
    ])
    await devnet.seal()
    expect(seen).toEqual(errors.map(() => id))
    expect(errors.length).toBeGreaterThanOrEqual(1)
    expect(new Set(errors)).toEqual(new Set([bug]))
  })

  it('leaves a request the error that it has', async () => {
    const errors: unknown[] = []
    await using devnet = await createDevnet({ clock: 'manual', mining: 'manual' })
    const bug = new Error('a bug of the listener')
    devnet.on('error', (error) => errors.push(error))
    for (const event of ['disconnect', 'connect'] as const) {
      devnet.provider.on(event, () => {
        throw bug
      })
    }
    devnet.faults.inject({ kind: 'disconnect', times: 1 })
    await expect(devnet.provider.request({ method: 'evm_mine' })).rejects.toMatchObject({
      code: 4900,
    })
    expect(await devnet.provider.request({ method: 'eth_blockNumber' })).toBe('0x0')
    expect(errors).toEqual([bug, bug])
  })
})

it.each([
  [undefined, 'invalid request: give an object with method and params'],
  [null, 'invalid request: give an object with method and params'],
  ['eth_chainId', 'invalid request: give an object with method and params'],
  [{}, 'invalid request: method is not a string'],
  [{ method: 5 }, 'invalid request: method is not a string'],
  [{ method: 'eth_chainId', params: {} }, 'non-array args'],
  [{ method: 'eth_chainId', params: null }, 'non-array args'],
])('a request of %j is no request', async (request, message) => {
  await using devnet = await client()
  await expect(devnet.provider.request(request as never)).rejects.toMatchObject({
    name: 'RpcError',
    code: -32600,
    message,
  })
})
