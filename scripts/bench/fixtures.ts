// What a fixture costs: executed by the first start, read from disk by the next one, and loaded again in the same
// process; and the same history read from a state file. Of a chain with contracts and transfers of tokens.
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { encodeDeployData, encodeFunctionData } from 'viem'
import { createDevnet, fixture, type PreconfDevnet } from '../../src/index.ts'
import { tokenAbi, tokenBytecode } from '../../test/support/token.ts'

const rounds = 7
const contracts = 20
const transfers = 10

const cache = await mkdtemp(join(tmpdir(), 'preconf-bench-'))

async function deploy(devnet: PreconfDevnet): Promise<number> {
  const [from, to] = [devnet.accounts[0]?.address, devnet.accounts[1]?.address ?? '0x']
  const send = (transaction: object) =>
    devnet.provider.request({
      method: 'eth_sendTransaction',
      params: [{ from, ...transaction }],
    })
  const data = encodeDeployData({
    abi: tokenAbi,
    bytecode: tokenBytecode,
    args: ['Token', 'TOK', 1000n],
  })
  const call = encodeFunctionData({ abi: tokenAbi, functionName: 'transfer', args: [to, 1n] })
  for (let contract = 0; contract < contracts; contract++) {
    const request = { method: 'eth_getTransactionReceipt', params: [await send({ data })] }
    const { contractAddress } = await devnet.provider.request(request)
    for (let transfer = 0; transfer < transfers; transfer++) {
      await send({ to: contractAddress, data: call })
    }
  }
  return Number(await devnet.provider.request({ method: 'eth_blockNumber' }))
}

const deployed = () => fixture({ inputs: contracts }, ({ devnet }) => deploy(devnet))

async function median(task: () => Promise<number>): Promise<number> {
  const times: number[] = []
  for (let round = 0; round < rounds; round++) times.push(await task())
  return times.sort((left, right) => left - right)[rounds >> 1] as number
}

/** Milliseconds from before a start until the fixture is loaded. */
async function start(options: { readonly cache: string }): Promise<number> {
  const shown = deployed()
  const startedMs = performance.now()
  await using devnet = await createDevnet({ mining: 'auto', clock: 'manual', ...options })
  await devnet.loadFixture(shown)
  return performance.now() - startedMs
}

/** Milliseconds of one of many uses on one devnet. */
async function loadAgain(prepare: (devnet: PreconfDevnet) => Promise<unknown>): Promise<number> {
  const shown = deployed()
  await using devnet = await createDevnet({ mining: 'auto', clock: 'manual', cache })
  await devnet.loadFixture(shown)
  let spentMs = 0
  const uses = 200
  for (let use = 0; use < uses; use++) {
    await prepare(devnet)
    const startedMs = performance.now()
    await devnet.loadFixture(shown)
    spentMs += performance.now() - startedMs
  }
  return spentMs / uses
}

async function forkAndLoad(): Promise<number> {
  const shown = deployed()
  await using devnet = await createDevnet({ mining: 'auto', clock: 'manual', cache })
  await devnet.loadFixture(shown)
  const startedMs = performance.now()
  const uses = 200
  for (let use = 0; use < uses; use++) {
    await using fork = await devnet.fork()
    await fork.loadFixture(shown)
  }
  return (performance.now() - startedMs) / uses
}

async function readStateFile(): Promise<() => Promise<number>> {
  await using devnet = await createDevnet({ mining: 'auto', clock: 'manual', cache })
  await devnet.loadFixture(deployed())
  const loadState = await devnet.dumpState()
  return async () => {
    const startedMs = performance.now()
    await using other = await createDevnet({ mining: 'auto', clock: 'manual', loadState })
    await other.seal()
    return performance.now() - startedMs
  }
}

function show(name: string, ms: number): void {
  console.log(`${name.padEnd(52)} ${ms.toFixed(2).padStart(9)} ms`)
}

show(
  `start and execute ${contracts * (transfers + 1)} transactions`,
  await median(() => start({ cache: 'off' })),
)
await start({ cache })
show('start and read what they left from disk', await median(() => start({ cache })))
show('start with the same in a state file', await median(await readStateFile()))
show('load it again', await median(() => loadAgain(async () => {})))
show('load it again after a block', await median(() => loadAgain((devnet) => devnet.seal())))
show('fork and load it', await median(forkAndLoad))
await rm(cache, { recursive: true })
