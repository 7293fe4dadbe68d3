import type { Socket } from 'node:net'
import { Correlator } from './correlator.ts'
import { textOf } from './http.ts'
import { JsonStream } from './jsonStream.ts'
import { brokenBy, ExchangeFailure, type Transport } from './transport.ts'
import { aborted } from './webSocket.ts'

/** JSON-RPC over the socket of a node on this machine, opened again when it was closed. */
export function ipcTransport(path: string): Transport {
  const correlator = new Correlator()
  let opening: Promise<Socket> | undefined

  async function open(): Promise<Socket> {
    const { connect } = await import('node:net')
    const socket = connect(path)
    const stream = new JsonStream()
    socket.setEncoding('utf8')
    socket.on('data', (text) => receive(String(text)))
    await new Promise<void>((resolve, reject) => {
      socket.once('connect', resolve)
      socket.on('error', (cause) => lose(brokenBy(cause)))
      socket.on('close', () => lose(new ExchangeFailure('broken', 'the socket was closed')))

      function lose(failure: ExchangeFailure): void {
        opening = undefined
        reject(failure)
        correlator.fail(failure)
      }
    })
    return socket

    function receive(text: string): void {
      try {
        for (const json of stream.add(text)) correlator.receive(JSON.parse(json), json.length)
      } catch {
        correlator.fail(new ExchangeFailure('noJson', 'text that is no JSON'))
        socket.destroy()
      }
      if (correlator.isIdle) socket.unref()
    }
  }

  return {
    shown: 'ipc',
    batches: true,
    scrub: (text) => text.replaceAll(path, 'ipc'),
    async send(requests, signal) {
      opening ??= open()
      const socket = await Promise.race([opening, aborted(signal)]).catch((cause) => {
        opening = undefined
        throw brokenBy(cause)
      })
      const text = textOf(requests)
      const reply = correlator.wait(requests, text.length, signal)
      socket.ref()
      socket.write(`${text}\n`)
      return reply.catch((cause) => {
        throw brokenBy(cause)
      })
    },
    close() {
      opening?.then((socket) => socket.destroy()).catch(() => {})
      correlator.fail(new ExchangeFailure('broken', 'closed'))
    },
  }
}
