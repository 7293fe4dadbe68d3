// The thread of a heavyClient.ts: asks the same again and again for some seconds, and reads answers without parsing them.
import { once } from 'node:events'
import { request } from 'node:http'
import { parentPort, workerData } from 'node:worker_threads'

const { url, method, params } = workerData
const body = Buffer.from(JSON.stringify({ jsonrpc: '2.0', id: 1, method, params }))
const headers = { 'content-type': 'application/json', 'content-length': body.length }

parentPort.postMessage('ready')
const [seconds] = await once(parentPort, 'message')
const endMs = performance.now() + seconds * 1000
let count = 0
do {
  const sent = request(url, { method: 'POST', headers })
  sent.end(body)
  const [answer] = await once(sent, 'response')
  answer.resume()
  await once(answer, 'end')
  count++
} while (performance.now() < endMs)
parentPort.postMessage(count)
