import fc from 'fast-check'
import { beforeAll, expect, test } from 'vitest'
import { initCrypto } from '../../../src/ethereumjs/crypto.ts'
import { accountText, recordText } from '../../../src/files/anvil/anvilAccounts.ts'
import { JsonBytes } from '../../../src/files/jsonText.ts'
import { bytesToHex, numberToBytes, quantity } from '../../../src/lib/hex.ts'
import { accountsAsStored } from '../../../src/state/accountRecords.ts'
import { values } from '../../../src/state/trie/trie.ts'
import { runs } from '../../support/runs.ts'
import { stateOf } from '../state/stateOf.ts'

beforeAll(initCrypto)

function textOf(write: (json: JsonBytes) => Iterable<Uint8Array>): string {
  const json = new JsonBytes()
  const pieces = [...write(json)]
  return Buffer.concat([...pieces, json.take()]).toString()
}

const word = fc.oneof(
  fc.bigInt({ min: 1n, max: 2n ** 256n - 1n }),
  fc.bigInt({ min: 1n, max: 2_000n }),
)
const slots = fc.uniqueArray(fc.tuple(word, word), { maxLength: 40, selector: ([slot]) => slot })
const account = fc.record({
  nonce: fc.oneof(fc.nat(), fc.nat({ max: 10 ** 15 - 1 })),
  balance: fc.oneof(word, fc.constant(0n)).map(quantity),
  code: fc.uint8Array({ maxLength: 300 }).map(bytesToHex),
  storage: slots.map((list) => list.map(([slot, value]) => [quantity(slot), quantity(value)])),
})

test('an account that was not requested is written as any other', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(account, { minLength: 1, maxLength: 60 }), async (list) => {
      const accounts = list.map(({ storage, ...fields }, index) => {
        const address = bytesToHex(numberToBytes(index, 20))
        return [address, { ...fields, storage: Object.fromEntries(storage) }]
      })
      const text = JSON.stringify({ accounts: Object.fromEntries(accounts) })
      const { trie } = await stateOf(text)
      const asRecords = [...accountsAsStored(trie)].map((stored) =>
        textOf((json) => {
          if (!('record' in stored)) throw new Error('somebody has asked for it')
          return recordText(stored, json)
        }),
      )
      const asValues = [...values(trie)].map((value) =>
        textOf((json) => accountText(value, false, json)),
      )
      expect(asRecords).toEqual(asValues)
      expect(asRecords).toHaveLength(list.length)
    }),
    runs({ seed: 1802, numRuns: 30 }),
  )
})
