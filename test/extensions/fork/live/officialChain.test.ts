import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { readSuite } from '../../../../scripts/conformance/readSuite.ts'
import { runCase } from '../../../../scripts/conformance/runCase.ts'
import { createSend } from '../../../../scripts/conformance/send.ts'
import type { PreconfDevnet } from '../../../../src/index.ts'
import { noOfficialSuite } from '../../../support/officialSuite.ts'
import { titled } from '../../../support/skips.ts'
import { testDevnet } from '../../../support/testDevnet.ts'

const folder = join(import.meta.dirname, '../../../../../shared/execution-apis')

if (noOfficialSuite === undefined) describe('the official chain, forked', runOnFork)
else test.skip(titled('the official chain, forked', noOfficialSuite))

/** What a fork has otherwise. */
const otherOnFork: ReadonlySet<string> = new Set([
  // What is safe and final follows from how many blocks lie above it; the official chain has it from a file.
  'eth_getBlockByNumber/get-finalized',
  'eth_getBlockByNumber/get-safe',
  // Proofs are of the fork block, and this simulates on the one before: it has a root of its own.
  'eth_simulateV1/ethSimulate-empty-with-block-num-set-minusone',
  // The gas limit stays the fork block's; on the official chain it goes towards another one.
  'testing_buildBlockV1/build-block-empty-transactions',
])

/** The first block after the merge. */
const firstOfPos = 36

/** Nobody mines here: no difficulty, no uncles, no reward in the state, and so another hash. */
const ofMinedBlocks = [
  'difficulty',
  'hash',
  'sha3Uncles',
  'size',
  'stateRoot',
  'transactions',
  'uncles',
]

/** The first block with a base fee also doubles the gas limit. */
const ofLondon = { number: 27, fields: ['baseFeePerGas', 'gasLimit'] }

type BlockJson = Readonly<Record<string, unknown>> & {
  readonly transactions: readonly { readonly hash: string }[]
}

/** Names of hardforks by the block or the time that they begin with, as geth's genesis has them. */
const hardforks = [
  ['homestead', 'homesteadBlock'],
  ['tangerineWhistle', 'eip150Block'],
  ['spuriousDragon', 'eip158Block'],
  ['byzantium', 'byzantiumBlock'],
  ['constantinople', 'constantinopleBlock'],
  ['petersburg', 'petersburgBlock'],
  ['istanbul', 'istanbulBlock'],
  ['muirGlacier', 'muirGlacierBlock'],
  ['berlin', 'berlinBlock'],
  ['london', 'londonBlock'],
  ['arrowGlacier', 'arrowGlacierBlock'],
  ['grayGlacier', 'grayGlacierBlock'],
  ['paris', 'mergeNetsplitBlock'],
  ['shanghai', 'shanghaiTime'],
  ['cancun', 'cancunTime'],
  ['prague', 'pragueTime'],
  ['osaka', 'osakaTime'],
] as const

function runOnFork(): void {
  const { cases, check, genesis, chain } = readSuite(folder)
  let upstream: PreconfDevnet & AsyncDisposable

  const request = (asked: { readonly method: string; readonly params?: unknown }) =>
    upstream.provider.request(asked as never) as Promise<unknown>

  beforeAll(async () => {
    upstream = await testDevnet({
      clock: 'real',
      compat: 'geth',
      simulateFormat: 'execution-apis',
      genesis: readFileSync(genesis as string, 'utf8'),
      chain: readFileSync(chain as string),
    })
  })
  afterAll(() => upstream?.[Symbol.asyncDispose]())

  test('runs on from each of its blocks to the same next one', async () => {
    const { config } = JSON.parse(readFileSync(genesis as string, 'utf8'))
    const ruling = ({ number, timestamp }: BlockJson) =>
      hardforks
        .filter(([, key]) => Number(key.endsWith('Time') ? timestamp : number) >= config[key])
        .at(-1)?.[0]
    const head = Number(await upstream.provider.request({ method: 'eth_blockNumber' }))
    for (let number = 1; number <= head; number++) {
      const id = `0x${number.toString(16)}`
      const wanted = (await request({
        method: 'eth_getBlockByNumber',
        params: [id, true],
      })) as BlockJson
      const raws = await Promise.all(
        wanted.transactions.map(({ hash }) =>
          request({ method: 'eth_getRawTransactionByHash', params: [hash] }),
        ),
      )
      await using fork = await testDevnet({
        compat: 'geth',
        hardfork: ruling(wanted),
        fork: { request, blockNumber: number - 1, proofs: 'required', accounts: 'keep' },
      })
      const attributes = {
        timestamp: wanted.timestamp,
        prevRandao: wanted.mixHash,
        suggestedFeeRecipient: wanted.miner,
        withdrawals: wanted.withdrawals ?? null,
        parentBeaconBlockRoot: wanted.parentBeaconBlockRoot ?? null,
      }
      const ask = (method: string, ...params: unknown[]) =>
        fork.provider.request({ method, params } as never) as Promise<unknown>
      await ask('testing_commitBlockV1', attributes, raws, wanted.extraData)
      const own = (await ask('eth_getBlockByNumber', id, true)) as BlockJson
      const others = [
        ...(number < firstOfPos ? ofMinedBlocks : []),
        ...(number === ofLondon.number ? ofLondon.fields : []),
      ]
      const compared = (block: BlockJson) =>
        Object.fromEntries(Object.entries(block).filter(([name]) => !others.includes(name)))
      expect(compared(own), `block ${number}`).toEqual(compared(wanted))
      expect(fork.forkInfo?.stateRoots).toBe('true')
    }
  })

  test('answers the official cases at its last block', async () => {
    await using fork = await testDevnet({
      clock: 'real',
      compat: 'geth',
      simulateFormat: 'execution-apis',
      mining: 'manual',
      fork: { request, accounts: 'keep', proofs: 'required' },
    })
    const send = createSend((await fork.listen({ port: 0 })).url)
    const failed: Record<string, readonly string[]> = {}
    for (const one of cases.filter(({ name }) => !otherOnFork.has(name))) {
      const { name, failures } = await runCase(one, send, check)
      if (failures.length > 0) failed[name] = failures
    }
    expect(failed).toEqual({})
  })
}
