import type { Socket } from 'node:net'
import { utf8Text } from '../../../../lib/encodings.ts'
import { JsonSplitter } from '../../../../lib/jsonSplitter.ts'
import {
  type Connection,
  type ConnectionEvents,
  connectionTransport,
} from './connectionTransport.ts'
import { brokenBy, ExchangeFailure, type Transport, tooLong } from './transport.ts'

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
  const splitter = new JsonSplitter()
  socket.on('data', (chunk) => {
    try {
      for (const text of splitter.push(chunk as Buffer)) receive(utf8Text(text))
      if (splitter.length <= maxBytes) return
      lose(tooLong(maxBytes))
      socket.destroy()
    } catch {
      lose(new ExchangeFailure('noJson', 'text that is not JSON'))
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
