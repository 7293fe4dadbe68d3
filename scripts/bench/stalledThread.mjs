// Clients of stalledClients.ts, in a process of their own: they subscribe to all that a block tells, and never read again.
import { once } from 'node:events'
import { WebSocket } from 'ws'

const [url, clients, subscriptions] = process.argv.slice(2)
const kinds = [['newHeads'], ['newFlashblocks'], ['newPendingTransactions', true], ['logs', {}]]

for (let client = 0; client < Number(clients); client++) {
  const socket = new WebSocket(url, { perMessageDeflate: false })
  socket.on('error', () => undefined)
  await once(socket, 'open')
  let answers = 0
  const answered = new Promise((resolve) => {
    socket.on('message', () => ++answers === Number(subscriptions) && resolve())
  })
  for (let id = 0; id < Number(subscriptions); id++) {
    const params = kinds[id % kinds.length]
    socket.send(JSON.stringify({ jsonrpc: '2.0', id, method: 'eth_subscribe', params }))
  }
  await answered
  socket.pause()
}
process.send('ready')
