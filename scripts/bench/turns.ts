/**
 * How long heavy requests hold the event loop, in CPU time of its thread, so that other programs count little: each
 * alone, then all at once, then requests of a hundred thousand overrides. `npm run bench -- turns [--seconds N]`,
 * with Node 24, as older ones count the CPU time of the process, where garbage is collected meanwhile.
 */
import { parseArgs } from 'node:util'
import { createDevnet } from '../../src/index.ts'
import { heavyClient } from './heavyClient.ts'
import { heavyCode, heavyRequests, type Request } from './heavyRequests.ts'

const { values } = parseArgs({ options: { seconds: { type: 'string', default: '2' } } })

const devnet = await createDevnet()
const { url } = await devnet.listen({ port: 0 })
for (const params of heavyCode) await devnet.provider.request({ method: 'anvil_setCode', params })

const usage: () => NodeJS.CpuUsage =
  (process as { threadCpuUsage?: () => NodeJS.CpuUsage }).threadCpuUsage?.bind(process) ??
  process.cpuUsage.bind(process)
const cpuMs = () => (usage().user + usage().system) / 1000

/** The longest turns while the clients ask, each its request again and again. */
async function longestTurns(requests: readonly Request[]): Promise<readonly number[]> {
  const turns: number[] = []
  let last = 0
  let next: NodeJS.Immediate | undefined
  const turn = (): void => {
    const now = cpuMs()
    turns.push(now - last)
    last = now
    next = setImmediate(turn)
  }
  const clients = await Promise.all(requests.map((request) => heavyClient(url, request)))
  last = cpuMs()
  next = setImmediate(turn)
  await Promise.all(clients.map((one) => one.ask(Number(values.seconds))))
  clearImmediate(next)
  return turns.sort((a, b) => b - a).slice(0, 5)
}

function show(name: string, turns: readonly number[]): void {
  console.log(`${name}: ${turns.map((ms) => ms.toFixed(0)).join(', ')}`)
}

const addressAt = (index: number) => `0x${(2 ** 32 + index).toString(16).padStart(40, '0')}`
const wordAt = (index: number) => `0x${index.toString(16).padStart(64, '0')}`
const to = addressAt(1)

function many<Value>(count: number, entry: (index: number) => readonly [string, Value]) {
  return Object.fromEntries(Array.from({ length: count }, (_, index) => entry(index)))
}

const overriding = (overrides: object): Request => ['eth_call', [{ to }, 'latest', overrides]]
const accounts = many(100_000, (index) => [addressAt(index), { balance: '0x1' }])
const stateDiff = many(100_000, (index) => [wordAt(index), wordAt(index + 1)])
const accessList = Array.from({ length: 150_000 }, (_, index) => ({
  address: addressAt(index),
  storageKeys: [],
}))

console.log('the longest turns of the event loop, in ms of CPU')
for (const [index, request] of heavyRequests.entries()) {
  show(`${index + 1}. ${request[0]}`, await longestTurns([request]))
}
show('all ten at once', await longestTurns(heavyRequests))
show('100,000 accounts overridden', await longestTurns([overriding(accounts)]))
show('100,000 slots overridden', await longestTurns([overriding({ [to]: { stateDiff } })]))
show('150,000 entries in an access list', await longestTurns([['eth_call', [{ to, accessList }]]]))
// Nearly as long as a body may be.
const text = `0x${'ab'.repeat(16_700_000)}`
show('one text of 32 MB', await longestTurns([['eth_call', [{ to, data: text }, 'latest']]]))
await devnet.close()
