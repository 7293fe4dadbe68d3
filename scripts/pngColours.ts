// A PNG with fewer colours, for pictures of pages in the documentation: a third of the bytes.
import { crc32, deflateSync, inflateSync } from 'node:zlib'

const signatureLength = 8

interface Picture {
  readonly width: number
  readonly height: number
  /** Bytes of a pixel, the first three of which are its colour. */
  readonly depth: number
  readonly pixels: Uint8Array
}

/** Returns the picture with its most common colours only, of which there can be 256. */
export function inColours(png: Buffer, count: number): Buffer {
  const { width, height, depth, pixels } = decode(png)
  const uses = new Map<number, number>()
  for (let at = 0; at < pixels.length; at += depth) {
    const colour = colourAt(pixels, at)
    uses.set(colour, (uses.get(colour) ?? 0) + 1)
  }
  const palette = [...uses]
    .sort(([, one], [, other]) => other - one)
    .slice(0, count)
    .map(([colour]) => colour)
  const nearest = new Map([...uses.keys()].map((colour) => [colour, nearestOf(palette, colour)]))
  const rows = Buffer.alloc(height * (width + 1))
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      const colour = colourAt(pixels, (y * width + x) * depth)
      rows[y * (width + 1) + 1 + x] = nearest.get(colour) ?? 0
    }
  }
  const header = Buffer.from(png.subarray(16, 29))
  header[9] = 3
  return Buffer.concat([
    png.subarray(0, signatureLength),
    chunk('IHDR', header),
    chunk('PLTE', Buffer.from(palette.flatMap(partsOf))),
    chunk('IDAT', deflateSync(rows, { level: 9 })),
    chunk('IEND', Buffer.alloc(0)),
  ])
}

function partsOf(colour: number): [number, number, number] {
  return [colour >> 16, (colour >> 8) & 255, colour & 255]
}

function colourAt(pixels: Uint8Array, at: number): number {
  return ((pixels[at] ?? 0) << 16) | ((pixels[at + 1] ?? 0) << 8) | (pixels[at + 2] ?? 0)
}

function nearestOf(palette: readonly number[], colour: number): number {
  const [red, green, blue] = partsOf(colour)
  let best = 0
  let least = Number.POSITIVE_INFINITY
  for (const [index, one] of palette.entries()) {
    const [r, g, b] = partsOf(one)
    const distance = (r - red) ** 2 + (g - green) ** 2 + (b - blue) ** 2
    if (distance < least) [best, least] = [index, distance]
  }
  return best
}

/** Pixels of a PNG of 8 bits with or without alpha, not interlaced, as Chromium writes it. */
function decode(png: Buffer): Picture {
  const [width, height] = [png.readUInt32BE(16), png.readUInt32BE(20)]
  const depth = png[25] === 6 ? 4 : 3
  const parts: Buffer[] = []
  for (let at = signatureLength; at < png.length; at += png.readUInt32BE(at) + 12) {
    const data = png.subarray(at + 8, at + 8 + png.readUInt32BE(at))
    if (png.toString('latin1', at + 4, at + 8) === 'IDAT') parts.push(data)
  }
  const raw = inflateSync(Buffer.concat(parts))
  const line = width * depth
  const pixels = new Uint8Array(height * line)
  for (let y = 0; y < height; y++) {
    const filter = raw[y * (line + 1)] ?? 0
    for (let x = 0; x < line; x++) {
      const left = x < depth ? 0 : (pixels[y * line + x - depth] ?? 0)
      const up = y === 0 ? 0 : (pixels[(y - 1) * line + x] ?? 0)
      const corner = x < depth || y === 0 ? 0 : (pixels[(y - 1) * line + x - depth] ?? 0)
      const guess = [0, left, up, (left + up) >> 1, paeth(left, up, corner)][filter] ?? 0
      pixels[y * line + x] = (raw[y * (line + 1) + 1 + x] ?? 0) + guess
    }
  }
  return { width, height, depth, pixels }
}

function paeth(left: number, up: number, corner: number): number {
  const guess = left + up - corner
  const [a, b, c] = [left, up, corner].map((one) => Math.abs(guess - one)) as [
    number,
    number,
    number,
  ]
  if (a <= b && a <= c) return left
  return b <= c ? up : corner
}

function chunk(name: string, data: Buffer): Buffer {
  const content = Buffer.concat([Buffer.from(name, 'latin1'), data])
  const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)]
  length.writeUInt32BE(data.length)
  sum.writeUInt32BE(crc32(content))
  return Buffer.concat([length, content, sum])
}
