// Clients of a devnet in a process of their own, so that what they keep is not counted as the devnet's: each
// subscribes to five things, and the first never reads. Tells its parent the newest block that all others know.
// Run by scripts/longRuns/subscribers.ts with the URL and how many clients there are.
import { once } from 'node:events'
import { WebSocket } from 'ws'

const kinds: readonly (readonly unknown[])[] = [
  ['newHeads'],
  ['logs', {}],
  ['newPendingTransactions', true],
  ['newFlashblocks'],
  ['newFlashblockTransactions', true],
]

const [url = '', count = '0'] = process.argv.slice(2)
const heads = new Map<WebSocket, number>()
let lastSent = -1

for (let index = 0; index < Number(count); index++) await connect(index === 0)
process.send?.('connected')
process.on('disconnect', () => process.exit())

async function connect(isStalled: boolean): Promise<void> {
  const socket = new WebSocket(url, { perMessageDeflate: false })
  await once(socket, 'open')
  const answered = new Promise<void>((resolve) => {
    let answers = 0
    let headsId = ''
    socket.on('message', (data: Buffer) => {
      const { id, result, params } = JSON.parse(data.toString())
      if (id === 0) headsId = result
      if (id !== undefined && ++answers === kinds.length) resolve()
      if (params?.subscription === headsId) know(socket, Number(params.result.number))
    })
  })
  kinds.forEach((params, id) => {
    socket.send(JSON.stringify({ jsonrpc: '2.0', id, method: 'eth_subscribe', params }))
  })
  await answered
  if (isStalled) socket.pause()
  else heads.set(socket, -1)
  socket.on('close', () => {
    if (!isStalled) throw new Error('a client that reads was cut off')
  })
}

function know(socket: WebSocket, head: number): void {
  if (!heads.has(socket)) return
  heads.set(socket, head)
  const lowest = Math.min(...heads.values())
  if (lowest > lastSent) process.send?.(lowest)
  lastSent = Math.max(lastSent, lowest)
}
