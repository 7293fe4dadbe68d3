import { expect, test } from 'vitest'
import { createClock } from '../../../src/clock/clock.ts'
import { FlashblockStream } from '../../../src/devnet/build/flashblockStream.ts'
import { Faults } from '../../../src/devnet/faults/faults.ts'
import type { Fault } from '../../../src/types/fault.ts'
import type { Flashblock } from '../../../src/types/view.ts'
import { testGenesis } from '../../chain/testBlocks.ts'
import { testFlashblock } from '../../subscriptions/testFlashblock.ts'

const genesis = testGenesis()

/** A stream under a manual clock, and what comes out of it: index and time in ms. */
function stage(...faults: readonly Fault[]) {
  const clock = createClock({ mode: 'manual' })
  const registry = new Faults('seed')
  for (const fault of faults) registry.inject(fault)
  const out: [number, number][] = []
  const deliver = ({ index }: Flashblock) => out.push([index, clock.elapsed()])
  const stream = new FlashblockStream({ clock, faults: registry, deliver, published: () => [] })
  /** Sends indexes `from` to `to`, one every 100 ms. */
  const send = async (from: number, to: number) => {
    for (let index = from; index <= to; index++) {
      stream.send(testFlashblock(genesis, index))
      await clock.advance(100)
    }
  }
  return { clock, faults: registry, stream, out, send }
}

test('without faults everything arrives at once', async () => {
  const { out, send } = stage()
  await send(0, 2)
  expect(out).toEqual([
    [0, 0],
    [1, 100],
    [2, 200],
  ])
})

test('a skip of no index takes the first after index 0; one that is skipped is not repeated', async () => {
  const { out, send, faults } = stage({ kind: 'skipFlashblock' }, { kind: 'repeatFlashblock' })
  await send(0, 2)
  expect(out.map(([index]) => index)).toEqual([0, 2, 2])
  expect(faults.list()).toEqual([])
})

test('only one skip is used up by a flashblock', async () => {
  const { out, send } = stage({ kind: 'skipFlashblock' }, { kind: 'skipFlashblock' })
  await send(0, 3)
  expect(out.map(([index]) => index)).toEqual([0, 3])
})

test('delays add up, and nothing overtakes', async () => {
  const { out, send, clock } = stage(
    { kind: 'delayPublishing', ms: 250 },
    { kind: 'delayPublishing', ms: 100, times: 2 },
  )
  await send(0, 4)
  await clock.advance(1_000)
  expect(out).toEqual([
    [0, 350],
    [1, 350],
    [2, 350],
    [3, 350],
    [4, 400],
  ])
})

test('copies of a late flashblock are late together', async () => {
  const { out, send } = stage(
    { kind: 'delayPublishing', ms: 150 },
    { kind: 'repeatFlashblock', index: 0, times: 2 },
  )
  await send(0, 1)
  expect(out).toEqual([
    [0, 150],
    [0, 150],
    [1, 150],
  ])
})

test('what is stopped is lost, whatever else would happen to it', async () => {
  const { out, send, faults } = stage(
    { kind: 'stopPublishing', ms: 200 },
    { kind: 'repeatFlashblock' },
  )
  await send(0, 4)
  expect(out.map(([index]) => index)).toEqual([2, 2, 3, 4])
  expect(faults.list()).toEqual([])
})

test('two stops at once last as long as the longer one; resume ends both', async () => {
  const stops: Fault[] = [200, 10_000].map((ms) => ({ kind: 'stopPublishing', ms }))
  const { out, send, stream } = stage(...stops)
  await send(0, 9)
  expect(out).toEqual([])
  stream.resume()
  await send(10, 10)
  expect(out).toEqual([[10, 1_000]])
})

test('a cut loses what is on its way, and what comes later is not late for it', async () => {
  const { out, send, stream } = stage({ kind: 'delayPublishing', ms: 5_000 })
  await send(0, 1)
  stream.cut()
  await send(0, 0)
  expect(out).toEqual([[0, 200]])
})

test('goes back to a snapshot: what was on its way arrives with the time that was left', async () => {
  const { out, send, stream, clock } = stage({ kind: 'delayPublishing', ms: 350 })
  await send(0, 1)
  const snapshot = stream.snapshot()
  await clock.advance(1_000)
  expect(out).toHaveLength(2)
  stream.restore(snapshot)
  stream.restore(snapshot)
  await clock.advance(149)
  expect(out).toHaveLength(2)
  await clock.advance(1)
  expect(out.slice(2)).toEqual([
    [0, 1_350],
    [1, 1_350],
  ])
})

test('under the real clock nothing overtakes either', async () => {
  const clock = createClock({ mode: 'real' })
  const faults = new Faults('seed')
  faults.inject({ kind: 'delayPublishing', ms: 3, jitterMs: 4, times: 200 })
  const out: number[] = []
  const { promise: isDone, resolve } = withResolvers()
  const deliver = ({ index }: Flashblock) => {
    out.push(index)
    if (out.length === 200) resolve()
  }
  const stream = new FlashblockStream({ clock, faults, deliver, published: () => [] })
  const sent = Array.from({ length: 200 }, (_, index) => index)
  for (const index of sent) {
    stream.send(testFlashblock(genesis, index))
    // Times of which milliseconds are only a part.
    const untilMs = clock.elapsed() + (index % 7) / 10
    while (clock.elapsed() < untilMs);
    await clock.yield()
  }
  await isDone
  clock.close()
  expect(out).toEqual(sent)
})

function withResolvers() {
  let resolve = (): void => {}
  const promise = new Promise<void>((done) => {
    resolve = done
  })
  return { promise, resolve }
}
