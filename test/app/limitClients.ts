import type { Hex } from 'viem'
import { privateKeyToAccount } from 'viem/accounts'
import { expect } from 'vitest'
import { WebSocket } from 'ws'
import type { PreconfDevnet } from '../../src/types/devnet.ts'
import { connectRaw, request } from '../support/testServer.ts'
import { bob } from '../support/transfers.ts'

/** A devnet that is served with one limit set, and the ways in which clients reach it. */
export interface Served {
  readonly devnet: PreconfDevnet
  readonly url: string
  readonly port: number
  /** Sends a body, JSON unless it is text, and reads the answer. */
  post(body: unknown): Promise<string>
  /** A method's answer over HTTP. */
  ask(method: string, params?: readonly unknown[]): Promise<string>
  /** The code and the reason with which a WebSocket is closed; `begin` does what it takes. */
  closed(begin: (socket: WebSocket) => unknown): Promise<string>
}

/** Has a devnet listen. */
export async function serve(devnet: PreconfDevnet): Promise<Served> {
  const { url, port } = await devnet.listen({ port: 0 })
  const post = async (body: unknown) => {
    const text = typeof body === 'string' ? body : JSON.stringify(body)
    const response = await fetch(url, { method: 'POST', body: text })
    return `${response.status} ${await response.text()}`
  }
  const ask = (method: string, params: readonly unknown[] = []) => post(request(method, params))
  const closed = async (begin: (socket: WebSocket) => unknown) => {
    const socket = new WebSocket(url.replace('http', 'ws'))
    const closing = new Promise<string>((resolve) => {
      socket.on('close', (code, reason) => resolve(`${code} ${reason}`))
    })
    await new Promise((resolve) => socket.once('open', resolve))
    await begin(socket)
    return closing
  }
  return { devnet, url, port, post, ask, closed }
}

export function httpHead(length: number): string {
  return `POST / HTTP/1.1\r\nHost: localhost\r\nContent-Length: ${length}\r\n\r\n`
}

/** What a body of so many bytes is answered, whose last byte comes by itself: as status, headers and text. */
export async function inPieces(url: string, length: number): Promise<string> {
  const { port } = new URL(url)
  const connection = await connectRaw(Number(port))
  connection.write(`${httpHead(length)}${'x'.repeat(length - 1)}`)
  await expect.poll(connection.text).toContain('}')
  connection.socket.destroy()
  return connection.text()
}

/** Tells whether a promise has resolved, once everything that waits on the event loop had its turns. */
export function watched(promise: Promise<unknown>): () => Promise<boolean> {
  let hasResolved = false
  void promise.then(() => {
    hasResolved = true
  })
  return async () => {
    for (let turns = 0; turns < 50; turns++) await new Promise((resolve) => setImmediate(resolve))
    return hasResolved
  }
}

/** A contract that the tests give its code. */
export const emitter: Hex = `0x${'e'.repeat(40)}`

/** PUSH3 size, PUSH0, LOG0, STOP. */
const emitting = (size: number) => `0x62${size.toString(16).padStart(6, '0')}5fa000`

/** Logs of some bytes, in one block. */
export async function emitLogs({ devnet }: Served, size: number, count: number): Promise<void> {
  const { provider, accounts } = devnet
  await provider.request({ method: 'anvil_setCode', params: [emitter, emitting(size)] })
  for (let index = 0; index < count; index++) {
    const send = { from: accounts[0]?.address, to: emitter, gas: '0xb71b00' }
    await provider.request({ method: 'eth_sendTransaction', params: [send] })
  }
  await devnet.seal()
}

/** Without its blobs, which are looked for after the size. */
export function signBlobTransaction(devnet: PreconfDevnet): Promise<string> {
  return privateKeyToAccount(devnet.accounts[0]?.privateKey as Hex).signTransaction({
    chainId: devnet.chainId,
    type: 'eip4844',
    to: bob,
    gas: 21_000n,
    nonce: 0,
    maxFeePerGas: 10n ** 10n,
    maxFeePerBlobGas: 10n ** 10n,
    blobVersionedHashes: [`0x01${'ab'.repeat(31)}`],
  })
}

/** All that comes on a connection on which a text is sent, until the other side closes it. */
export async function raw(port: number, text: string): Promise<string> {
  const connection = await connectRaw(port)
  connection.write(text)
  return connection.ended
}

export async function subscribe(
  socket: WebSocket,
  ...several: readonly unknown[][]
): Promise<void> {
  for (const params of several) {
    const answered = new Promise((resolve) => socket.once('message', resolve))
    socket.send(JSON.stringify(request('eth_subscribe', params)))
    await answered
  }
}
