// Time to the first answer, wall and CPU: of the built command in a fresh process, with what V8 has kept of an
// earlier run and without, of `node -e 0` to its end, of `import` and createDevnet() in a fresh process, of
// createDevnet() in a loaded process, and with `--anvil PATH` of anvil in turn with them. The best of several
// starts, as whatever else the machine does only adds to them.
import { execFileSync } from 'node:child_process'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { environment } from './environment.ts'
import { goal } from './goal.ts'
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

/** The output of a program of Node, and how long it takes from its start to its end. */
function run(program: string): { wallMs: number; output: string } {
  const startedMs = performance.now()
  const args = ['--input-type=module', '-e', program]
  const output = execFileSync(process.execPath, args, { env: environment(), encoding: 'utf8' })
  return { wallMs: performance.now() - startedMs, output }
}

const built = join(import.meta.dirname, '../../dist/index.js')

/** What is imported and made in a fresh process; prints how many ms both take. */
const library = `
  const startedMs = performance.now()
  const { createDevnet } = await import('${pathToFileURL(built)}')
  const devnet = await createDevnet()
  console.log(performance.now() - startedMs)
  await devnet.close()`

// What has been compiled is there from the first start on.
run(library)
await timed(() => startCommand())
const commands: Start[] = []
const withoutPage: Start[] = []
const uncached: Start[] = []
const anvils: Start[] = []
const nodeMs: number[] = []
const libraryMs: number[] = []
const path = anvilPath()
for (let round = 0; round < rounds; round++) {
  commands.push(await timed(() => startCommand()))
  withoutPage.push(await timed(() => startCommand(['--no-inspector'])))
  process.env.PRECONF_CACHE = 'off'
  uncached.push(await timed(() => startCommand()))
  delete process.env.PRECONF_CACHE
  nodeMs.push(run('0').wallMs)
  libraryMs.push(Number(run(library).output))
  if (path !== undefined) anvils.push(await timed(() => startAnvil(path)))
}

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
  ['preconf command, --no-inspector', bestOf(withoutPage)],
  ['preconf command, nothing compiled before', bestOf(uncached)],
] as const) {
  show(`${name}, to first answer`, wallMs, reference?.wallMs)
  show('  of that CPU time', cpuMs, reference?.cpuMs)
}
show('node -e 0', Math.min(...nodeMs), reference?.wallMs)
show('import and createDevnet()', Math.min(...libraryMs), reference?.wallMs)
show('createDevnet() to first answer, first time', inProcess[0] as number, reference?.wallMs)
show('createDevnet() to first answer', Math.min(...inProcess.slice(1)), reference?.wallMs)
if (reference !== undefined) {
  show('anvil to first answer', reference.wallMs, reference.wallMs)
  show('  of that CPU time', reference.cpuMs, reference.cpuMs)
}
const ownMs = (starts: readonly Start[]) => bestOf(starts).wallMs - Math.min(...nodeMs)
goal('first answer, above node -e 0', ownMs(commands), 90, 'ms')
goal('the same, nothing compiled before', ownMs(uncached), 160, 'ms')
goal('import and createDevnet()', Math.min(...libraryMs), 80, 'ms')
