import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { readSuite } from '../../../scripts/conformance/readSuite.ts'
import { runCase } from '../../../scripts/conformance/runCase.ts'
import { createSend } from '../../../scripts/conformance/send.ts'
import type { PreconfDevnet } from '../../../src/index.ts'
import { noOfficialSuite } from '../../support/officialSuite.ts'
import { titled } from '../../support/skips.ts'
import { testDevnet } from '../../support/testDevnet.ts'

const folder = join(import.meta.dirname, '../../../../shared/execution-apis')

if (noOfficialSuite === undefined) describe('the official chain, forked', runOnFork)
else test.skip(titled('the official chain, forked', noOfficialSuite))

/** The first block with the base fee, by which a header shows its hardfork. */
const firstBlock = 28

/** The block before them shows another hardfork, and no node tells of the past. */
const firstOfHardfork: ReadonlySet<number> = new Set([36, 39, 42, 45])

/** What a fork has otherwise: its rules have no times, nothing is final by a file, and its state root is its own. */
const otherOnFork: ReadonlySet<string> = new Set([
  'eth_config/get-config',
  'eth_getBlockByNumber/get-finalized',
  'eth_getBlockByNumber/get-safe',
  'testing_buildBlockV1/build-block-empty-transactions',
])

/** State roots of simulated blocks, and the hashes that they give, BLOCKHASH and its logs too. */
const followsFromState =
  /^result\[\d+\]\.(stateRoot|hash|parentHash|transactions\[\d+\]\.blockHash|calls\[\d+\]\.(returnData|logs\[\d+\]\.blockHash))/

/** In a receipt, what does not depend on the state root of a block. */
function lasting({ blockHash: _, logs, ...receipt }: Record<string, unknown>) {
  const own = (logs as Record<string, unknown>[]).map(({ blockHash: _, ...log }) => log)
  return { ...receipt, logs: own }
}

function runOnFork(): void {
  const { cases, check, genesis, chain } = readSuite(folder)
  let upstream: PreconfDevnet & AsyncDisposable

  const request = (asked: { readonly method: string }) =>
    upstream.provider.request(asked as never) as Promise<unknown>

  beforeAll(async () => {
    upstream = await testDevnet({
      clock: 'real',
      compat: 'geth',
      simulateFormat: 'execution-apis',
      genesis: readFileSync(genesis as string, 'utf8'),
      chain: readFileSync(chain as string),
    })
  }, 120_000)
  afterAll(() => upstream?.[Symbol.asyncDispose]())

  test('runs its blocks to the same receipts', async () => {
    const compared: number[] = []
    const head = Number(await upstream.provider.request({ method: 'eth_blockNumber' }))
    for (let number = firstBlock; number <= head; number += 1) {
      const id = `0x${number.toString(16)}`
      const { transactions } = await upstream.provider.request({
        method: 'eth_getBlockByNumber',
        params: [id, false],
      })
      const transactionHash = transactions.at(-1)
      if (transactionHash === undefined || firstOfHardfork.has(number)) continue
      const receipts = async (devnet: PreconfDevnet) => {
        const params = [id]
        const all = await devnet.provider.request({ method: 'eth_getBlockReceipts', params })
        return all.map(lasting)
      }
      await using fork = await testDevnet({
        compat: 'geth',
        fork: { request, transactionHash, accounts: 'keep' },
      })
      compared.push(number)
      expect(await receipts(fork), `block ${number}`).toEqual(await receipts(upstream))
    }
    expect(compared.length).toBeGreaterThan(15)
  }, 120_000)

  test('answers the official cases at its last block', async () => {
    await using fork = await testDevnet({
      clock: 'real',
      compat: 'geth',
      simulateFormat: 'execution-apis',
      mining: 'manual',
      fork: { request, accounts: 'keep' },
    })
    const send = createSend((await fork.listen({ port: 0 })).url)
    const failed: Record<string, readonly string[]> = {}
    for (const one of cases.filter(({ name }) => !otherOnFork.has(name))) {
      const { name, failures } = await runCase(one, send, check)
      const told = failures.filter((failure) => !followsFromState.test(failure))
      if (told.length > 0) failed[name] = told
    }
    expect(failed).toEqual({})
  }, 120_000)
}
