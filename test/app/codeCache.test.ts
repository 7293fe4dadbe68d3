import { execFileSync } from 'node:child_process'
import {
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  truncateSync,
  utimesSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { buildSync } from 'esbuild'
import { afterEach, beforeEach, expect, test } from 'vitest'

let folder: string
let built: string

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'preconf-code-'))
  built = join(folder, 'codeCache.mjs')
  buildSync({
    entryPoints: [join(import.meta.dirname, '../../src/app/codeCache.ts')],
    outfile: built,
    bundle: true,
    platform: 'node',
    format: 'esm',
  })
  const functions = Array.from(
    { length: 200 },
    (_, index) =>
      `exports.f${index} = (a) => { let sum = ${index}; while (a-- > 0) sum += a; return sum }`,
  )
  writeFileSync(join(folder, 'bundle.cjs'), functions.join('\n'))
})

afterEach(() => rmSync(folder, { recursive: true }))

/** What is kept after a run that calls the functions from `first` to before `end`. */
function keptAfter(first: number, end: number): Buffer {
  const program = `
    import { requireWithCodeCache } from '${pathToFileURL(built)}'
    const { exports, keep } = requireWithCodeCache('${join(folder, 'bundle.cjs')}', '${join(folder, 'code')}', 'b')
    for (const [name, call] of Object.entries(exports).slice(${first}, ${end}))
      if (call(3) !== 3 + Number(name.slice(1))) throw new Error('wrong sum')
    keep()
    keep()`
  execFileSync(process.execPath, ['--input-type=module', '-e', program])
  return readFileSync(keptFile())
}

function keptFile(): string {
  const [name = ''] = readdirSync(join(folder, 'code'))
  return join(folder, 'code', name)
}

/** As if what is kept had been written so long ago, or later. */
function age(seconds: number): void {
  const then = Date.now() / 1000 - seconds
  utimesSync(keptFile(), then, then)
}

test('what runs have compiled is kept together', () => {
  const little = keptAfter(0, 10)
  age(2)
  const more = keptAfter(100, 200)
  expect(more.length).toBeGreaterThan(1.25 * little.length)
  age(2)
  const all = keptAfter(0, 200)
  expect(all.length).toBeGreaterThan(1.25 * more.length)
  rmSync(join(folder, 'code'), { recursive: true })
  expect(keptAfter(0, 200).length).toBe(all.length)
})

test('the more often in vain, the later a run looks for more', () => {
  const little = keptAfter(0, 10)
  age(-60)
  expect(keptAfter(0, 200)).toEqual(little)
  for (const seconds of [2, 4, 8]) {
    age(seconds)
    expect(keptAfter(0, 10).length).toBe(little.length)
  }
  age(1)
  expect(keptAfter(0, 200).length).toBe(little.length)
  age(20)
  expect(keptAfter(0, 200).length).toBeGreaterThan(1.25 * little.length)
})

test('what V8 does not take is replaced at once', () => {
  const whole = keptAfter(0, 200)
  writeFileSync(keptFile(), Buffer.alloc(2 * whole.length, 1))
  expect(keptAfter(0, 200).length).toBe(whole.length)
})

test('what was damaged is not given to V8, which would crash, and is replaced', () => {
  const whole = keptAfter(0, 200)
  const file = keptFile()
  for (let place = 0; place < 6; place++) {
    const flipped = Buffer.from(whole)
    // Behind the head, of which V8 looks at the fields itself.
    const at = 64 + Math.floor(((whole.length - 64) * place) / 6)
    for (let byte = at; byte < Math.min(at + 4096, whole.length); byte++)
      flipped.writeUInt8(flipped.readUInt8(byte) ^ 0x55, byte)
    writeFileSync(file, flipped)
    expect(keptAfter(0, 200).length).toBe(whole.length)
  }
})

test.each<[string, (file: string, whole: Buffer) => void]>([
  ['cut', (file, whole) => writeFileSync(file, whole.subarray(0, whole.length / 2))],
  ['empty', (file) => writeFileSync(file, '')],
  ['shorter than what ends it', (file) => writeFileSync(file, 'abc')],
  ['larger than any code', (file) => truncateSync(file, 2 ** 40)],
  [
    'a pipe',
    (file) => {
      rmSync(file)
      execFileSync('mkfifo', [file])
    },
  ],
])('what is %s is replaced', (_name, damage) => {
  const whole = keptAfter(0, 200)
  damage(keptFile(), whole)
  expect(keptAfter(0, 200).length).toBe(whole.length)
})

test('with a folder in its place the program runs', () => {
  keptAfter(0, 10)
  const file = keptFile()
  rmSync(file)
  mkdirSync(file)
  expect(() => keptAfter(0, 10)).toThrow('EISDIR')
})

test('a file and its parts are one program, and each is kept', () => {
  const parts = join(folder, 'parts')
  mkdirSync(parts)
  const bundle = join(folder, 'bundle.cjs')
  writeFileSync(bundle, "exports.own = {}; exports.load = () => require('./parts/a-1.cjs')")
  writeFileSync(
    join(parts, 'a-1.cjs'),
    "exports.own = require('../bundle.cjs').own; exports.b = require('./b-2.cjs'); exports.join = require('path').join",
  )
  writeFileSync(join(parts, 'b-2.cjs'), 'exports.file = __filename')
  const program = `
    import { requireWithCodeCache } from '${pathToFileURL(built)}'
    const { exports, keep } = requireWithCodeCache('${bundle}', '${join(folder, 'code')}', 'b')
    const part = exports.load()
    keep()
    console.log(part.own === exports.own, part === exports.load(), part.b.file, part.join('c', 'd'))`
  for (const _run of ['first', 'with kept code']) {
    const printed = execFileSync(process.execPath, ['--input-type=module', '-e', program])
    expect(String(printed)).toBe(`true true ${join(parts, 'b-2.cjs')} c/d\n`)
    const kept = readdirSync(join(folder, 'code')).map(
      (name) => /[^-]*(-\d)?\.code$/.exec(name)?.[0],
    )
    expect(kept.sort()).toEqual(['a-1.code', 'b-2.code', 'bundle.code'])
  }
})

test('a part that fails is loaded anew by who asks again', () => {
  mkdirSync(join(folder, 'parts'))
  const bundle = join(folder, 'bundle.cjs')
  writeFileSync(bundle, "exports.load = () => require('./parts/a-1.cjs').whole")
  writeFileSync(
    join(folder, 'parts/a-1.cjs'),
    "if (process.env.READY === undefined) throw new Error('not ready'); exports.whole = true",
  )
  const program = `
    import { requireWithCodeCache } from '${pathToFileURL(built)}'
    const { exports } = requireWithCodeCache('${bundle}', '${join(folder, 'code')}', 'b')
    try { exports.load() } catch ({ message }) { console.log(message) }
    process.env.READY = '1'
    console.log(exports.load())`
  const printed = execFileSync(process.execPath, ['--input-type=module', '-e', program])
  expect(String(printed)).toBe('not ready\ntrue\n')
})
