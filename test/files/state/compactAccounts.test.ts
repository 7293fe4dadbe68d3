import fc from 'fast-check'
import { beforeAll, expect, test } from 'vitest'
import { initCrypto } from '../../../src/ethereumjs/crypto.ts'
import { bytesToHex, numberToBytes, quantity } from '../../../src/lib/hex.ts'
import type { StateTree } from '../../../src/types/state.ts'
import { runs } from '../../support/runs.ts'
import { stateOf } from './stateOf.ts'

beforeAll(initCrypto)

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

test('thousands of accounts have the root that they have one by one', async () => {
  // Enough to be hashed in parts; among them contracts, and addresses that are not in order.
  const accounts = Array.from({ length: 12_000 }, (_, index) => {
    const address = bytesToHex(numberToBytes((index * 7919) % 12_007, 20))
    const own = index % 5 === 0 ? `"0x${index.toString(16)}":"0x1","0x0":"0x${index + 1}"` : ''
    const code = index % 5 === 0 ? address : '0x'
    const fields = `"nonce":${index % 300},"balance":"0x${index.toString(16)}","code":"${code}"`
    return `"${address}":{${fields},"storage":{${own}}}`
  })
  const text = `{"accounts":{${accounts.join(',')}}}`
  const [quick, slow] = [await stateOf(text), await stateOf(spaced(text))]
  expect(bytesToHex(quick.root())).toBe(bytesToHex(slow.root()))
  // Written over, what is beside it keeps its name.
  const over = [quick, slow].map((state) => {
    const changed = state.fork()
    for (let index = 0; index < 12_000; index += 1_000) {
      changed.writeAccount(numberToBytes(index, 20), { balance: 77n })
      changed.writeStorage(numberToBytes(index + 1, 20), numberToBytes(5, 32), numberToBytes(6, 32))
    }
    return bytesToHex(changed.tree().root())
  })
  expect(over[0]).toBe(over[1])
  expect(quick.proof(numberToBytes(7919, 20), [])).toEqual(slow.proof(numberToBytes(7919, 20), []))
})

test('what another reader has left is read at once again', async () => {
  // Each second account is spaced, and some are there twice.
  const accounts = Array.from({ length: 400 }, (_, index) => {
    const address = bytesToHex(numberToBytes(index % 350, 20))
    const code = '60'.repeat(index * 10)
    const own = `"${address}":{"nonce":1,"balance":"0x${index.toString(16)}","code":"0x${code}","storage":{}}`
    return index % 2 === 0 ? own : spaced(own)
  })
  const text = `{"accounts":{${accounts.join(',')}}}`
  expect(readable(await stateOf(text))).toEqual(readable(await stateOf(spaced(text))))
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

test('what is wrong is reported as ever', async () => {
  const file = (slot: string) =>
    `{"accounts":{"0x${'12'.repeat(20)}":{"nonce":1,"balance":"0x0","code":"0x","storage":{"0x${slot}":"0x1"}}}}`
  await expect(stateOf(file('0'.repeat(65)))).rejects.toThrow(/accounts\.0x12.*at most 32 bytes/)
  await expect(stateOf(file('1').slice(0, -3))).rejects.toThrow('it ends in the middle')
})
