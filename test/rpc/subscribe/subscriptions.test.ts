import { describe, expect, it } from 'vitest'
import type { Connection } from '../../../src/rpc/connection.ts'
import { Subscriptions } from '../../../src/rpc/subscribe/subscriptions.ts'

/** A connection that keeps what is sent over it. */
function connectionOf(id: string) {
  const sent: string[] = []
  const listeners = new Set<() => void>()
  let isClosed = false
  const connection: Connection = {
    id,
    send: (message) => {
      sent.push(String(message))
    },
    end: () => {},
    onClose: (listener) => {
      if (isClosed) listener()
      else listeners.add(listener)
    },
  }
  return {
    connection,
    sent,
    close: () => {
      isClosed = true
      for (const listener of listeners) listener()
    },
  }
}

/** Something to subscribe to. */
function source() {
  const pushes = new Set<(json: string) => void>()
  return {
    start: (push: (json: string) => void) => {
      pushes.add(push)
      return () => {
        pushes.delete(push)
      }
    },
    publish: (json: string) => {
      for (const push of pushes) push(json)
    },
    get listeners() {
      return pushes.size
    },
  }
}

const heads = { name: 'newHeads', bytes: 300 }

describe('Subscriptions', () => {
  it('puts results into messages with the id of the subscription', () => {
    const { connection, sent } = connectionOf('a')
    const events = source()
    const id = new Subscriptions().add(connection, heads, events.start)
    events.publish('{"number":"0x1"}')
    expect(sent.map((text) => JSON.parse(text))).toEqual([
      {
        jsonrpc: '2.0',
        method: 'eth_subscription',
        params: { subscription: id, result: { number: '0x1' } },
      },
    ])
  })

  it('ends one subscription and leaves the others', () => {
    const subscriptions = new Subscriptions()
    const { connection, sent } = connectionOf('a')
    const events = source()
    const first = subscriptions.add(connection, heads, events.start)
    subscriptions.add(connection, heads, events.start)
    expect(subscriptions.remove(connection, first)).toBe(true)
    expect(subscriptions.remove(connection, first)).toBe(false)
    events.publish('1')
    expect(sent).toHaveLength(1)
  })

  it('ends all of a connection that closes, and none of another', () => {
    const subscriptions = new Subscriptions()
    const [leaving, staying] = [connectionOf('a'), connectionOf('b')]
    const events = source()
    const left = subscriptions.add(leaving.connection, heads, events.start)
    subscriptions.add(leaving.connection, heads, events.start)
    subscriptions.add(staying.connection, heads, events.start)
    leaving.close()
    events.publish('1')
    expect(events.listeners).toBe(1)
    expect([leaving.sent.length, staying.sent.length]).toEqual([0, 1])
    expect(subscriptions.remove(leaving.connection, left)).toBe(false)
  })

  it('knows a connection by its id, not by the object', () => {
    const subscriptions = new Subscriptions()
    const first = connectionOf('a')
    const id = subscriptions.add(first.connection, heads, source().start)
    expect(subscriptions.remove(connectionOf('b').connection, id)).toBe(false)
    expect(subscriptions.remove(connectionOf('a').connection, id)).toBe(true)
  })

  it('starts nothing for a connection that has closed meanwhile', () => {
    const { connection, close } = connectionOf('a')
    const events = source()
    close()
    new Subscriptions().add(connection, heads, events.start)
    expect(events.listeners).toBe(0)
  })
})
