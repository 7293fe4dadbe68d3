// What a large state costs: a block with a transfer and its receipt, an empty block, and a snapshot with a
// change that is reverted, at 20,000 and 1,000,000 accounts; the built command and with `--anvil PATH` Anvil,
// both from the same genesis file. CPU time of the server for each. Takes some minutes, as Anvil does at a
// million accounts.
// `npm run bench -- large-state [--anvil PATH] [--sizes 20000,1000000]`.
import { closeSync, mkdtempSync, openSync, rmSync, writeSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { type HttpClient, httpClient } from './client.ts'
import { goalAtLeast } from './goal.ts'
import { type Server, startAnvil, startCommand } from './servers.ts'

const { values } = parseArgs({
  options: {
    anvil: { type: 'string' },
    sizes: { type: 'string', default: '20000,1000000' },
  },
})
/** Each kind of work is repeated for so long, and once at least. */
const turnMs = 10_000
const maxTurns = 400
const [alice, bob] = [
  '0xf39fd6e51aad88f6f4ce6ab8827279cfffb92266',
  '0x70997970c51812dc3a010c7d01b50e0d17dc79c8',
]

type Work = (client: HttpClient) => Promise<void>

let sent = 0

async function transfer({ request }: HttpClient): Promise<void> {
  // Each another one, as some nodes remember what has been reverted.
  const value = `0x${(++sent).toString(16)}`
  // Anvil goes on counting after a revert.
  const nonce = await request('eth_getTransactionCount', [alice, 'latest'])
  const transaction = { from: alice, to: bob, value, gas: '0x5208', nonce }
  const hash = await request('eth_sendTransaction', [transaction])
  await request('evm_mine', [])
  if ((await request('eth_getTransactionReceipt', [hash])) === null) throw new Error('not mined')
}

const works: Readonly<Record<string, Work>> = {
  transfer,
  'empty block': async ({ request }) => {
    await request('evm_mine', [])
  },
  'snapshot, transfer, revert': async (client) => {
    const snapshot = await client.request('evm_snapshot', [])
    await transfer(client)
    if ((await client.request('evm_revert', [snapshot])) !== true) throw new Error('not reverted')
  },
}

function writeGenesis(path: string, accounts: number): void {
  const file = openSync(path, 'w')
  const config = {
    chainId: 31_337,
    ...Object.fromEntries(
      ['homestead', 'eip150', 'eip155', 'eip158', 'byzantium', 'constantinople', 'petersburg']
        .concat(['istanbul', 'berlin', 'london'])
        .map((fork) => [`${fork}Block`, 0]),
    ),
    terminalTotalDifficulty: 0,
    terminalTotalDifficultyPassed: true,
    shanghaiTime: 0,
    cancunTime: 0,
    blobSchedule: { cancun: { target: 3, max: 6, baseFeeUpdateFraction: 3_338_477 } },
  }
  const header = { config, gasLimit: '0x1c9c380', difficulty: '0x0', timestamp: '0x0', alloc: 0 }
  writeSync(file, JSON.stringify(header).replace(/0}$/, '{'))
  const balance = `{"balance":"0x${(10n ** 22n).toString(16)}"}`
  for (let index = 0; index < accounts; index++) {
    const address = (0x1_0000_0000 + index).toString(16).padStart(40, '0')
    writeSync(file, `${index === 0 ? '' : ','}"0x${address}":${balance}`)
  }
  writeSync(file, `,"${alice}":${balance},"${bob}":${balance}}}`)
  closeSync(file)
}

/** CPU time of the server for each, in ms. */
async function measure(server: Server, work: Work): Promise<number> {
  const client = httpClient(server.url, 1)
  await work(client)
  const beforeMs = server.cpuMs()
  const startedMs = performance.now()
  let turns = 0
  while (turns === 0 || (turns < maxTurns && performance.now() - startedMs < turnMs)) {
    await work(client)
    turns++
  }
  client.close()
  return (server.cpuMs() - beforeMs) / turns
}

const folder = mkdtempSync(join(tmpdir(), 'preconf-large-'))
try {
  for (const size of values.sizes.split(',').map(Number)) {
    const path = join(folder, `${size}.json`)
    writeGenesis(path, size)
    const starts = [() => startCommand(['--mining', 'manual', '--init', path])]
    const { anvil } = values
    if (anvil !== undefined) starts.push(() => startAnvil(anvil, ['--no-mining', '--init', path]))
    const measured: Record<string, number>[] = []
    // One after the other: at a million accounts they have gigabytes.
    for (const start of starts) {
      const server = await start()
      const times: Record<string, number> = {}
      for (const [name, work] of Object.entries(works)) times[name] = await measure(server, work)
      await server.stop()
      measured.push(times)
    }
    const [ours = {}, theirs] = measured
    console.log(`${size} accounts, ms of CPU time each`)
    for (const [name, ms] of Object.entries(ours)) {
      const peer = theirs?.[name]
      const ratio =
        peer === undefined ? '' : `  anvil ${peer.toFixed(1)}, ${(peer / ms).toFixed(0)} x`
      console.log(`  ${name.padEnd(28)} ${ms.toFixed(2).padStart(8)}${ratio}`)
      if (peer !== undefined) goalAtLeast(`  ${name}, CPU time`, peer / ms, 1, "x Anvil's speed")
    }
  }
} finally {
  rmSync(folder, { recursive: true })
}
