/**
 * What a devnet keeps of its chain: bytes for each empty block and for each plain transfer in blocks of 100,
 * and how long an old block takes to be read. Ours in this process, after collecting garbage, and with
 * `--anvil PATH` Anvil's, by the memory that its process has of the machine (Linux only), which also shrinks at times. Run with
 * `npm run bench -- chain-memory [--anvil PATH]`.
 */
import { createDevnet } from '../../src/index.ts'
import { bytesInUse } from '../longRuns/memory.ts'
import { httpClient } from './client.ts'
import { anvilPath, startAnvil } from './servers.ts'

const rounds = 3
const emptyInRound = 1000
const filledInRound = 50
const transfersInBlock = 100
const reads = 200

interface MeasuredNode {
  readonly name: string
  ask(method: string, ...params: unknown[]): Promise<unknown>
  bytesInUse(): Promise<number>
  /** That it has used so far, in ms. */
  cpuMs(): number
}

/** One by one: many at once would be a run, of which nothing is kept but the hashes. */
async function mineEmpty({ ask }: MeasuredNode, count: number): Promise<void> {
  for (let block = 0; block < count; block++) await ask('evm_mine')
}

async function mineFilled({ ask }: MeasuredNode, count: number): Promise<void> {
  const accounts = (await ask('eth_accounts')) as readonly string[]
  for (let block = 0; block < count; block++) {
    for (let index = 0; index < transfersInBlock; index++) {
      const [from, to] = [accounts[index % 10], accounts[(index + 3) % 10]]
      await ask('eth_sendTransaction', { from, to, value: '0x1', gas: '0x5208' })
    }
    await ask('evm_mine')
  }
}

/** Of a block, by round. */
interface Costs {
  readonly bytes: readonly number[]
  readonly cpuMs: readonly number[]
  /** Bytes with a round before those, which fills what is kept decoded. */
  readonly bytesFromStart: number
}

async function costs(
  node: MeasuredNode,
  mine: (node: MeasuredNode, count: number) => Promise<void>,
  count: number,
): Promise<Costs> {
  const first = await node.bytesInUse()
  await mine(node, count)
  const bytes: number[] = []
  const cpuMs: number[] = []
  let before = await node.bytesInUse()
  for (let round = 0; round < rounds; round++) {
    const start = node.cpuMs()
    await mine(node, count)
    cpuMs.push((node.cpuMs() - start) / count)
    const after = await node.bytesInUse()
    bytes.push((after - before) / count)
    before = after
  }
  return { bytes, cpuMs, bytesFromStart: (before - first) / (count * (rounds + 1)) }
}

/** Microseconds, the median over blocks of which each is read for the first time. */
async function readOld({ ask }: MeasuredNode): Promise<number> {
  const times: number[] = []
  for (let number = 1; number <= reads; number++) {
    const start = process.hrtime.bigint()
    await ask('eth_getBlockByNumber', `0x${number.toString(16)}`, false)
    times.push(Number(process.hrtime.bigint() - start) / 1000)
  }
  return times.sort((left, right) => left - right)[reads >> 1] as number
}

function show(what: string, values: readonly number[]): void {
  const mean = values.reduce((sum, value) => sum + value, 0) / values.length
  const each = values.map((value) => value.toFixed(2)).join(', ')
  console.log(`  ${what.padEnd(40)} ${mean.toFixed(2).padStart(8)}  (${each})`)
}

async function measure(node: MeasuredNode): Promise<void> {
  console.log(`${node.name}, mean of ${rounds} rounds (and each)`)
  const empty = await costs(node, mineEmpty, emptyInRound)
  const mebibytes = (bytes: number) => (bytes * 1000) / 2 ** 20
  show('MiB for 1,000 empty blocks', empty.bytes.map(mebibytes))
  show('  with a round before', [mebibytes(empty.bytesFromStart)])
  show('CPU ms for an empty block', empty.cpuMs)
  show('microseconds to read an old block', [await readOld(node)])
  const filled = await costs(node, mineFilled, filledInRound)
  const kilobytes = (bytes: number) => bytes / transfersInBlock / 1000
  show('kB for a transfer', filled.bytes.map(kilobytes))
  show('  with a round before', [kilobytes(filled.bytesFromStart)])
  show(`CPU ms for a block of ${transfersInBlock}`, filled.cpuMs)
}

async function measureOurs(): Promise<void> {
  await using devnet = await createDevnet({ mining: 'manual', clock: 'manual' })
  await measure({
    name: 'preconf, in process',
    ask: (method, ...params) => devnet.provider.request({ method, params } as never),
    bytesInUse,
    cpuMs: () => {
      const { user, system } = process.cpuUsage()
      return (user + system) / 1000
    },
  })
}

async function measureAnvil(path: string): Promise<void> {
  const server = await startAnvil(path, ['--no-mining'])
  const client = httpClient(server.url, 1)
  await measure({
    name: 'Anvil, over HTTP',
    ask: (method, ...params) => client.request(method, params),
    bytesInUse: async () => server.memoryBytes(),
    cpuMs: server.cpuMs,
  })
  client.close()
  await server.stop()
}

await measureOurs()
const anvil = anvilPath()
if (anvil !== undefined) await measureAnvil(anvil)
