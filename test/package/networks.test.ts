import { execFile } from 'node:child_process'
import { createRequire } from 'node:module'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'

const library = createRequire(import.meta.url).resolve('../../dist/index.cjs')

/** Starts a chain of the network, makes a block, and prints the sources of the files that were loaded. */
const program = `
const { createDevnet } = require(process.argv[1])
createDevnet({ network: process.argv[2], clock: 'manual' }).then(async (devnet) => {
  await devnet.seal()
  await devnet.close()
  const { existsSync, readFileSync } = require('node:fs')
  const files = Object.keys(require.cache).map((file) => file + '.map').filter(existsSync)
  const maps = files.map((file) => JSON.parse(readFileSync(file, 'utf8')))
  console.log(JSON.stringify(maps.flatMap(({ sources }) => sources)))
})
`

/** The folders of networks of which more than the record was loaded. */
async function loadedBy(network: string): Promise<readonly string[]> {
  const { stdout } = await promisify(execFile)('node', ['-e', program, library, network])
  const sources = JSON.parse(stdout) as string[]
  const found = sources.map((path) => /networks\/(\w+)\/(?!record\.ts)/.exec(path)?.[1])
  return [...new Set(found)].filter((name) => name !== undefined).sort()
}

test.each([
  ['ethereum', []],
  ['op', ['op']],
  ['bnb', ['bnb']],
  ['robinhood', ['arbitrum']],
])('a start on %s loads %o of the networks', async (network, folders) => {
  expect(await loadedBy(network)).toEqual(folders)
})
