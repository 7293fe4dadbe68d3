import { KeyEncoding, ValueEncoding } from '@ethereumjs/util'
import { describe, expect, test } from 'vitest'
import { MemoryDatabase } from '../../src/chain/memoryDatabase.ts'

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
})
