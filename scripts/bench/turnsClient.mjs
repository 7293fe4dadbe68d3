// A client in a thread of its own: asks the same again and again for some seconds. Run by turns.ts.
import { once } from 'node:events'
import { request } from 'node:http'
import { parentPort, workerData } from 'node:worker_threads'

const { url, method, params, seconds } = workerData
const body = Buffer.from(JSON.stringify({ jsonrpc: '2.0', id: 1, method, params }))
const headers = { 'content-type': 'application/json', 'content-length': body.length }

parentPort.postMessage('ready')
await once(parentPort, 'message')
const endMs = performance.now() + seconds * 1000
do {
  const sent = request(url, { method: 'POST', headers })
  sent.end(body)
  const [answer] = await once(sent, 'response')
  answer.resume()
  await once(answer, 'end')
} while (performance.now() < endMs)
parentPort.postMessage('done')
