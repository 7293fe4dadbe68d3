import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Layers, sortLayers } from '../../../src/devnet/options/layers.ts'
import { InvalidOption } from '../../../src/devnet/options/optionValues.ts'
import { InvalidStateFile } from '../../../src/files/fileErrors.ts'
import type { DevnetOptions } from '../../../src/types/options/options.ts'
import { type RefereeChain, refereeChain } from '../../files/refereeChain.ts'
import { runs } from '../../support/runs.ts'
import { testDevnet } from '../../support/testDevnet.ts'

const folder = mkdtempSync(join(tmpdir(), 'preconf-layers-'))
afterAll(() => rmSync(folder, { recursive: true }))

function file(name: string, content: string | Uint8Array): string {
  const path = join(folder, name)
  writeFileSync(path, content)
  return path
}

const address = `0x${'11'.repeat(20)}`
const state = { accounts: { [address]: { balance: '0x5' } } }
const genesis = { config: { chainId: 9 }, gasLimit: '0x1000000', difficulty: '0x0', alloc: {} }
const blocks = Uint8Array.of(0xc0)

let referee: RefereeChain

beforeAll(async () => {
  referee = await refereeChain()
})

/** The options by which the layers came. */
const optionsOf = (layers: Layers) =>
  Object.fromEntries(Object.entries(layers).map(([kind, layer]) => [kind, layer?.option]))

test('a file is what its content says, whichever option names it', async () => {
  const [genesisFile, chainFile] = [file('g', JSON.stringify(genesis)), file('c', blocks)]
  const stateFile = file('s', gzipSync(JSON.stringify(state)))
  const fixtureFile = file('f', 'version: 1')
  expect(
    optionsOf(
      await sortLayers({
        genesis: fixtureFile,
        chain: stateFile,
        loadState: genesisFile,
        fixture: chainFile,
      }),
    ),
  ).toEqual({ fixture: 'genesis', state: 'chain', genesis: 'loadState', chain: 'fixture' })
  expect(await sortLayers({})).toEqual({})
})

test('a text is a path, unless it is JSON, YAML in lines, or hex', async () => {
  const path = file('path.json', JSON.stringify(genesis))
  const hex = `0x${Buffer.from(JSON.stringify(state)).toString('hex')}`
  const layers = await sortLayers({
    genesis: path,
    loadState: hex,
    fixture: 'version: 1\naccounts: {}\n',
  })
  expect(optionsOf(layers)).toEqual({ genesis: 'genesis', state: 'loadState', fixture: 'fixture' })
  expect(layers.genesis?.source.name).toBe(path)
  expect(layers.fixture?.source.name).toBe('fixture')
  const text = await sortLayers({ genesis: ` ${JSON.stringify(genesis)}` })
  expect(text.genesis?.source.name).toBe('genesis')
})

test.each<[DevnetOptions, string]>([
  [{ genesis, fixture: genesis }, 'it is a genesis.json, as is genesis {"config":{"chainId":9}'],
  [
    { genesis, chain: blocks, loadState: Uint8Array.of(0xc1, 0) },
    'invalid loadState of 2 bytes: it is a file of blocks, as is chain of 1 bytes: give one of them',
  ],
  [
    { loadState: state, chain: state },
    'invalid loadState {"accounts":{"0x1111111111111111111111111111111111111111":{"balance":"0x5"}}}: it is a state file',
  ],
  [{ fixture: 'version: 1\n', chain: { txs: [] } }, 'it is a fixture, as is chain {"txs":[]}'],
  [{ chain: blocks }, 'invalid chain of 1 bytes: it is a file of blocks: give their genesis too'],
  [
    { fixture: blocks, loadState: state },
    'invalid fixture of 1 bytes: it is a file of blocks: give',
  ],
  [{ genesis: 5 as never }, 'invalid genesis 5: give the path of a file, or its content'],
  [{ loadState: '' }, "invalid loadState '': give the path of a file, or its content"],
])('%o is refused', async (options, message) => {
  await expect(sortLayers(options)).rejects.toThrow(InvalidOption)
  await expect(sortLayers(options)).rejects.toThrow(message)
})

test('an error about two options can be told in the words of the user', async () => {
  const error = await sortLayers({ genesis, fixture: genesis }).catch((error) => error)
  expect(error.inWordsOf((option: string) => `--${option}`)).toMatch(
    /^invalid --fixture .*, as is --genesis /,
  )
})

test('the file in which the chain is kept takes the place of blocks and of another state', async () => {
  const kept = file('kept.json', JSON.stringify(state))
  const options = { genesis, chain: blocks, loadState: state, fixture: 'version: 1\n' }
  expect(optionsOf(await sortLayers({ ...options, state: kept }))).toEqual({
    genesis: 'genesis',
    state: 'state',
    fixture: 'fixture',
  })
  expect(optionsOf(await sortLayers({ ...options, state: join(folder, 'none.json') }))).toEqual({
    genesis: 'genesis',
    chain: 'chain',
    state: 'loadState',
    fixture: 'fixture',
  })
})

test('what a fixture extends is laid beneath it', async () => {
  const base = file(
    'base.yaml',
    `version: 1\nextends: [${file('g.json', JSON.stringify(genesis))}]`,
  )
  file('accounts.json', JSON.stringify(state))
  const fixture = file('top.yaml', `version: 1\nextends: [./base.yaml, accounts.json]`)
  const layers = await sortLayers({ loadState: fixture })
  expect(optionsOf(layers)).toEqual({ genesis: 'fixture', state: 'fixture', fixture: 'loadState' })
  expect(layers.genesis?.source.name).toBe(join(folder, 'g.json'))
  // The same file twice is no contradiction.
  expect(await sortLayers({ fixture: base, genesis: join(folder, 'g.json') })).toBeDefined()
  await expect(sortLayers({ fixture: base, genesis })).rejects.toThrow(
    /^invalid fixture '.*g\.json': it is a genesis\.json, as is genesis \{.*: give one/,
  )
})

test('the file in which the chain is kept can be nothing else, as it is written over', async () => {
  const kept = file('kept-genesis.json', JSON.stringify(genesis))
  await expect(sortLayers({ state: kept })).rejects.toThrow(InvalidStateFile)
  await expect(sortLayers({ state: kept })).rejects.toThrow('it is a genesis.json: give it with')
})

test('genesis, blocks and a state give the same chain in any order of options', async () => {
  const contents = [referee.genesis, referee.file, state]
  const options = ['genesis', 'chain', 'loadState', 'fixture'] as const
  let expected: string | undefined
  await fc.assert(
    fc.asyncProperty(fc.shuffledSubarray([...options], { minLength: 3 }), async (order) => {
      const given = Object.fromEntries(contents.map((content, index) => [order[index], content]))
      await using devnet = await testDevnet(given)
      const { provider } = devnet
      const head = await provider.request({
        method: 'eth_getBlockByNumber',
        params: ['0x18', false],
      })
      const balance = await provider.request({
        method: 'eth_getBalance',
        params: [address, 'latest'],
      })
      expect(balance).toBe('0x5')
      expected ??= head.hash
      expect(head.hash).toBe(expected)
    }),
    runs({ numRuns: 6, seed: 31 }),
  )
})

test('a state of another chain than the genesis is refused, a kept one may have changed its id', async () => {
  const other = await testDevnet({ chainId: 77 })
  await other.seal()
  const loadState = await other.dumpState()
  await other.close()
  const path = file('of77.json', loadState)
  await expect(testDevnet({ genesis, chain: path })).rejects.toThrow(
    `invalid chain '${path}': it is of chain 77, but genesis {"config":{"chainId":9}`,
  )
  await using kept = await testDevnet({ genesis, state: path })
  expect(kept.chainId).toBe(77)
  const fixture = file('of9.yaml', `version: 1\nextends: ${path}\nchain: {id: 9}`)
  await expect(testDevnet({ fixture })).rejects.toThrow(
    `${fixture}, line 3: chain.id is 9: remove it or give 77, the chain id of ${path}`,
  )
})

test('a state with blocks of its own cannot lie over those of a chain file', async () => {
  const { genesis, file: chain } = referee
  const started = await testDevnet({ genesis })
  const loadState = await started.dumpState()
  await started.close()
  await expect(testDevnet({ genesis, chain, loadState })).rejects.toThrow(
    /^invalid loadState of \d+ bytes: it has blocks, as has chain of \d+ bytes: give one of them$/,
  )
})
