import { type BatchDBOp, KeyEncoding, ValueEncoding } from '@ethereumjs/util'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { type DatabaseContent, MemoryDatabase } from '../../src/chain/memoryDatabase.ts'
import { runs } from '../support/runs.ts'

const bytes = (...values: number[]) => Uint8Array.from(values)

describe('MemoryDatabase', () => {
  test('gives back what was put, as plain bytes, and undefined for what was not', async () => {
    const database = new MemoryDatabase()
    await database.open()
    await database.put(bytes(0, 255), bytes(1, 2))
    const value = await database.get(bytes(0, 255))
    expect(value).toStrictEqual(bytes(1, 2))
    expect(await database.get(bytes(0))).toBeUndefined()
    await database.del(bytes(0, 255))
    expect(await database.get(bytes(0, 255))).toBeUndefined()
  })

  test('keeps strings and objects by their encodings', async () => {
    const database = new MemoryDatabase()
    const keyEncoding = KeyEncoding.String
    await database.batch([
      { type: 'put', key: 'text', value: 'word' },
      { type: 'put', key: 'heads', value: { vm: 'ab' } },
    ])
    expect(await database.get('text', { keyEncoding, valueEncoding: ValueEncoding.String })).toBe(
      'word',
    )
    expect(
      await database.get('heads', { keyEncoding, valueEncoding: ValueEncoding.JSON }),
    ).toStrictEqual({ vm: 'ab' })
  })

  test('a shallow copy has the same entries, also later ones', async () => {
    const database = new MemoryDatabase()
    const copy = database.shallowCopy()
    await database.put('a', bytes(1))
    await copy.put('b', bytes(2))
    expect(await copy.get('a')).toStrictEqual(bytes(1))
    expect(await database.get('b')).toStrictEqual(bytes(2))
  })

  test('refuses to write a key that cannot be', async () => {
    const database = new MemoryDatabase()
    await expect(database.put('', bytes(1))).rejects.toThrow('empty')
    await expect(database.batch([{ type: 'del', key: '' }])).rejects.toThrow('empty')
  })

  test('contents taken at any time stay as they were, and databases over them are apart', async () => {
    const key = fc.integer({ min: 0, max: 40 })
    const operation = fc.record({ key, value: fc.option(fc.nat(255), { nil: undefined }) })
    const batch = fc.array(operation, { maxLength: 12 })
    await fc.assert(
      fc.asyncProperty(fc.array(fc.tuple(batch, fc.nat()), { maxLength: 15 }), async (steps) => {
        const kept: { content: DatabaseContent; model: ReadonlyMap<number, number> }[] = [
          { content: new MemoryDatabase().content(), model: new Map() },
        ]
        for (const [operations, pick] of steps) {
          const start = kept[pick % kept.length] ?? kept[0]
          const database = new MemoryDatabase(start?.content)
          const model = new Map(start?.model)
          await database.batch(operations.map(batchOperation))
          for (const { key, value } of operations) {
            if (value === undefined) model.delete(key)
            else model.set(key, value)
          }
          kept.push({ content: database.content(), model })
        }
        for (const { content, model } of kept) expect(await entries(content)).toEqual(model)
      }),
      runs({ seed: 2, numRuns: 40 }),
    )
  })
})

function batchOperation(operation: {
  key: number
  value: number | undefined
}): BatchDBOp<Uint8Array, Uint8Array> {
  const key = bytes(operation.key)
  return operation.value === undefined
    ? { type: 'del', key }
    : { type: 'put', key, value: bytes(operation.value) }
}

async function entries(content: DatabaseContent): Promise<Map<number, number>> {
  const database = new MemoryDatabase(content)
  const found = new Map<number, number>()
  for (let key = 0; key <= 40; key++) {
    const value = await database.get(bytes(key))
    if (value instanceof Uint8Array) found.set(key, value[0] ?? -1)
  }
  expect(content.length).toBe(found.size)
  return found
}
