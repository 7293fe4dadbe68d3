// Time to the first answer, wall and CPU: of the built command in a fresh process, with what V8 has kept of an
// earlier run and without, of createDevnet() in a loaded process, and with `--anvil PATH` of anvil in turn with
// them. The best of several starts, as whatever else the machine does only adds to them.
import { join } from 'node:path'
import { anvilPath, type Server, startAnvil, startCommand } from './servers.ts'

const rounds = 12

interface Start {
  readonly wallMs: number
  readonly cpuMs: number
}

async function timed(start: () => Promise<Server>): Promise<Start> {
  const server = await start()
  const took = { wallMs: server.startMs, cpuMs: server.cpuMs() }
  await server.stop()
  return took
}

function bestOf(starts: readonly Start[]): Start {
  return {
    wallMs: Math.min(...starts.map(({ wallMs }) => wallMs)),
    cpuMs: Math.min(...starts.map(({ cpuMs }) => cpuMs)),
  }
}

// What has been compiled is there from the first start on.
await timed(() => startCommand())
const commands: Start[] = []
const uncached: Start[] = []
const anvils: Start[] = []
const path = anvilPath()
for (let round = 0; round < rounds; round++) {
  commands.push(await timed(() => startCommand()))
  process.env.PRECONF_CACHE = 'off'
  uncached.push(await timed(() => startCommand()))
  delete process.env.PRECONF_CACHE
  if (path !== undefined) anvils.push(await timed(() => startAnvil(path)))
}

const built = join(import.meta.dirname, '../../dist/index.js')
const { createDevnet } = (await import(built)) as typeof import('../../src/index.ts')
const inProcess: number[] = []
for (let round = 0; round < rounds; round++) {
  const startedMs = performance.now()
  await using devnet = await createDevnet()
  await devnet.provider.request({ method: 'eth_chainId' })
  inProcess.push(performance.now() - startedMs)
}

const reference = anvils.length === 0 ? undefined : bestOf(anvils)
const show = (name: string, ms: number, anvilMs: number | undefined) => {
  const ratio = anvilMs === undefined ? '' : `  ${(anvilMs / ms).toFixed(2)} x as fast as anvil`
  console.log(`${name.padEnd(44)} ${ms.toFixed(1).padStart(8)} ms${ratio}`)
}
for (const [name, { wallMs, cpuMs }] of [
  ['preconf command', bestOf(commands)],
  ['preconf command, nothing compiled before', bestOf(uncached)],
] as const) {
  show(`${name}, to first answer`, wallMs, reference?.wallMs)
  show('  of that CPU time', cpuMs, reference?.cpuMs)
}
show('createDevnet() to first answer, first time', inProcess[0] as number, reference?.wallMs)
show('createDevnet() to first answer', Math.min(...inProcess.slice(1)), reference?.wallMs)
if (reference !== undefined) {
  show('anvil to first answer', reference.wallMs, reference.wallMs)
  show('  of that CPU time', reference.cpuMs, reference.cpuMs)
}
