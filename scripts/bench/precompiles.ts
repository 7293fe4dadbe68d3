// eth_call of a contract that calls precompiles, over HTTP: CPU time of the server for each call of one, by
// the built command and with `--anvil PATH` by Anvil in the same run, whose answers are compared.
// `npm run bench -- precompiles [--anvil PATH] [--only TEXT]`.
import { parseArgs } from 'node:util'
import { percentile } from './percentile.ts'
import { callerCode, callerData, type Work, works } from './precompileCalls.ts'
import { rpc, type Server, startAnvil, startCommand } from './servers.ts'

const { values } = parseArgs({
  options: { anvil: { type: 'string' }, only: { type: 'string', default: '' } },
})
const rounds = 5
/** The kernel counts CPU time in hundredths of a second. */
const minMs = 250
const address = `0x${'aa'.repeat(20)}`
const gas = '0x2faf080'
const flags = ['--hardfork', 'osaka']

const servers = [await startCommand(flags)]
if (values.anvil !== undefined) servers.push(await startAnvil(values.anvil, flags))
for (const { url } of servers) await rpc(url, 'anvil_setCode', [address, callerCode])

/** A turn of one server: what it takes for one call, and what it answered first. */
interface Turn {
  readonly us: number
  readonly answer: unknown
}

/** Number of the next input, for each server the same ones. */
const next = new Map<Server, number>()

async function turn(server: Server, work: Work): Promise<Turn> {
  const startedMs = performance.now()
  const beforeMs = server.cpuMs()
  let answer: unknown
  let count = 0
  while (count === 0 || performance.now() - startedMs < minMs) {
    const index = next.get(server) ?? 0
    next.set(server, index + 1)
    const data = callerData(work.calls(index), work.repeats)
    const answered = await rpc(server.url, 'eth_call', [{ to: address, data, gas }, 'latest'])
    if (count === 0) answer = answered
    count += work.repeats
  }
  return { us: ((server.cpuMs() - beforeMs) / count) * 1000, answer }
}

const table: Record<string, Record<string, string>> = {}
try {
  for (const work of works.filter(({ name }) => name.includes(values.only))) {
    const us = servers.map((): number[] => [])
    for (let round = 0; round <= rounds; round++) {
      const turns: Turn[] = []
      const start = Math.max(...servers.map((server) => next.get(server) ?? 0))
      for (const server of servers) {
        next.set(server, start)
        turns.push(await turn(server, work))
      }
      if (turns.some(({ answer }) => answer !== turns[0]?.answer)) {
        throw new Error(`${work.name}: the answers differ`)
      }
      // The first round warms up.
      if (round > 0) for (const [index, { us: taken }] of turns.entries()) us[index]?.push(taken)
    }
    const [ours, anvil] = us.map((samples) => percentile(samples, 0.5))
    if (ours === undefined) continue
    table[work.name] = {
      'us each': ours.toFixed(1),
      ...(anvil !== undefined && { Anvil: anvil.toFixed(1), 'x Anvil': (anvil / ours).toFixed(2) }),
    }
  }
} finally {
  for (const server of servers) await server.stop()
}
console.log(`CPU time of the server per call, medians of ${rounds} turns; above 1 x: faster`)
console.table(table)
