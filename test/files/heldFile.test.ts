import { spawn } from 'node:child_process'
import { once } from 'node:events'
import {
  existsSync,
  mkdtempSync,
  readdirSync,
  rmSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { holdFile } from '../../src/files/heldFile.ts'
import { createDevnet } from '../../src/index.ts'

const folder = mkdtempSync(join(tmpdir(), 'preconf-held-'))
afterAll(() => rmSync(folder, { recursive: true }))

const path = (name: string) => join(folder, name)
const lockOf = (name: string) => path(`.${name}.lock`)

test('one devnet at a time keeps its chain in a file', async () => {
  const state = path('one.json')
  const options = { clock: 'manual' as const, state }
  const first = await createDevnet(options)
  const words = `cannot write ${state}: another devnet of this process keeps its chain there`
  await expect(createDevnet(options)).rejects.toThrow(words)
  await first.close()
  await first.close()
  await using _second = await createDevnet(options)
})

test('nothing is held of a devnet that could not begin', async () => {
  const state = path('broken.json')
  writeFileSync(state, 'PNG')
  await expect(createDevnet({ state })).rejects.toThrow('it begins with')
  expect(existsSync(lockOf('broken.json'))).toBe(false)
  await expect(
    createDevnet({ state: path('a.json'), dumpState: path('no/b.json') }),
  ).rejects.toThrow()
  expect(existsSync(lockOf('a.json'))).toBe(false)
})

test('another process is named by its id', async () => {
  const other = spawn(process.execPath, ['-e', 'setInterval(() => {}, 1000)'])
  try {
    await once(other, 'spawn')
    writeFileSync(lockOf('other.json'), `${other.pid}\n`)
    await expect(holdFile(path('other.json'))).rejects.toThrow(
      `another devnet of process ${other.pid} keeps its chain there: end it, or give another file (if there is none, remove ${lockOf('other.json')})`,
    )
  } finally {
    other.kill('SIGKILL')
    await once(other, 'exit')
  }
  // What it has left holds nobody up.
  const held = await holdFile(path('other.json'))
  await held.release()
})

test('a lock from before this process delays no others, though the id is the same', async () => {
  writeFileSync(lockOf('again.json'), `${process.pid}\n`)
  utimesSync(lockOf('again.json'), 1_000_000_000, 1_000_000_000)
  const held = await holdFile(path('again.json'))
  await held.release()
  expect(readdirSync(folder).filter((name) => name.includes('again'))).toEqual([])
})

test('a link is the file that it leads to', async () => {
  writeFileSync(path('real.json'), '')
  symlinkSync(path('real.json'), path('link.json'))
  const held = await holdFile(path('real.json'))
  await expect(holdFile(path('link.json'))).rejects.toThrow('keeps its chain there')
  await held.release()
})
