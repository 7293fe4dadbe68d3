/**
 * What it takes to load and save a state file of 500,000 accounts, first of accounts alone, then as the command
 * writes it: the time, how long the event loop is held, and whether the load fits into the memory of the state and
 * 20 % more; how long the command takes to start with it, and to end. Each load runs in a process of its own, whose
 * heap ends there.
 * Run with `npm run bench -- state-file`; takes a minute. Fails when a load does not fit.
 */
import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { monitorEventLoopDelay } from 'node:perf_hooks'
import { gzipSync } from 'node:zlib'
import { createClock } from '../../src/clock/clock.ts'
import { initCrypto } from '../../src/ethereumjs/crypto.ts'
import { createProtocol, protocolOf } from '../../src/ethereumjs/protocol/protocol.ts'
import { headAndAccounts } from '../../src/files/anvil/anvilWriter.ts'
import { pathSource } from '../../src/files/fileSource.ts'
import { encoded } from '../../src/files/jsonText.ts'
import { readStateFile } from '../../src/files/state/stateFile.ts'
import { bytesToHex, numberToBytes } from '../../src/lib/hex.ts'
import { writeAtomically } from '../../src/lib/writeAtomically.ts'
import { hashedSoon } from '../../src/state/hashInTurns.ts'
import { emptyState, type PersistentState } from '../../src/state/persistentState.ts'
import type { SealedBlock } from '../../src/types/view.ts'
import { startCommand } from './servers.ts'

const accounts = 500_000
/** One account in ten is a contract with code and two slots. */
const contractEvery = 10
const allowance = 1.2

const text = new TextEncoder()

function* fileText(): Generator<Uint8Array> {
  yield text.encode('{"block":{"number":"0x0"},"accounts":{')
  for (let index = 0; index < accounts; index++) {
    const address = bytesToHex(numberToBytes(0x1_0000_0000 + index, 20))
    const isContract = index % contractEvery === 0
    const code = isContract ? `0x60${address.slice(2)}${'5b'.repeat(100)}` : '0x'
    const storage = isContract ? `"0x1":"${address}","0x2":"0x${'f'.repeat(64)}"` : ''
    const fields = `"nonce":${index % 7},"balance":"0xde0b6b3a7640000","code":"${code}"`
    yield text.encode(`${index === 0 ? '' : ','}"${address}":{${fields},"storage":{${storage}}}`)
  }
  yield text.encode('},"best_block_number":null}')
}

/** In a process of its own: loads the file and prints what that took. */
async function load(path: string): Promise<void> {
  await initCrypto()
  const protocol = createProtocol({ chainId: 31337, hardfork: 'osaka', transactionGasCap: false })
  const before = used()
  const held = monitorEventLoopDelay({ resolution: 1 })
  held.enable()
  const start = process.cpuUsage()
  const file = await readStateFile(await pathSource(path), {
    base: emptyState(),
    protocol,
    protocolOf: (rules) => protocolOf(rules, { transactionGasCap: false }),
    clock: createClock({ mode: 'real' }),
  })
  held.disable()
  const loadMs = cpuMs(start)
  await hashedSoon(file.state)
  const hashMs = cpuMs(start) - loadMs
  const stateBytes = used() - before
  const peakBytes = process.resourceUsage().maxRSS * 1024
  const save = process.cpuUsage()
  let savedBytes = 0
  const stored = file.chain?.blocks.filter((block) => block.kind === 'sealed')
  const head = (file.blocks.at(-1) ?? stored?.at(-1)) as SealedBlock
  for (const piece of encoded(headAndAccounts(head, file.state as PersistentState))) {
    savedBytes += piece.length
  }
  const saveMs = cpuMs(save)
  const holdMs = Math.round(held.max / 1e6)
  console.log(
    JSON.stringify({ before, stateBytes, loadMs, hashMs, holdMs, saveMs, savedBytes, peakBytes }),
  )
}

function cpuMs(start: NodeJS.CpuUsage): number {
  const { user, system } = process.cpuUsage(start)
  return Math.round((user + system) / 1000)
}

function used(): number {
  globalThis.gc?.()
  const { heapUsed, arrayBuffers } = process.memoryUsage()
  return heapUsed + arrayBuffers
}

interface Taken {
  readonly before: number
  readonly stateBytes: number
  readonly loadMs: number
  /** Of what is hashed after it, while the chain is in use. */
  readonly hashMs: number
  /** The longest that the event loop was held by the load. */
  readonly holdMs: number
  readonly saveMs: number
  readonly savedBytes: number
  readonly peakBytes: number
}

function loadApart(path: string, heapMegabytes?: number): Taken {
  const limit = heapMegabytes === undefined ? [] : [`--max-old-space-size=${heapMegabytes}`]
  const flags = ['--expose-gc', '--import', 'tsx', ...limit]
  return JSON.parse(
    execFileSync(process.execPath, [...flags, import.meta.filename, path]).toString(),
  )
}

const megabytes = (bytes: number) => Math.round(bytes / 1e6)

function tell(path: string, { loadMs, hashMs, holdMs, saveMs, savedBytes }: Taken): void {
  const rate = (bytes: number, ms: number) =>
    `${ms} ms of CPU, ${Math.round(bytes / ms / 1e3)} MB/s`
  console.log(`load: ${rate(statSync(path).size, loadMs)}; held for ${holdMs} ms at most`)
  console.log(`hashed afterwards: ${hashMs} ms of CPU`)
  console.log(`save: ${rate(savedBytes, saveMs)}`)
}

async function main(): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'preconf-bench-'))
  try {
    const plain = join(folder, 'state.json')
    await writeAtomically(plain, fileText())
    const compressed = join(folder, 'state.json.gz')
    writeFileSync(compressed, gzipSync(Buffer.concat([...fileText()])))
    console.log(`${accounts} accounts, ${megabytes(statSync(plain).size)} MB of JSON`)
    const free = loadApart(plain)
    const heap = Math.ceil((free.before + allowance * free.stateBytes) / 2 ** 20)
    console.log(`the state takes ${megabytes(free.stateBytes)} MB; heaps end at ${heap} MiB`)
    tell(plain, free)
    for (const path of [plain, compressed]) {
      const { loadMs, peakBytes } = loadApart(path, heap)
      const name = path.endsWith('.gz') ? 'compressed' : 'plain'
      console.log(`${name}: ${loadMs} ms of CPU, ${megabytes(peakBytes)} MB resident at most`)
    }
    const server = await startCommand(['--state', plain])
    const ending = performance.now()
    await server.stop()
    const endMs = Math.round(performance.now() - ending)
    console.log(`the command: ${Math.round(server.startMs)} ms to start, ${endMs} ms to end`)
    console.log('the file that it has written:')
    tell(plain, loadApart(plain))
    const again = await startCommand(['--state', plain])
    console.log(`the command: ${Math.round(again.startMs)} ms to start`)
    await again.stop()
  } finally {
    rmSync(folder, { recursive: true })
  }
}

const [path] = process.argv.slice(2)
await (path === undefined ? main() : load(path))
