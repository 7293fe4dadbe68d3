import { execFile } from 'node:child_process'
import { createRequire } from 'node:module'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'

const library = createRequire(import.meta.url).resolve('../../dist/index.cjs')

/** Starts a chain with these options, makes a block, and prints the sources of the files that were loaded. */
const program = `
const { createDevnet } = require(process.argv[1])
createDevnet({ ...JSON.parse(process.argv[2]), clock: 'manual' }).then(async (devnet) => {
  await devnet.seal()
  await devnet.close()
  const { existsSync, readFileSync } = require('node:fs')
  const files = Object.keys(require.cache).map((file) => file + '.map').filter(existsSync)
  const maps = files.map((file) => JSON.parse(readFileSync(file, 'utf8')))
  console.log(JSON.stringify(maps.flatMap(({ sources }) => sources)))
})
`

/** The first groups that the pattern finds in the paths of the sources that are loaded. */
async function loadedWith(options: object, pattern: RegExp): Promise<readonly string[]> {
  const given = JSON.stringify(options)
  const { stdout } = await promisify(execFile)('node', ['-e', program, library, given])
  const found = (JSON.parse(stdout) as string[]).map((path) => pattern.exec(path)?.[1])
  return [...new Set(found)].filter((name) => name !== undefined).sort()
}

/** The folders of networks of which more than the record was loaded. */
function loadedBy(network: string): Promise<readonly string[]> {
  return loadedWith({ network }, /networks\/(\w+)\/(?!record\.ts)/)
}

/** The extensions for busy chains of which more than the list of methods was loaded. */
function loadedOfTraffic(options: object): Promise<readonly string[]> {
  return loadedWith(options, /extensions\/(traffic|searchers)\/(?!extension\.ts)/)
}

/** The files of scenarios, with those of prices and traffic, that a start loads. */
function loadedOfScenarios(options: object): Promise<readonly string[]> {
  return loadedWith(options, /extensions\/scenarios\/(\w+)\.ts/)
}

/** The files of what is between an L1 and its L2s, that a start loads. */
function loadedOfBridge(options: object): Promise<readonly string[]> {
  return loadedWith(options, /extensions\/crossChain\/(\w+)\.ts/)
}

test.each([
  ['ethereum', []],
  ['op', ['op']],
  ['bnb', ['bnb']],
  ['robinhood', ['arbitrum']],
])('a start on %s loads %o of the networks', async (network, folders) => {
  expect(await loadedBy(network)).toEqual(folders)
})

test('a start without traffic loads nothing of it', async () => {
  expect(await loadedOfTraffic({})).toEqual([])
  expect(await loadedOfTraffic({ traffic: 'quiet' })).toEqual(['traffic'])
})

test('a start without a scenario loads the list of its methods only', async () => {
  expect(await loadedOfScenarios({})).toEqual(['extension', 'methods', 'plays'])
  const loaded = await loadedOfScenarios({ scenario: { steps: [{ mine: 1 }] } })
  expect(loaded).toContain('play')
  expect(await loadedOfTraffic({ scenario: { steps: [{ mine: 1 }] } })).toEqual([])
})

test('a start of an L2 without an L1 loads the list of its methods only', async () => {
  expect(await loadedOfBridge({ network: 'op' })).toEqual(['extension'])
  const withL1 = await loadedOfBridge({ network: 'op', l1: true })
  expect(withL1).toEqual(expect.arrayContaining(['bridge', 'bridgeCode', 'bridgeGenesis']))
})
