/**
 * What it takes to load a state file of 500,000 accounts: the time, and whether it fits into the
 * memory of the state and 20 % more. Each load runs in a process of its own whose heap ends there.
 * Run with `npm run bench:state-file`; takes a minute. Fails when a load does not fit.
 */
import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { initCrypto } from '../../src/ethereumjs/crypto.ts'
import { createProtocol, protocolOf } from '../../src/ethereumjs/protocol/protocol.ts'
import { pathSource } from '../../src/files/fileSource.ts'
import { readStateFile } from '../../src/files/state/stateFile.ts'
import { bytesToHex, numberToBytes } from '../../src/lib/hex.ts'
import { writeAtomically } from '../../src/lib/writeAtomically.ts'
import { emptyState } from '../../src/state/persistentState.ts'

const accounts = 500_000
/** One account in ten is a contract with code and two slots. */
const contractEvery = 10
const allowance = 1.2

const text = new TextEncoder()

function* fileText(): Generator<Uint8Array> {
  yield text.encode('{"block":null,"accounts":{')
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
  const start = performance.now()
  const file = await readStateFile(await pathSource(path), {
    base: emptyState(),
    protocol,
    protocolOf: (rules) => protocolOf(rules, { transactionGasCap: false }),
  })
  const seconds = (performance.now() - start) / 1000
  const stateBytes = used() - before
  const peakBytes = process.resourceUsage().maxRSS * 1024
  console.log(JSON.stringify({ before, stateBytes, seconds, peakBytes }))
  // Held until here, so that it counts.
  if (file.blocks.length > 0) throw new Error('the file has no blocks')
}

function used(): number {
  globalThis.gc?.()
  return process.memoryUsage().heapUsed
}

interface Taken {
  readonly before: number
  readonly stateBytes: number
  readonly seconds: number
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

async function main(): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'preconf-bench-'))
  try {
    const plain = join(folder, 'state.json')
    await writeAtomically(plain, fileText())
    const compressed = join(folder, 'state.json.gz')
    writeFileSync(compressed, gzipSync(Buffer.concat([...fileText()])))
    const free = loadApart(plain)
    const heap = Math.ceil((free.before + allowance * free.stateBytes) / 2 ** 20)
    console.log(`${accounts} accounts, ${megabytes(statSync(plain).size)} MB of JSON`)
    console.log(`the state takes ${megabytes(free.stateBytes)} MB; heaps end at ${heap} MiB`)
    for (const path of [plain, compressed]) {
      const { seconds, peakBytes } = loadApart(path, heap)
      const name = path.endsWith('.gz') ? 'compressed' : 'plain'
      console.log(`${name}: ${seconds.toFixed(1)} s, ${megabytes(peakBytes)} MB resident at most`)
    }
  } finally {
    rmSync(folder, { recursive: true })
  }
}

const [path] = process.argv.slice(2)
await (path === undefined ? main() : load(path))
