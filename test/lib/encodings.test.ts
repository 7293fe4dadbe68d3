import { build } from 'esbuild'
import { describe, expect, test } from 'vitest'
import * as ofNode from '../../src/lib/encodings.ts'

const everyByte = Uint8Array.from({ length: 20_000 }, (_, index) => index & 255)
const latin1 = Buffer.from(everyByte).toString('latin1')
const text = '\uFEFFa flashblock, é, 末, 😀'

/** As it is built for browsers. */
async function inBrowser(): Promise<typeof ofNode> {
  const { outputFiles } = await build({
    entryPoints: [new URL('../../src/lib/encodings.ts', import.meta.url).pathname],
    bundle: true,
    write: false,
    format: 'esm',
    define: { 'globalThis.Buffer': 'undefined' },
  })
  return import(`data:text/javascript,${encodeURIComponent(outputFiles[0]?.text ?? '')}`)
}

describe.each([
  ['with the buffers of Node', async () => ofNode],
  ['without them', inBrowser],
])('%s', (_, load) => {
  test('bytes become text and come back', async () => {
    const { utf8Bytes, utf8Text, utf8Part, latin1Text, latin1Part } = await load()
    const { writeLatin1, base64Bytes, base64Text } = await load()
    expect(Uint8Array.from(utf8Bytes(text))).toEqual(new TextEncoder().encode(text))
    expect(utf8Text(utf8Bytes(text))).toBe(text)
    expect(utf8Text(utf8Bytes(text).subarray(3))).toBe(text.slice(1))
    expect(utf8Part(utf8Bytes(text), 3, 19)).toBe('a flashblock, é')
    expect(utf8Text(Uint8Array.of(0xff, 0x61))).toBe('\uFFFDa')
    expect(latin1Text(everyByte)).toBe(latin1)
    expect(latin1Part(everyByte.subarray(3), 5, 9000)).toBe(latin1.slice(8, 9003))
    const bytes = new Uint8Array(5).fill(1)
    writeLatin1('é', bytes)
    writeLatin1('abcdef', bytes, 3)
    expect(bytes).toEqual(Uint8Array.of(0xe9, 1, 1, 97, 98))
    expect(Uint8Array.from(base64Bytes(base64Text(everyByte.subarray(1, 300))))).toEqual(
      everyByte.slice(1, 300),
    )
  })
})
