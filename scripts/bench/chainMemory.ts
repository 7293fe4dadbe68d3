/**
 * What a devnet keeps of its chain, after collecting garbage: bytes for each empty block and for each
 * plain transfer in blocks of 100, and how long an old block takes to be read. Run with
 * `node --expose-gc --import tsx scripts/bench/chainMemory.ts`.
 */
import { createDevnet } from '../../src/index.ts'

const rounds = 3
const emptyInRound = 1000
const filledInRound = 50
const transfersInBlock = 100
const reads = 200

const devnet = await createDevnet({ mining: 'manual', clock: 'manual' })

function ask(method: string, ...params: unknown[]): Promise<unknown> {
  return devnet.provider.request({ method, params } as never)
}

/** Bytes in use, of the engine's own and of buffers. */
async function bytesInUse(): Promise<number> {
  if (globalThis.gc === undefined) throw new Error('run node with --expose-gc')
  for (let pass = 0; pass < 4; pass++) {
    globalThis.gc()
    await new Promise((resolve) => setImmediate(resolve))
  }
  const { heapUsed, external } = process.memoryUsage()
  return heapUsed + external
}

/** One by one: many at once would be a run, of which nothing is kept but the hashes. */
async function mineEmpty(count: number): Promise<void> {
  for (let block = 0; block < count; block++) await ask('evm_mine')
}

const accounts = (await ask('eth_accounts')) as readonly string[]

async function mineFilled(count: number): Promise<void> {
  for (let block = 0; block < count; block++) {
    for (let index = 0; index < transfersInBlock; index++) {
      const [from, to] = [accounts[index % 10], accounts[(index + 3) % 10]]
      await ask('eth_sendTransaction', { from, to, value: '0x1', gas: '0x5208' })
    }
    await ask('evm_mine')
  }
}

/** Bytes and microseconds for each block, by round; the first ones fill what is kept decoded. */
async function measure(
  mine: (count: number) => Promise<void>,
  count: number,
): Promise<{ readonly bytes: number; readonly micros: number }[]> {
  await mine(count)
  const results: { bytes: number; micros: number }[] = []
  let before = await bytesInUse()
  for (let round = 0; round < rounds; round++) {
    const start = process.cpuUsage()
    await mine(count)
    const { user, system } = process.cpuUsage(start)
    const after = await bytesInUse()
    results.push({ bytes: (after - before) / count, micros: (user + system) / count })
    before = after
  }
  return results
}

/** Microseconds, the median over blocks of which each is read for the first time. */
async function readOld(): Promise<number> {
  const times: number[] = []
  for (let number = 1; number <= reads; number++) {
    const start = process.hrtime.bigint()
    await ask('eth_getBlockByNumber', `0x${number.toString(16)}`, false)
    times.push(Number(process.hrtime.bigint() - start) / 1000)
  }
  return times.sort((left, right) => left - right)[reads >> 1] as number
}

const list = (values: readonly number[]) => values.map((value) => value.toFixed(2)).join(', ')

const empty = await measure(mineEmpty, emptyInRound)
console.log(`${rounds} rounds each`)
console.log('MiB for 1,000 empty blocks:', list(empty.map(({ bytes }) => (bytes * 1000) / 2 ** 20)))
console.log('CPU microseconds for an empty block:', list(empty.map(({ micros }) => micros)))
console.log('microseconds to read an old block:', (await readOld()).toFixed(0))

const filled = await measure(mineFilled, filledInRound)
console.log('kB for a transfer:', list(filled.map(({ bytes }) => bytes / transfersInBlock / 1000)))
console.log(
  `CPU ms for a block of ${transfersInBlock}:`,
  list(filled.map(({ micros }) => micros / 1000)),
)
await devnet.close()
