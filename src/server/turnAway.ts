import type { Socket } from 'node:net'
import { limitWords } from '../lib/limits.ts'
import { clearTimeout, setTimeout } from '../lib/realTimers.ts'
import type { Settings } from './options.ts'
import { lastAnswer } from './sockets/upgrade.ts'

/** How long a client that is turned away may take to read why. */
const lingerMs = 1_000

/** As many at a time, beyond the limit, are told why; further ones are cut off without a word. */
const mostTold = 64

/** Answers a connection that is one too many, and ends it; `connections` are there with it. */
export function turnAway(socket: Socket, settings: Settings, connections: number): void {
  const { maxConnections } = settings
  if (connections > maxConnections + mostTold) {
    socket.destroy()
    return
  }
  const timer = setTimeout(() => socket.destroy(), lingerMs).unref()
  socket.once('close', () => clearTimeout(timer))
  // What the client sends is read: a connection closed with bytes unread is reset, and the answer with it.
  socket.on('end', () => socket.destroy()).resume()
  socket.end(lastAnswer(503, `too many connections: ${limitWords('connections', maxConnections)}`))
}
