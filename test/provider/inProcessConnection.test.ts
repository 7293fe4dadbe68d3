import { expect, it } from 'vitest'
import { InProcessConnection } from '../../src/provider/inProcessConnection.ts'

function connection() {
  const delivered: string[] = []
  return {
    delivered,
    connection: new InProcessConnection(
      (message) => delivered.push(message),
      () => {},
    ),
  }
}

it('keeps the order of what is pushed while it is held, by however many', () => {
  const { connection: held, delivered } = connection()
  const [first, second] = [held.hold(), held.hold()]
  held.send('a')
  first()
  held.send('b')
  expect(delivered).toEqual([])
  second()
  held.send('c')
  expect(delivered).toEqual(['a', 'b', 'c'])
})

it('waits for a subscriber from the first push to him on, in order', () => {
  const { connection: open, delivered } = connection()
  const subscriber = open.forSubscriber()
  open.send('a')
  expect(delivered).toEqual(['a'])
  subscriber.send('b')
  open.send('c')
  expect(delivered).toEqual(['a'])
  subscriber.release()
  subscriber.send('d')
  expect(delivered).toEqual(['a', 'b', 'c', 'd'])
})

it('delivers nothing after its end, also of what was held', () => {
  const { connection: closed, delivered } = connection()
  const release = closed.hold()
  closed.send('a')
  closed.close()
  release()
  closed.send('b')
  expect(delivered).toEqual([])
})

it('tells of its end once, at once where it has ended already', () => {
  const { connection: ended } = connection()
  let received = 0
  ended.onClose(() => received++)
  ended.close()
  ended.close()
  expect(received).toBe(1)
  ended.onClose(() => received++)
  expect([received, ended.isClosed]).toEqual([2, true])
})
