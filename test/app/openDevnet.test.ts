import { describe, expect, it, vi } from 'vitest'
import { createDevnet } from '../../src/app/createDevnet.ts'
import { testDevnet } from '../support/testDevnet.ts'
import { bobAt, sendTransfer } from '../support/transfers.ts'

describe('fork', () => {
  it('gives a chain of its own, with what is sealed, pre-confirmed and pooled', async () => {
    await using devnet = await testDevnet()
    await sendTransfer(devnet)
    await devnet.seal()
    await sendTransfer(devnet, { nonce: 1 })
    await devnet.flashblock()
    await sendTransfer(devnet, { nonce: 2 })
    await using fork = await devnet.fork()
    expect([await bobAt(fork, 'latest'), await bobAt(fork, 'pending')]).toEqual([1n, 2n])

    const sealed = await fork.seal()
    expect(await bobAt(fork, 'latest')).toBe(3n)
    expect([await bobAt(devnet, 'latest'), await bobAt(devnet, 'pending')]).toEqual([1n, 2n])
    expect((await devnet.seal()).hash).toBe(sealed.hash)
  })

  it('tells and serves only who asked it', async () => {
    await using devnet = await testDevnet()
    const received: string[] = []
    devnet.on('block', () => received.push('devnet'))
    await using fork = await devnet.fork()
    fork.on('block', () => received.push('fork'))
    const [{ url }, { url: forkUrl }] = [
      await devnet.listen({ port: 0 }),
      await fork.listen({ port: 0 }),
    ]
    await fork.seal()
    expect(received).toEqual(['fork'])
    const blockNumber = async (at: string) => {
      const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'eth_blockNumber' })
      const headers = { 'content-type': 'application/json' }
      const response = await fetch(at, { method: 'POST', headers, body })
      const { result } = (await response.json()) as { result: string }
      return result
    }
    expect([await blockNumber(url), await blockNumber(forkUrl)]).toEqual(['0x0', '0x1'])
  })

  it('goes on when the chain that it comes from is closed', async () => {
    const devnet = await testDevnet()
    await using fork = await devnet.fork()
    await devnet.close()
    expect((await fork.seal()).number).toBe(1n)
    await expect(bobAt(devnet, 'latest')).rejects.toThrow('the devnet is closed')
  })

  it('has the faults that were armed, and then its own', async () => {
    await using devnet = await testDevnet()
    devnet.faults.inject({ kind: 'dropAtSeal' })
    await using fork = await devnet.fork()
    fork.faults.clear()
    expect([devnet.faults.list().length, fork.faults.list().length]).toEqual([1, 0])
  })
})

it('listeners that throw, those of errors too, change no answer and keep no other from an event', async () => {
  await using devnet = await createDevnet({ clock: 'manual', mining: 'manual' })
  const printed = vi.spyOn(console, 'error').mockImplementation(() => {})
  const bug = new Error('a bug of the listener')
  const second = new Error('a bug of the listener of errors')
  const errors: unknown[] = []
  const methods: string[] = []
  devnet.on('request', () => {
    throw bug
  })
  devnet.on('request', ({ method }) => methods.push(method))
  devnet.on('error', () => {
    throw second
  })
  devnet.on('error', (error) => errors.push(error))
  const { provider } = devnet
  expect(await provider.request({ method: 'eth_blockNumber' })).toBe('0x0')
  const wrong = { method: 'eth_getBalance', params: ['x'] }
  await expect(provider.request(wrong)).rejects.toMatchObject({ code: -32602 })
  expect(methods).toEqual(['eth_blockNumber', 'eth_getBalance'])
  expect(errors).toEqual([bug, bug])
  expect(printed.mock.calls).toEqual([[second], [second]])
  printed.mockRestore()
})

it.each([
  ['listen', { prot: 0 }, "invalid listen 'prot': there is no such field; did you mean port?"],
  ['setCadence', { blocktime: 1 }, 'did you mean blockTime?'],
  ['reorg', { dept: 1 }, 'did you mean depth?'],
  ['rollback', { blocks: 1 }, 'give depth or requeue'],
] as const)('%s refuses fields that it does not have', async (name, request, problem) => {
  await using devnet = await testDevnet()
  const call = devnet[name] as (request: object) => Promise<unknown>
  await expect(call(request)).rejects.toThrow(problem)
})

it('names the fields of a fork where the flags of other tools are given', async () => {
  const options = { forkBlockNumber: 5 } as object
  await expect(createDevnet(options)).rejects.toThrow(
    "invalid option 'forkBlockNumber': give fork: { url: 'https://…', blockNumber }",
  )
})
