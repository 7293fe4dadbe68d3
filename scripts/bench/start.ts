// Time to the first answer: of the built command in a fresh process (wall and CPU time), of createDevnet()
// in a loaded process, and with `--anvil PATH` of anvil in the same run.
import { join } from 'node:path'
import { anvilPath, startAnvil, startCommand } from './servers.ts'

const rounds = 7

function median(values: readonly number[]): number {
  return [...values].sort((left, right) => left - right)[values.length >> 1] as number
}

const commands: { wallMs: number; cpuMs: number }[] = []
for (let round = 0; round < rounds; round++) {
  const command = await startCommand()
  commands.push({ wallMs: command.startMs, cpuMs: command.cpuMs() })
  await command.stop()
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
show('  of that CPU time', median(commands.map(({ cpuMs }) => cpuMs)))
show('createDevnet() to first answer, first time', inProcess[0] as number)
show('createDevnet() to first answer', median(inProcess.slice(1)))
if (reference !== undefined) show('anvil to first answer', reference)
