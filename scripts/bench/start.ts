// Time to the first answer: of the built command in a fresh process (wall and CPU time), of createDevnet()
// in a loaded process, and with `--anvil PATH` of anvil in the same run.
import { spawn } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { anvilPath, firstAnswer, freePort, startAnvil } from './anvil.ts'

const rounds = 7
const cli = join(import.meta.dirname, '../../dist/cli.js')

/** Clock ticks of the kernel per second, which /proc counts CPU time in. */
const ticksPerSecond = 100

/** CPU milliseconds that a process has used so far; Linux only. */
function cpuMs(pid: number | undefined): number {
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]?.split(' ') ?? []
  return ((Number(fields[11]) + Number(fields[12])) / ticksPerSecond) * 1000
}

function median(values: readonly number[]): number {
  return [...values].sort((left, right) => left - right)[values.length >> 1] as number
}

async function startCommand(): Promise<{ wallMs: number; cpu: number }> {
  const port = await freePort()
  const startedMs = performance.now()
  const child = spawn(process.execPath, [cli, '--silent', '--port', String(port)], {
    stdio: 'ignore',
  })
  await firstAnswer(`http://127.0.0.1:${port}`, child)
  const wallMs = performance.now() - startedMs
  const cpu = cpuMs(child.pid)
  await new Promise((resolve) => {
    child.once('exit', resolve)
    child.kill()
  })
  return { wallMs, cpu }
}

const commands: { wallMs: number; cpu: number }[] = []
for (let round = 0; round < rounds; round++) commands.push(await startCommand())

const built = join(import.meta.dirname, '../../dist/index.js')
const { createDevnet } = (await import(built)) as typeof import('../../src/index.ts')
const inProcess: number[] = []
for (let round = 0; round < rounds; round++) {
  const startedMs = performance.now()
  await using devnet = await createDevnet()
  await devnet.provider.request({ method: 'eth_chainId' })
  inProcess.push(performance.now() - startedMs)
}

const path = anvilPath()
const anvils: number[] = []
for (let round = 0; path !== undefined && round < rounds; round++) {
  const anvil = await startAnvil(path)
  anvils.push(anvil.startMs)
  await anvil.stop()
}
const reference = anvils.length === 0 ? undefined : median(anvils)
const show = (name: string, ms: number) => {
  const ratio = reference === undefined ? '' : `  ${(reference / ms).toFixed(2)} x as fast as anvil`
  console.log(`${name.padEnd(44)} ${ms.toFixed(1).padStart(8)} ms${ratio}`)
}
show('preconf command to first answer', median(commands.map(({ wallMs }) => wallMs)))
show('  of that CPU time', median(commands.map(({ cpu }) => cpu)))
show('createDevnet() to first answer, first time', inProcess[0] as number)
show('createDevnet() to first answer', median(inProcess.slice(1)))
if (reference !== undefined) show('anvil to first answer', reference)
