import { expect, it } from 'vitest'
import { yieldToEventLoop } from '../../../src/clock/pace.ts'
import { inTurns } from '../../../src/server/server.ts'
import { httpPost, request, startTestServer } from '../../support/testServer.ts'

it('starts so many in a turn, in the order of coming', async () => {
  const begin = inTurns(10)
  const started: number[] = []
  const counts: number[] = []
  for (let index = 0; index < 25; index++) begin(() => started.push(index))
  counts.push(started.length)
  // Comes before those that wait could have had their turn.
  begin(() => started.push(25))
  for (let turn = 0; turn < 3; turn++) {
    await yieldToEventLoop()
    counts.push(started.length)
  }
  expect(counts).toEqual([10, 20, 26, 26])
  expect(started).toEqual(Array.from({ length: 26 }, (_, index) => index))
})

it('answers requests that come in one piece in their order', async () => {
  await using server = await startTestServer()
  const connection = await server.raw()
  const ids = Array.from({ length: 500 }, (_, id) => id)
  connection.write(
    ids.map((id) => httpPost(JSON.stringify(request('test_echo', ['x'], id)))).join(''),
  )
  const answered = () => [...connection.text().matchAll(/"id":(\d+)/g)].map(([, id]) => Number(id))
  await expect.poll(() => answered().length).toBe(500)
  expect(answered()).toEqual(ids)
  connection.socket.destroy()
})

it('goes on when a client leaves whose requests still wait', async () => {
  await using server = await startTestServer()
  const connection = await server.raw()
  connection.write(httpPost(JSON.stringify(request('test_note', ['x']))).repeat(500))
  await expect.poll(() => server.rpc.notes.length).toBeGreaterThan(0)
  connection.socket.destroy()
  await expect.poll(() => server.load().http).toBe(0)
  expect(await (await server.post(request('test_echo', ['alive']))).json()).toMatchObject({
    result: 'alive',
  })
  expect(server.serverErrors).toEqual([])
})
