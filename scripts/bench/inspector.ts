// The inspector under load, in Chromium: time to the first paint; tasks above 50 ms while transactions arrive and
// are scrolled through; late ticks of the chain without a page and with seven, each on another screen; memory of a page before and after
// many transactions. `--seconds N` of `--rate N` transactions each (20, 500); `--many N` for memory (100,000; 0
// leaves it out), `--throttle N`: a processor so many times slower (1). Ends with 1 when a goal is missed.
import { parseArgs } from 'node:util'
import { chromium, type Page } from '@playwright/test'
import { deriveKeys } from '../../src/devnet/accounts/mnemonics.ts'
import { defaultMnemonic } from '../../src/devnet/options/accountOptions.ts'
import type { DevnetMetrics } from '../../src/types/metrics.ts'
import { launchOptions } from '../../test/support/chromium.ts'
import { sendLoad, sleep } from './load.ts'
import { rpc, startCommand } from './servers.ts'
import { transferSigner } from './signTransfers.ts'

interface TraceEvent {
  readonly name: string
  readonly pid: number
  readonly tid: number
  /** Microseconds of CPU time. */
  readonly tdur?: number
  readonly args?: { readonly name?: string }
}

/** What is aimed at. */
const maxPaintMs = 300
const maxTaskMs = 50
const maxHeapBytes = 100e6
/** Of ticks with pages open, beyond those that are late without: pages have the processor too. */
const maxLateShare = 0.02

/** So many that a sender's next transaction is sent when the one before has arrived. */
const senders = 100
/** For memory: as fast as the chain takes them. */
const manyRate = 2000
/** After pages were opened, until ticks are counted: to open seven at once takes the processor from all. */
const settleMs = 1000
/** The screens that are open together; an account and a transaction of the load are added. */
const paths = ['/', '/timeline', '/transactions', '/pool', '/account/', '/tx/', '/requests']

const { values } = parseArgs({
  options: {
    rate: { type: 'string', default: '500' },
    seconds: { type: 'string', default: '20' },
    many: { type: 'string', default: '100000' },
    throttle: { type: 'string', default: '1' },
  },
})
const [rate, seconds, many, throttle] = [
  values.rate,
  values.seconds,
  values.many,
  values.throttle,
].map(Number) as [number, number, number, number]

const server = await startCommand(['--accounts', String(senders), '--gas-limit', '1000000000'])
const sign = await transferSigner(deriveKeys(defaultMnemonic, senders))
const { executablePath = '', args } = launchOptions
const browser = await chromium.launch({ executablePath, args })
let isMissed = false

function show(name: string, text: string, isGood = true): void {
  if (!isGood) isMissed = true
  console.log(`${name.padEnd(64)} ${text}${isGood ? '' : '  MISSED'}`)
}

async function open(path = ''): Promise<Page> {
  const page = await browser.newPage({ viewport: { width: 1280, height: 900 } })
  await page.goto(`${server.url}/#${path}`)
  await page.getByText('live', { exact: true }).waitFor()
  return page
}

async function load(count: number, atRate: number): Promise<void> {
  await sendLoad(server.url, sign(count), atRate)
}

async function lateTicks(): Promise<{ readonly late: number; readonly ticks: number }> {
  const { cadence } = (await rpc(server.url, 'preconf_metrics', [])) as DevnetMetrics
  return { late: cadence.lateTicks + cadence.skippedTicks, ticks: cadence.ticks }
}

/** Bytes of live objects. */
async function heapOf(page: Page): Promise<number> {
  const session = await page.context().newCDPSession(page)
  await session.send('HeapProfiler.collectGarbage')
  const { usedSize } = await session.send('Runtime.getHeapUsage')
  await session.detach()
  return usedSize
}

/** CPU time of all processes that show pages, so far. */
async function pagesCpuMs(): Promise<number> {
  const session = await browser.newBrowserCDPSession()
  const { processInfo } = await session.send('SystemInfo.getProcessInfo')
  await session.detach()
  const renderers = processInfo.filter(({ type }) => type === 'renderer')
  return renderers.reduce((sum, { cpuTime }) => sum + cpuTime * 1000, 0)
}

async function firstPaint(): Promise<void> {
  const times: number[] = []
  for (let round = 0; round < 7; round++) {
    const page = await open()
    const script = `performance.getEntriesByName('first-contentful-paint')[0]?.startTime`
    times.push(Number(await (await page.waitForFunction(script)).jsonValue()))
    await page.close()
  }
  // The first one compiles.
  const [middle = 0] = times
    .slice(1)
    .sort((one, other) => one - other)
    .slice(3)
  show('first contentful paint, median of 6', `${middle.toFixed(0)} ms`, middle < maxPaintMs)
}

/** CPU time of each task of pages' main threads, in ms. */
function taskTimes(trace: Buffer): readonly number[] {
  const { traceEvents } = JSON.parse(String(trace)) as { traceEvents: readonly TraceEvent[] }
  const isMain = new Set(
    traceEvents
      .filter(({ name, args }) => name === 'thread_name' && args?.name === 'CrRendererMain')
      .map(({ pid, tid }) => `${pid} ${tid}`),
  )
  return traceEvents
    .filter(({ name, pid, tid }) => /RunTask$/.test(name) && isMain.has(`${pid} ${tid}`))
    .map(({ tdur = 0 }) => tdur / 1000)
}

async function longTasks(screen: string, path: string, prepare?: (page: Page) => Promise<unknown>) {
  const page = await open(path)
  await prepare?.(page)
  const session = await page.context().newCDPSession(page)
  await session.send('Emulation.setCPUThrottlingRate', { rate: throttle })
  await page.evaluate(`
    window.tasks = []
    new PerformanceObserver((list) => window.tasks.push(...list.getEntries().map((one) => one.duration)))
      .observe({ type: 'longtask' })`)
  await browser.startTracing(page, { categories: ['toplevel', '__metadata'] })
  let isDone = false
  const loading = load(rate * seconds, rate).finally(() => {
    isDone = true
  })
  await page.mouse.move(640, 600)
  for (let turn = 0; !isDone; turn++) {
    await page.mouse.wheel(0, turn % 20 < 14 ? 400 : -800)
    await page.waitForTimeout(50)
  }
  await loading
  const cpu = taskTimes(await browser.stopTracing())
  const wall: number[] = await page.evaluate('window.tasks')
  const name = `${screen}: tasks above ${maxTaskMs} ms of CPU time, ${rate}/s for ${seconds} s`
  const long = cpu.filter((ms) => ms > maxTaskMs).length
  const longest = Math.max(0, ...cpu).toFixed(0)
  // The time that others had meanwhile is in what PerformanceObserver tells.
  const byTheClock = `${wall.length} by the clock, ${Math.max(0, ...wall).toFixed(0)} ms`
  show(name, `${long}, longest ${longest} ms (${byTheClock})`, long === 0)
  await page.close()
}

async function ticks(atRate: number): Promise<void> {
  let usual = 0
  const [sender] = (await rpc(server.url, 'eth_accounts', [])) as string[]
  const { transactions } = (await rpc(server.url, 'preconf_listTransactions', [null, 1])) as {
    readonly transactions: readonly { readonly hash: string }[]
  }
  const ends: Readonly<Record<string, string | undefined>> = {
    '/account/': sender,
    '/tx/': transactions[0]?.hash,
  }
  for (const opens of [[], paths]) {
    const opened = await Promise.all(opens.map((path) => open(`${path}${ends[path] ?? ''}`)))
    const count = opened.length
    await sleep(settleMs)
    const before = await lateTicks()
    const [cpuMs, pagesMs] = [server.cpuMs(), await pagesCpuMs()]
    await load(atRate * seconds, atRate)
    const after = await lateTicks()
    const late = after.late - before.late
    const name = `late ticks with ${count} pages open, ${atRate} transactions/s`
    const used = (server.cpuMs() - cpuMs).toFixed(0)
    if (count === 0) usual = late
    const all = after.ticks - before.ticks
    const usedByPages = ((await pagesCpuMs()) - pagesMs).toFixed(0)
    const cpu = `CPU of the node ${used} ms, of the pages ${usedByPages} ms`
    show(name, `${late} of ${all}; ${cpu}`, late - usual <= all * maxLateShare)
    await Promise.all(opened.map((page) => page.close()))
  }
}

async function memory(): Promise<void> {
  const page = await open('/transactions')
  const empty = await heapOf(page)
  await load(many / 10, manyRate)
  const first = await heapOf(page)
  await load(many - many / 10, manyRate)
  const last = await heapOf(page)
  const words = [empty, first, last].map((bytes) => `${(bytes / 1e6).toFixed(1)} MB`)
  const name = `memory before, after ${many / 10} and ${many} transactions`
  show(name, words.join(', '), last < maxHeapBytes)
  await page.close()
}

async function measure(): Promise<void> {
  await firstPaint()
  await longTasks('Timeline', '/')
  await longTasks('Transactions', '/transactions')
  await longTasks('Transactions, filtered', '/transactions', (page) =>
    page.getByLabel('State').selectOption('sealed'),
  )
  await longTasks('Requests', '/requests')
  await ticks(rate / 10)
  await ticks(rate)
  if (many > 0) await memory()
}

try {
  await measure()
} finally {
  await browser.close()
  await server.stop()
}
if (isMissed) process.exitCode = 1
