import { execFileSync } from 'node:child_process'
import { once } from 'node:events'
import {
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  watch,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { Random } from '../../src/lib/random.ts'
import { spawnCommand, startCommand } from '../support/command.ts'
import { rpc } from '../support/rpc.ts'
import { seedOf, times } from '../support/runs.ts'
import { titled } from '../support/skips.ts'

const folder = mkdtempSync(join(tmpdir(), 'preconf-crash-'))
const small = join(folder, 'small')

const noSmallDisk = mountSmallDisk()
afterAll(() => {
  if (noSmallDisk === undefined) execFileSync('umount', [small])
  rmSync(folder, { recursive: true })
})

/** The number of the newest block in a state file, once there is one. */
function savedHead(file: string): unknown {
  try {
    return JSON.parse(readFileSync(file, 'utf8')).best_block_number
  } catch {
    return undefined
  }
}

/** A disk that is full soon; the reason why there is none. */
function mountSmallDisk(): string | undefined {
  mkdirSync(small)
  try {
    execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=64k', 'tmpfs', small], { stdio: 'ignore' })
    return undefined
  } catch {
    return 'a small disk cannot be mounted by this user'
  }
}

/** Its own place for a state file. */
function place(name: string): string {
  const own = join(folder, name)
  mkdirSync(own)
  return join(own, 'state.json')
}

/** Saves all the time. */
const busy = (file: string) =>
  [
    '--block-time',
    '10ms',
    '--mining',
    'interval',
    '--state',
    file,
    '--state-interval',
    '1ms',
  ] as const

/** Resolves in the middle of one of the next saves: a temporary file appears, is written and takes the file's place. */
async function amidSaves(file: string, random: Random): Promise<void> {
  const watcher = watch(join(file, '..'))
  for (let left = 20 + Math.floor(random.next() * 60); left > 0; left--)
    await once(watcher, 'change')
  watcher.close()
}

const kills = times(4, 200)

test(`killed ${kills} times at any moment, the old file stands there or the new one, whole`, async () => {
  const file = place('killed')
  const random = new Random(`state files ${seedOf(0)}`)
  let highest = 0n
  for (let round = 0; round < kills; round++) {
    await using command = await startCommand(busy(file))
    const number = BigInt((await rpc(command.url, 'eth_blockNumber')) as string)
    expect(number).toBeGreaterThanOrEqual(highest)
    await amidSaves(file, random)
    command.process.kill('SIGKILL')
    await command.ended
    const { best_block_number: best } = JSON.parse(readFileSync(file, 'utf8'))
    highest = BigInt(best)
    expect(highest).toBeGreaterThan(0n)
  }
  // What a save leaves that was under way is removed by the next start, and its lock.
  await using last = await startCommand(busy(file).slice(0, -2))
  await rpc(last.url, 'eth_blockNumber')
  last.process.kill('SIGTERM')
  await last.ended
  expect(readdirSync(join(file, '..'))).toEqual(['state.json'])
})

test('ended with SIGTERM in the middle of a save, all of the chain is in the file', async () => {
  const file = place('ended')
  const random = new Random('saves')
  for (let round = 0; round < 3; round++) {
    await using command = await startCommand(busy(file))
    await amidSaves(file, random)
    const before = BigInt((await rpc(command.url, 'eth_blockNumber')) as string)
    command.process.kill('SIGTERM')
    expect(await command.ended).toMatchObject({ code: 0, stderr: '' })
    expect(readdirSync(join(file, '..'))).toEqual(['state.json'])
    const { best_block_number: best } = JSON.parse(readFileSync(file, 'utf8'))
    expect(BigInt(best)).toBeGreaterThanOrEqual(before)
  }
})

test('two at one file: the second is refused, with the process id of the first', async () => {
  const file = place('shared')
  await using first = await startCommand(['--mining', 'manual', '--state', file])
  await using second = spawnCommand(['--port', '0', '--state', file])
  const { code, stdout, stderr } = await second.ended
  expect([code, stdout]).toEqual([1, ''])
  expect(stderr).toMatch(
    new RegExp(
      `^preconf: cannot write [^\\n]*another devnet of process ${first.process.pid} [^\\n]*\\n$`,
    ),
  )
  await rpc(first.url, 'evm_mine')
  first.process.kill('SIGTERM')
  expect(await first.ended).toMatchObject({ code: 0, stderr: '' })
  expect(JSON.parse(readFileSync(file, 'utf8'))).toMatchObject({ best_block_number: 1 })
})

test('a place where nothing can be written is refused at once', async () => {
  await using command = spawnCommand(['--port', '0', '--state', '/proc/none/state.json'])
  const { code, stdout, stderr } = await command.ended
  expect([code, stdout]).toEqual([1, ''])
  expect(stderr).toMatch(/^preconf: cannot write \/proc\/none\/state\.json: [^\n]*\n$/)
})

test.skipIf(noSmallDisk)(
  titled('on a full disk it goes on, says so, and the old file stays', noSmallDisk),
  async () => {
    const file = join(small, 'state.json')
    const flags = ['--mining', 'manual', '--state', file]
    await using command = await startCommand([...flags, '--state-interval', '50ms'])
    await rpc(command.url, 'evm_mine')
    await expect.poll(() => savedHead(file)).toBe(1)
    const before = readFileSync(file)
    const code = `0x${'fe'.repeat(24_000)}`
    await rpc(command.url, 'anvil_setCode', [`0x${'b0'.repeat(20)}`, code])
    await rpc(command.url, 'anvil_setCode', [`0x${'b1'.repeat(20)}`, code.slice(0, -2)])
    await expect
      .poll(() => command.stderr)
      .toMatch(/cannot write [^\n]*state\.json: ENOSPC: no space left on device/)
    expect(await rpc(command.url, 'eth_blockNumber')).toBe('0x1')
    expect(readFileSync(file)).toEqual(before)
    // The next save may be under way already.
    await expect.poll(() => readdirSync(small).filter((name) => name.endsWith('.tmp'))).toEqual([])
    command.process.kill('SIGTERM')
    expect(await command.ended).toMatchObject({ code: 1 })
    expect(readFileSync(file)).toEqual(before)
    writeFileSync(join(folder, 'kept.json'), before)
    await using next = await startCommand([
      '--mining',
      'manual',
      '--load-state',
      join(folder, 'kept.json'),
    ])
    expect(await rpc(next.url, 'eth_blockNumber')).toBe('0x1')
  },
)
