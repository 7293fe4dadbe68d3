import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { testDevnet } from '../support/testDevnet.ts'

const root = join(import.meta.dirname, '../..')

let folder: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'preconf-docs-'))
})
afterAll(() => rm(folder, { recursive: true }))

test('the scenario of the first screen is played to its end', async () => {
  const page = await readFile(join(root, 'docs/scenarios.md'), 'utf8')
  const [, text = ''] = /^```yaml\n(.*?)^```$/ms.exec(page) ?? []
  expect(text.split('\n').length).toBeLessThan(20)
  const path = join(folder, 'crash.yaml')
  await writeFile(path, text)
  await using devnet = await testDevnet({ mining: 'flashblocks' })
  const play = await devnet.play(path)
  expect(play.name).toBe('crash')
  await play.skipTo()
  expect(await play.ended).toMatchObject({ status: 'ended', steps: 7 })
  expect((await devnet.prices.get('ETH/USD')).value).toBe(1800)
})
