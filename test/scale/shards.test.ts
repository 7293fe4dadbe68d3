import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { installPackage, patient, root } from '../support/installedPackage.ts'
import { linkPackages } from '../support/linkPackages.ts'
import { startLiveNode } from '../support/liveChain.ts'

/** Starts with a fixture that is compiled once, and with a fork that is recorded once. */
const testFile = `
  import { expect } from 'vitest'
  import { createDevnet } from 'preconf'
  import { devnetTest } from 'preconf/vitest'

  const fixture = {
    accounts: { alice: { mnemonicIndex: 0 }, bob: { mnemonicIndex: 1 } },
    txs: [{ from: 'alice', to: 'bob', value: '1 ether' }],
  }
  devnetTest({ fixture })('fixture', async ({ publicClient }) => {
    expect(await publicClient.getBlockNumber()).toBe(1n)
  })
  devnetTest({ fork: { cassette: 'live.fork.jsonl' } })('fork', async ({ chain }) => {
    expect(chain.forkInfo).toMatchObject({ offline: true, requests: 0 })
  })
`

test('shards share compiled fixtures and a cassette', async () => {
  using project = await installPackage()
  linkPackages(project, 'vitest', 'viem')
  {
    await using live = await startLiveNode()
    project.write({
      'record.mjs': `
        import { createDevnet } from 'preconf'
        const devnet = await createDevnet({ fork: { url: '${live.url}', cassette: 'live.fork.jsonl' } })
        await devnet.close()
      `,
    })
    await project.run('node', 'record.mjs')
  }
  project.write({ 'one.test.js': testFile, 'two.test.js': testFile })
  const vitest = join(root, 'node_modules/vitest/vitest.mjs')
  const shard = (part: string) =>
    project.run('node', vitest, 'run', patient, '--reporter=dot', '--no-color', `--shard=${part}/2`)
  const printed = await Promise.all([shard('1'), shard('2')])
  for (const text of printed) expect(text).toMatch(/Test Files {2}1 passed[\s\S]*Tests {2}2 passed/)
  const kept = readdirSync(join(project.folder, 'node_modules/.cache/preconf'))
  expect(kept.filter((name) => name !== 'code')).toHaveLength(1)
})
