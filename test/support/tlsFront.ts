import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { type AddressInfo, connect } from 'node:net'
import { createServer } from 'node:tls'
import { fileURLToPath } from 'node:url'

const fileOf = (name: string) => new URL(`certificate/${name}.pem`, import.meta.url)

/** The file of a certificate for 127.0.0.1, signed by itself, which nobody trusts who is not told to. */
export const certificateFile = fileURLToPath(fileOf('certificate'))

/** TLS in front of a server without: what comes is handed on as it is, so HTTP and WebSockets work. */
export async function startTlsFront(url: string) {
  const { hostname, port } = new URL(url)
  const server = createServer(
    { cert: readFileSync(certificateFile), key: readFileSync(fileOf('key')) },
    (socket) => {
      const behind = connect(Number(port), hostname)
      socket.pipe(behind).pipe(socket)
      socket.on('error', () => behind.destroy())
      behind.on('error', () => socket.destroy())
    },
  ).listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    host: `127.0.0.1:${(server.address() as AddressInfo).port}`,
    [Symbol.dispose]: () => void server.close(),
  }
}
