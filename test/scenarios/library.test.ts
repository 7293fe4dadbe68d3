import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { createDevnet } from '../../src/app/createDevnet.ts'
import type { ForkOptions } from '../../src/types/options/forkOptions.ts'
import { startLiveNode } from '../support/liveChain.ts'
import { projectFolder } from '../support/projectFolder.ts'
import { apps, kinds, transports, use } from './apps/apps.ts'

const folder = join(import.meta.dirname, '../../fixtures/scenarios')
const fileOf = (name: string) => join(folder, `${name}.yaml`)

test('each scenario has its app', () => {
  const files = readdirSync(folder).map((file) => file.replace('.yaml', ''))
  expect(Object.keys(apps)).toEqual(files)
})

describe.each(Object.keys(transports))('%s', (transport) => {
  describe.each(Object.entries(apps))('%s', (name, { options }) => {
    test.each(kinds)('the %s app', async (kind) => {
      await using devnet = await createDevnet({ clock: 'manual', ...options })
      const isContent = await use({ name, file: fileOf(name), kind, transport }, devnet)
      expect(isContent).toBe(kind === 'careful')
    })
  })
})

const onForks = ['mint-rush', 'reorg', 'stuck']

test.each(onForks)('%s on a fork, and again by its cassette alone', async (name) => {
  await using project = await projectFolder({})
  const cassette = join(project.path, 'live.fork.jsonl')
  const played = async (fork: ForkOptions) => {
    await using devnet = await createDevnet({ clock: 'manual', fork: { cassette, ...fork } })
    const careful = { name, file: fileOf(name), kind: 'careful', transport: 'in process' } as const
    const isContent = await use(careful, devnet)
    const params = ['latest', false]
    const head = await devnet.provider.request({ method: 'eth_getBlockByNumber', params })
    return { isContent, hash: head.hash }
  }
  const record = async () => {
    await using live = await startLiveNode()
    return await played({ url: live.url })
  }
  const recorded = await record()
  expect(recorded.isContent).toBe(true)
  expect(await played({ offline: true })).toEqual(recorded)
})
