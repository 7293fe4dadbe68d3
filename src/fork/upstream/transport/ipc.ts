import type { Socket } from 'node:net'
import {
  type Connection,
  type ConnectionEvents,
  connectionTransport,
} from './connectionTransport.ts'
import { brokenBy, ExchangeFailure, type Transport, tooLong } from './transport.ts'

const [quote, backslash] = [0x22, 0x5c]
const opening = new Set([0x5b, 0x7b])
const closing = new Set([0x5d, 0x7d])

/** Cuts a stream of text into the objects and lists in it, which follow each other with or without a line's end. */
export class JsonStream {
  /** The beginning of a value whose end is not there yet. They are joined once, as an answer can be long. */
  #pieces: string[] = []
  #length = 0
  #depth = 0
  #isInString = false
  #isEscaped = false

  /** Characters of a value whose end is not there yet. */
  get length(): number {
    return this.#length
  }

  /** The values that end with this piece of text. */
  add(piece: string): readonly string[] {
    const whole: string[] = []
    let from = 0
    for (let at = 0; at < piece.length; at++) {
      const character = piece.charCodeAt(at)
      if (this.#isInString) {
        if (this.#isEscaped) this.#isEscaped = false
        else if (character === backslash) this.#isEscaped = true
        else if (character === quote) this.#isInString = false
      } else if (character === quote) this.#isInString = true
      else if (opening.has(character)) this.#depth++
      else if (closing.has(character) && --this.#depth === 0) {
        whole.push(this.#pieces.join('') + piece.slice(from, at + 1))
        this.#pieces = []
        this.#length = 0
        from = at + 1
      }
    }
    if (from < piece.length) {
      this.#pieces.push(piece.slice(from))
      this.#length += piece.length - from
    }
    return whole
  }
}

/** JSON-RPC over the socket of a node on this machine. */
export function ipcTransport(path: string, maxBytes: number): Transport {
  const scrub = (text: string) => text.replaceAll(path, 'ipc')
  return connectionTransport({ shown: 'ipc', scrub }, (events) => connectTo(path, maxBytes, events))
}

async function connectTo(
  path: string,
  maxBytes: number,
  { receive, lose }: ConnectionEvents,
): Promise<Connection> {
  const { connect } = await import('node:net')
  const socket = connect(path)
  const stream = new JsonStream()
  socket.setEncoding('utf8')
  socket.on('data', (text) => {
    try {
      for (const json of stream.add(String(text))) receive(json)
      if (stream.length <= maxBytes) return
      lose(tooLong(maxBytes))
      socket.destroy()
    } catch {
      lose(new ExchangeFailure('noJson', 'text that is no JSON'))
      socket.destroy()
    }
  })
  await new Promise<void>((resolve, reject) => {
    socket.once('connect', resolve)
    socket.on('error', (cause) => end(brokenBy(cause)))
    socket.on('close', () => end(new ExchangeFailure('broken', 'the socket was closed')))

    function end(failure: ExchangeFailure): void {
      lose(failure)
      reject(failure)
    }
  })
  return connectionOf(socket)
}

function connectionOf(socket: Socket): Connection {
  return {
    write: (text) => socket.write(`${text}\n`),
    hold: () => socket.ref(),
    letGo: () => socket.unref(),
    end: () => socket.destroy(),
  }
}
