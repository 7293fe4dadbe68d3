import { expect, it } from 'vitest'
import { viemClient } from '../../../support/clients.ts'
import { rpc } from '../../../support/rpc.ts'
import { client } from '../client.ts'

it('preconf_connection names a connection, so that a fault can hit it alone', async () => {
  await using devnet = await client()
  const one = await viemClient(devnet, 'WebSocket')
  const other = await viemClient(devnet, 'WebSocket')
  const { url } = await devnet.listen({ port: 0 })
  const ask = (who: typeof one, method: string) => who.request({ method } as never)
  const id: string = await ask(one, 'preconf_connection')
  expect(await ask(one, 'preconf_connection')).toBe(id)
  const ids = new Set([
    id,
    await ask(other, 'preconf_connection'),
    await devnet.ask('preconf_connection'),
  ])
  expect(ids.size).toBe(3)
  devnet.faults.inject({ kind: 'error', connection: id })
  await expect(ask(one, 'net_version')).rejects.toMatchObject({ details: 'injected fault' })
  expect(await ask(other, 'net_version')).toBe('31337')
  expect(await devnet.ask('net_version')).toBe('31337')
  expect(await rpc(url, 'net_version')).toBe('31337')
})

it('preconf_connection has nothing to name over HTTP', async () => {
  await using devnet = await client()
  const { url } = await devnet.listen({ port: 0 })
  await expect(rpc(url, 'preconf_connection')).rejects.toThrow(
    'requests over HTTP have no connection of their own: use a WebSocket',
  )
})
