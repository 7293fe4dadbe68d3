import { gunzipSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { ChainTooLarge, gzipped } from '../../src/files/fileSource.ts'
import { Random } from '../../src/lib/random.ts'

function* pieces(count: number) {
  const random = new Random('gzipped')
  for (let index = 0; index < count; index++) {
    yield Uint8Array.from({ length: 10_000 }, () => Math.floor(random.next() * 256))
  }
}

test('pieces come out as one when they are decompressed', async () => {
  const whole = Buffer.concat([...pieces(20)])
  expect(gunzipSync(await gzipped(pieces(20)))).toEqual(whole)
  expect(gunzipSync(await gzipped([]))).toEqual(Buffer.of())
})

test('no more is made once it is too large', async () => {
  let made = 0
  function* counted() {
    for (const piece of pieces(1_000)) {
      made++
      yield piece
    }
  }
  const error = await gzipped(counted(), 2 ** 20).catch((error) => error)
  expect(error).toBeInstanceOf(ChainTooLarge)
  expect(error).toMatchObject({ code: -32000, message: expect.stringContaining('1 MiB') })
  expect(made).toBeLessThan(500)
})

test('what the content throws comes out', async () => {
  function* torn() {
    yield Uint8Array.of(1)
    throw new RangeError('no more')
  }
  await expect(gzipped(torn())).rejects.toThrow('no more')
})
