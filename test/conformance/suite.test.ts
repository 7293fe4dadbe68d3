import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Case, readSuite } from '../../scripts/conformance/readSuite.ts'
import { runCase } from '../../scripts/conformance/runCase.ts'
import { createSend } from '../../scripts/conformance/send.ts'
import type { PreconfDevnet } from '../../src/types/devnet.ts'
import { noOfficialSuite } from '../support/officialSuite.ts'
import { titled } from '../support/skips.ts'
import { testDevnet } from '../support/testDevnet.ts'

const folder = join(import.meta.dirname, '../../../shared/execution-apis')

if (noOfficialSuite === undefined) describe('the official suite', runSuite)
else test.skip(titled('the official suite', noOfficialSuite))

function runSuite(): void {
  const { cases, check, genesis, chain } = readSuite(folder)
  const groups = new Map<string, Case[]>()
  for (const one of cases) groups.set(one.group, [...(groups.get(one.group) ?? []), one])

  let devnet: PreconfDevnet & AsyncDisposable
  let url: string
  beforeAll(async () => {
    devnet = await testDevnet({
      clock: 'real',
      compat: 'geth',
      simulateFormat: 'execution-apis',
      genesis: readFileSync(genesis as string, 'utf8'),
      chain: readFileSync(chain as string),
    })
    url = (await devnet.listen({ port: 0 })).url
  })
  afterAll(() => devnet?.[Symbol.asyncDispose]())

  test.each([...groups])('%s', async (_group, members) => {
    const send = createSend(url)
    const failed: Record<string, readonly string[]> = {}
    for (const one of members) {
      const { name, failures } = await runCase(one, send, check)
      if (failures.length > 0) failed[name] = failures
    }
    expect(failed).toEqual({})
  })

  test('what its chain has under each fork fits the schemas', async () => {
    const misfits: unknown[] = []
    const ask = async (method: string, ...params: readonly unknown[]) => {
      const result = await devnet.provider.request({ method, params })
      const complaints = check(method, result)
      if (complaints.length > 0) misfits.push({ method, params, complaints })
      return result
    }
    const head = Number(await ask('eth_blockNumber'))
    expect(head).toBeGreaterThan(0)
    for (let number = 0; number <= head; number++) {
      const block = `0x${number.toString(16)}`
      const { hash, transactions } = await ask('eth_getBlockByNumber', block, false)
      await ask('eth_getBlockByHash', hash, true)
      await ask('eth_getBlockReceipts', block)
      await ask('eth_feeHistory', '0x2', block, [50])
      await ask('eth_simulateV1', { blockStateCalls: [{ calls: [{}] }] }, block)
      await ask('eth_getLogs', { blockHash: hash })
      for (const transaction of transactions) {
        await ask('eth_getTransactionByHash', transaction)
        await ask('eth_getTransactionReceipt', transaction)
      }
    }
    expect(misfits).toEqual([])
  })
}
