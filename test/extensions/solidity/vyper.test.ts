import { expect, test } from 'vitest'
import { createDevnet } from '../../../src/index.ts'
import { projectFolder } from '../../support/projectFolder.ts'
import { selectors, vyperCode, vyperOutputs } from '../../support/vyperBuild.ts'

const failing = [
  ['a failed assert', { data: `0x${selectors['take(uint256)']}${'05'.padStart(64, '0')}` }],
  ['a function that takes no ether', { data: `0x${selectors['total()']}`, value: '0x1' }],
  ['a selector that nobody has', { data: '0x01020304' }],
] as const

/** What is told of calls of a contract with this code. */
async function received(files: Readonly<Record<string, unknown>>, data: string) {
  await using project = await projectFolder({ 'package.json': {}, ...files })
  await using devnet = await createDevnet({
    mining: 'auto',
    clock: 'manual',
    artifacts: [project.path],
  })
  const warnings: unknown[] = []
  devnet.on('error', (warning) => warnings.push(warning))
  const { provider, accounts } = devnet
  const from = accounts[0]?.address
  const hash = await provider.request({ method: 'eth_sendTransaction', params: [{ from, data }] })
  const receipt = await provider.request({ method: 'eth_getTransactionReceipt', params: [hash] })
  const stacks: unknown[] = []
  for (const [, request] of failing) {
    const params = [{ from, to: receipt.contractAddress, ...request }]
    const error = await provider.request({ method: 'eth_call', params }).catch(Object)
    stacks.push(error.solidityStack?.split('\n'))
  }
  return { stacks, warnings }
}

const expected = {
  stacks: [
    ['Vault._check (contracts/Vault.vy:18)', 'Vault.take (contracts/Vault.vy:13)'],
    ['Vault.total (contracts/Vault.vy:3)'],
    ['Vault.<unrecognized-selector> (contracts/Vault.vy:1)'],
  ],
  warnings: [],
}

test.each(Object.entries(vyperOutputs))('lines are reported by %s', async (_what, files) => {
  expect(await received(files, vyperCode.creation)).toEqual(expected)
})

test('a contract with immutables, which stand behind the code, is known', async () => {
  const files = vyperOutputs['standard JSON of Vyper 0.4'] ?? {}
  expect(await received(files, vyperCode.creationWithImmutable)).toEqual(expected)
})
