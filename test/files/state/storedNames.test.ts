import { expect, test } from 'vitest'
import { bytesSource } from '../../../src/files/fileSource.ts'
import { JsonReader } from '../../../src/files/jsonReader.ts'
import { namesToStore, readNames } from '../../../src/files/state/storedBlocks.ts'
import type { LoadedFixture } from '../../../src/types/fixture.ts'

const [one, other] = [`0x${'11'.repeat(20)}`, `0x${'22'.repeat(20)}`] as const
const abi = [
  { type: 'function', name: 'a', inputs: [], outputs: [], stateMutability: 'view' },
] as const

const read = (value: object) => {
  const source = bytesSource(Buffer.from(JSON.stringify(value)), 'my.json')
  return readNames(new JsonReader(source.chunks(), source.name))
}

test('names come back as they were, but for private keys', async () => {
  const names: LoadedFixture = {
    accounts: {
      alice: { address: one, privateKey: `0x${'33'.repeat(32)}` },
      constructor: { address: other },
    },
    contracts: { token: { address: other, abi } },
    labels: { [one]: 'alice', [other]: 'token' },
  }
  const stored = namesToStore(names) as LoadedFixture
  expect(JSON.stringify(stored)).not.toContain('33'.repeat(32))
  expect(await read(stored)).toEqual({
    ...names,
    accounts: { alice: { address: one }, constructor: { address: other } },
  })
})

test('nothing is written where there are no names', () => {
  expect(namesToStore({ accounts: {}, contracts: {}, labels: {} })).toBeUndefined()
})

test.each([
  [{ accounts: { alice: {} } }, 'accounts.alice has no address of 20 bytes'],
  [{ accounts: { alice: { address: '0x11' } } }, 'accounts.alice has no address of 20 bytes'],
  [{ contracts: { token: { address: one, abi: 'x' } } }, 'contracts.token.abi is not an ABI'],
  [{ contracts: { token: { address: one, abi: [{ name: 'a' }] } } }, 'contracts.token.abi is no'],
  [{ labels: { token: 'a' } }, 'labels.token is not an address'],
  [{ accounts: 5 }, 'accounts is 5: give an object'],
])('%j is refused with its place', async (value, message) => {
  await expect(read(value)).rejects.toThrow(/^my\.json, line 1, byte \d+: /)
  await expect(read(value)).rejects.toThrow(message)
})
