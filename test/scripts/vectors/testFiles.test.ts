import { spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { testFiles } from '../../../scripts/vectors/testFiles.ts'
import type { BlockchainTest } from '../../../scripts/vectors/vectorFile.ts'
import { ownTest } from './ownTest.ts'

const folder = mkdtempSync(join(tmpdir(), 'preconf-vectors-'))
const root = join(import.meta.dirname, '../../..')
let good: BlockchainTest
beforeAll(async () => {
  good = await ownTest()
})
afterAll(() => rmSync(folder, { recursive: true }))

/** A checkout with these files. */
function checkout(name: string, files: Readonly<Record<string, unknown>>): string {
  for (const [path, content] of Object.entries(files)) {
    const file = join(folder, name, path)
    mkdirSync(dirname(file), { recursive: true })
    writeFileSync(file, JSON.stringify(content))
  }
  return join(folder, name)
}

const state = {
  env: {},
  pre: {},
  transaction: {},
  post: { London: [{ hash: '0x', txbytes: '0x' }], Cancun: [{ hash: '0x' }] },
}

/** What `npm run test:vectors` prints of it, and how it ends. */
function run(...args: string[]) {
  const program = ['--import', 'tsx', join(root, 'scripts/vectors.ts'), '--workers', '1']
  const { stdout, stderr, status } = spawnSync(process.execPath, [...program, ...args], {
    cwd: root,
    encoding: 'utf8',
  })
  return { lines: `${stdout}${stderr}`.trim().split('\n'), status }
}

test('a checkout of ethereum/tests runs as it is', () => {
  const [first] = good.blocks
  const refused = {
    ...good,
    lastblockhash: first?.blockHeader?.hash,
    blocks: [first, { rlp: '0xc0', expectException: 'BlockException.RLP_STRUCTURES_ENCODING' }],
  }
  const tests = checkout('tests', {
    'BlockchainTests/GeneralStateTests/stExample/add11.json': {
      add11_Cancun: good,
      add11_London: { ...good, network: 'London' },
      add11_ArrowGlacierToParisAtDiffC0000: { ...good, network: 'ArrowGlacierToParisAtDiffC0000' },
    },
    'BlockchainTests/InvalidBlocks/bcInvalidHeaderTest/wrong.json': { wrong: refused },
    'BlockchainTests/ValidBlocks/bcExample/basic.json': { basic: good },
    'BlockchainTests/.meta/index.json': {},
    'GeneralStateTests/stExample/add11.json': { add11: state },
    'RLPTests/rlptest.json': { emptystring: { in: '', out: '0x80' } },
    'src/GeneralStateTestsFiller/stExample/add11Filler.json': { add11: {} },
    'BlockchainTests/addFiller.json': { addFiller: {} },
  })
  expect(testFiles(tests)).toHaveLength(5)
  expect(testFiles(tests, 'BlockchainTests/InvalidBlocks')).toHaveLength(1)
  expect(run(tests)).toEqual({
    lines: [
      'left out: 1, neither a blockchain test nor a state test',
      'left out: 1, network ArrowGlacierToParisAtDiffC0000',
      'left out: 2, network London',
      'left out: 1, no encoded transaction',
      'vectors: 3 passed, 0 failed, 5 left out',
    ],
    status: 0,
  })
})

test('so do fixtures of execution-spec-tests', () => {
  const config = { chainid: '0x01', blobSchedule: { Cancun: blobs(3, 6, 3_338_477) } }
  const name = 'tests/cancun/test_one.py::test_one[fork_Cancun-blockchain_test]'
  const fixtures = checkout('fixtures', {
    'blockchain_tests/cancun/one.json': { [name]: { ...good, config, _info: {} } },
    'blockchain_tests_engine/cancun/one.json': {
      [name]: { network: 'Cancun', pre: {}, engineNewPayloads: [] },
    },
    'state_tests/cancun/one.json': { [name]: state },
    '.meta/index.json': {},
  })
  expect(run(fixtures)).toEqual({
    lines: [
      'left out: 1, network London',
      'left out: 1, no encoded transaction',
      'left out: 1, payloads of the engine API: the same tests are there as blocks',
      'vectors: 1 passed, 0 failed, 3 left out',
    ],
    status: 0,
  })
})

function blobs(target: number, max: number, fraction: number) {
  const [hexTarget, hexMax, baseFeeUpdateFraction] = [target, max, fraction].map(
    (number) => `0x${number.toString(16)}`,
  )
  return { target: hexTarget, max: hexMax, baseFeeUpdateFraction }
}

test('a file that is not JSON, and a folder without tests, fail', () => {
  const torn = checkout('torn', {})
  mkdirSync(torn, { recursive: true })
  expect(run(torn)).toEqual({ lines: [`vectors: no test file in ${torn}`], status: 1 })
  writeFileSync(join(torn, 'torn.json'), '{"a":')
  expect(run(torn)).toEqual({
    lines: [
      expect.stringMatching(/^failed: .*torn\.json: .*it is not JSON/),
      'vectors: 0 passed, 1 failed, 0 left out',
    ],
    status: 1,
  })
})
