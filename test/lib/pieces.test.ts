import { describe, expect, it } from 'vitest'
import { Pieces } from '../../src/lib/pieces.ts'

const long = 'pre-confirmed. '.repeat(100_000)

describe('Pieces', () => {
  it('take bytes as they are, between texts', () => {
    const bytes = Buffer.from(long)
    const pieces = new Pieces().add('[').take(bytes).add(']')
    expect(String(pieces)).toBe(`[${long}]`)
    expect(pieces.length).toBe(long.length + 2)
    expect([...pieces]).toContain(bytes)
  })

  it('are the text that was added, in UTF-8', () => {
    const pieces = new Pieces()
      .add('žluťoučký ')
      .add(Uint8Array.of(0x6b, 0xc5))
      .add('')
      .add(Uint8Array.of(0xaf, 0xc5, 0x88))
    expect(String(pieces)).toBe('žluťoučký kůň')
    expect(pieces.length).toBe(Buffer.byteLength('žluťoučký kůň'))
    expect(String(new Pieces())).toBe('')
  })

  it('are half a megabyte each at most, whatever is added at once', () => {
    const pieces = new Pieces().add('[').add(long).add(']')
    const sizes = [...pieces].map(({ length }) => length)
    expect(Math.max(...sizes)).toBeLessThanOrEqual(2 ** 19)
    expect(sizes.reduce((sum, size) => sum + size)).toBe(pieces.length)
    expect(String(pieces)).toBe(`[${long}]`)
  })

  it('end between characters, of whatever many bytes those are', () => {
    const text = `a${'€'.repeat(200_000)}${'🜁'.repeat(200_000)}\ud800`
    const pieces = new Pieces().add('1').add(text).add(text)
    const whole = `1${text}${text}`
    expect(String(pieces) === Buffer.from(whole).toString()).toBe(true)
    expect(pieces.length).toBe(Buffer.byteLength(whole))
    expect([...pieces].every((bytes) => !Buffer.from(bytes).toString().startsWith('\ufffd'))).toBe(
      true,
    )
  })

  it('take others in, which are not copied where they are long', () => {
    const inner = new Pieces().add(long)
    const pieces = new Pieces().add('[').add(inner).add(',').add(new Pieces().add('7')).add(']')
    expect(String(pieces)).toBe(`[${long},7]`)
    expect([...pieces].map(({ buffer }) => buffer)).toContain([...inner][0]?.buffer)
  })

  it('lose their last byte', () => {
    const pieces = new Pieces().add('1,2,')
    pieces.dropLast()
    expect(String(pieces.add(']'))).toBe('1,2]')
  })
})
