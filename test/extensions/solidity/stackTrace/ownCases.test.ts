import { expect, test } from 'vitest'
import { ownBuild } from '../../../../scripts/stackTraces/ownBuilds.ts'
import { type OwnCase, ownCases } from '../../../../scripts/stackTraces/ownCases.ts'
import { failureOn, type OwnBuilds } from '../../../../scripts/stackTraces/ownRun.ts'
import { testDevnet } from '../../../support/testDevnet.ts'

// What `scripts/compareStackTraces.ts` has found to be equal on Hardhat 2.29.1 and 3.18.0.

const names = ['plain', 'unknown', 'optimized', 'viaIr'] as const

function nameOf({ build = 'plain', contract, function: called = '', args = [], ...own }: OwnCase) {
  const shown = args.map(String).join(', ')
  const { data = '', value = 0, gas = '' } = own
  return `${build} ${contract}.${called}(${shown}) ${data} ${value} ${gas}`.trim()
}

test('contracts that fail are explained as at Hardhat', async () => {
  const builds: OwnBuilds = Object.fromEntries(names.map((name) => [name, ownBuild(name)]))
  await using devnet = await testDevnet({ compat: 'hardhat', mining: 'auto', artifacts: false })
  for (const name of names) {
    if (name === 'unknown') continue
    const { input, output } = builds[name] ?? {}
    const params = [{ solcVersion: '0.8.37', input, output }]
    await devnet.provider.request({ method: 'preconf_addArtifacts', params })
  }
  // A compiler from 2020 is not in the repository.
  const cases = ownCases.filter(({ build }) => build !== 'old')
  const types = new Set<string | undefined>()
  const received: Record<string, readonly string[]> = {}
  for (const own of cases) {
    const failure = await failureOn(devnet.provider, builds, own)
    for (const entry of failure?.entries ?? []) types.add(entry.split(' ')[0])
    received[nameOf(own)] = failure === undefined ? [] : [failure.message, ...failure.lines]
  }
  expect(Object.keys(received)).toHaveLength(cases.length)
  // All but that of solc 0.6.3 and that of cheatcodes.
  expect(types.size).toBe(23)
  expect(received).toMatchSnapshot()
})
