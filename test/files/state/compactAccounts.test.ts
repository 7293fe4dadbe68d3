import fc from 'fast-check'
import { beforeAll, expect, test } from 'vitest'
import { initCrypto } from '../../../src/ethereumjs/crypto.ts'
import { createProtocol, protocolOf } from '../../../src/ethereumjs/protocol/protocol.ts'
import { bytesSource } from '../../../src/files/fileSource.ts'
import { readStateFile } from '../../../src/files/state/stateFile.ts'
import { bytesToHex, numberToBytes, quantity } from '../../../src/lib/hex.ts'
import { emptyState } from '../../../src/state/persistentState.ts'
import type { StateTree } from '../../../src/types/state.ts'
import { runs } from '../../support/runs.ts'

beforeAll(initCrypto)

async function stateOf(text: string, base: StateTree = emptyState()): Promise<StateTree> {
  const file = await readStateFile(bytesSource(new TextEncoder().encode(text)), {
    base,
    protocol: createProtocol({ chainId: 31337, hardfork: 'osaka', transactionGasCap: false }),
    protocolOf: (rules) => protocolOf(rules, { transactionGasCap: false }),
  })
  return file.state
}

/** With a space after each colon, which the reader of many accounts at once does not take. */
const spaced = (text: string): string => text.replaceAll('":', '": ')

const digits = (bytes: number) => fc.nat({ max: 2 * bytes }).chain((length) => hexOf(length))

function hexOf(length: number): fc.Arbitrary<string> {
  const digit = fc.constantFrom(...'0123456789abcdefABCDEF')
  return fc.string({ unit: digit, minLength: length, maxLength: length })
}

const word = fc.oneof(digits(32), hexOf(64), fc.constant('0'), fc.constant(''))
const slots = fc.array(fc.tuple(word, word), { maxLength: 150 })
const storage = slots.map(
  (list) => `{${list.map(([slot, value]) => `"0x${slot}":"0x${value}"`).join(',')}}`,
)
const account = fc
  .record({
    // Few of them, so that some stand there twice.
    address: fc.nat({ max: 30 }).map((index) => bytesToHex(numberToBytes(index, 20))),
    nonce: fc.oneof(fc.nat(), fc.maxSafeNat()),
    balance: fc.bigInt({ min: 0n, max: 2n ** 256n - 1n }).map(quantity),
    code: fc.uint8Array({ maxLength: 300 }).map(bytesToHex),
    storage,
  })
  .map(({ address, nonce, balance, code, storage: own }) => {
    const fields = `"nonce":${nonce},"balance":"${balance}","code":"${code}"`
    return `"${address}":{${fields},"storage":${own}}`
  })

const file = fc
  .array(account, { maxLength: 40 })
  .map((accounts) => `{"block":null,"accounts":{${accounts.join(',')}},"best_block_number":null}`)

const readable = (state: StateTree) =>
  [...state.accounts()].map(({ address, nonce, balance, code }) => [
    bytesToHex(address),
    nonce,
    balance,
    bytesToHex(code),
    [...state.slots(address)],
  ])

test('accounts that are read many at once are those that are read one by one', async () => {
  await fc.assert(
    fc.asyncProperty(file, file, async (text, over) => {
      const quick = await stateOf(text)
      expect(readable(quick)).toEqual(readable(await stateOf(spaced(text))))
      const root = quick.root()
      // Over accounts that are there, which do not change.
      const both = await stateOf(over, quick)
      expect(readable(both)).toEqual(readable(await stateOf(spaced(over), quick)))
      expect(bytesToHex(both.root())).toBe(bytesToHex((await stateOf(spaced(over), quick)).root()))
      expect(quick.root()).toEqual(root)
      expect(readable(quick)).toEqual(readable(await stateOf(spaced(text))))
    }),
    runs({ seed: 1801, numRuns: 30 }),
  )
})

test('a contract of twenty thousand slots is read in pieces', async () => {
  const own = Array.from({ length: 20_000 }, (_, slot) => `"0x${slot.toString(16)}":"0x${slot}"`)
  const address = `0x${'12'.repeat(20)}`
  const fields = '"nonce":1,"balance":"0x0","code":"0x"'
  const text = `{"accounts":{"${address}":{${fields},"storage":{${own.join(',')}}}}}`
  const state = await stateOf(text)
  expect(state.storage(numberToBytes(BigInt(address), 20), numberToBytes(19_999, 32))).toEqual(
    numberToBytes(0x19999, 32),
  )
  expect(bytesToHex(state.root())).toBe(bytesToHex((await stateOf(spaced(text))).root()))
})

test('what is wrong is told as ever', async () => {
  const file = (slot: string) =>
    `{"accounts":{"0x${'12'.repeat(20)}":{"nonce":1,"balance":"0x0","code":"0x","storage":{"0x${slot}":"0x1"}}}}`
  await expect(stateOf(file('0'.repeat(65)))).rejects.toThrow(/accounts\.0x12.*at most 32 bytes/)
  await expect(stateOf(file('1').slice(0, -3))).rejects.toThrow('it ends in the middle')
})
