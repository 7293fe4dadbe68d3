import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect } from 'vitest'
import { createDevnet } from '../../../src/index.ts'
import { devnetTest } from '../../../src/testing/vitest.ts'
import { holder, startLiveNode } from '../../support/liveChain.ts'
import { tokenAbi } from '../../support/token.ts'

const folder = await mkdtemp(join(tmpdir(), 'preconf-forked-'))
const cassette = join(folder, 'live.fork.jsonl')
const token = await recorded()

afterAll(() => rm(folder, { recursive: true }))

/** Records what a test of the token needs, as a run with the URL does; the live chain is gone then. */
async function recorded() {
  await using live = await startLiveNode()
  await using devnet = await createDevnet({ fork: { url: live.url, cassette } })
  const { publicClient } = await devnet.clients()
  const call = { address: live.token, abi: tokenAbi, functionName: 'balanceOf' } as const
  await publicClient.readContract({ ...call, args: [holder] })
  await publicClient.getBalance({ address: holder })
  return live.token
}

describe('tests on a cassette, without a URL', () => {
  const test = devnetTest({ fork: { cassette } })

  test('read the live chain', async ({ publicClient, chain }) => {
    const call = { address: token, abi: tokenAbi, functionName: 'balanceOf' } as const
    expect(await publicClient.readContract({ ...call, args: [holder] })).toBe(100n)
    expect(chain.forkInfo).toMatchObject({ offline: true, blockNumber: 3n, requests: 0 })
    await chain.provider.request({ method: 'anvil_setBalance', params: [holder, '0x7'] } as never)
  })

  test('find it as it was, whatever others have done', async ({ publicClient }) => {
    expect(await publicClient.getBalance({ address: holder })).toBe(3n * 10n ** 18n)
  })

  test('get an error that names what the cassette lacks', async ({ publicClient }) => {
    const elsewhere = '0x00000000000000000000000000000000000000bb'
    await expect(publicClient.getBalance({ address: elsewhere })).rejects.toThrow(
      /the fork is offline and .*live\.fork\.jsonl lacks account 0x0{38}bb at block 3/,
    )
  })
})
