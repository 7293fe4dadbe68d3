import { expect, test } from 'vitest'
import { UnsentTotal } from '../../../src/server/sockets/sendQueue.ts'

/** A connection that lets go of all when it is ended. */
function client(total: UnsentTotal) {
  const one = {
    unsentPushBytes: 0,
    isEnded: false,
    leave(bytes: number) {
      one.unsentPushBytes += bytes
      total.add(one, bytes)
    },
    read(bytes: number) {
      one.unsentPushBytes -= bytes
      total.remove(one, bytes, one.unsentPushBytes === 0)
    },
    onStalled() {
      one.isEnded = true
      one.read(one.unsentPushBytes)
    },
  }
  return one
}

test('over the limit the one that has left most unread is ended', () => {
  const total = new UnsentTotal(100)
  const [most, some, little] = [client(total), client(total), client(total)]
  most.leave(50)
  some.leave(40)
  little.leave(10)
  expect([most, some, little].map(({ isEnded }) => isEnded)).toEqual([false, false, false])
  little.leave(1)
  expect([most, some, little].map(({ isEnded }) => isEnded)).toEqual([true, false, false])
  little.leave(49)
  expect([some, little].map(({ isEnded }) => isEnded)).toEqual([false, false])
})

test('what has been read counts no more', () => {
  const total = new UnsentTotal(100)
  const [first, second] = [client(total), client(total)]
  for (let round = 0; round < 10; round++) {
    first.leave(60)
    second.leave(40)
    first.read(60)
    second.read(40)
  }
  expect([first.isEnded, second.isEnded]).toEqual([false, false])
})

test('one alone is bounded by its own limit, not by that of all', () => {
  const total = new UnsentTotal(100)
  const only = client(total)
  only.leave(1000)
  expect(only.isEnded).toBe(false)
})
