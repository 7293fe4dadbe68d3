/** Up to here the engine keeps bytes among its objects; more of them cost it ten times as much. */
const mostOwn = 64

/** From here on a piece is not worth it: it would leave much of its chunk unused. */
const mostShared = 1024

/** Small: what is kept for long keeps all of its chunk. */
const chunkBytes = 4096

let chunk = new ArrayBuffer(chunkBytes)
let used = 0

/** So many zeros: a piece of a larger piece of memory where that is faster, for what lives about as long as its neighbours. */
export function newBytes(length: number): Uint8Array {
  if (length <= mostOwn || length > mostShared) return new Uint8Array(length)
  if (used + length > chunkBytes) {
    chunk = new ArrayBuffer(chunkBytes)
    used = 0
  }
  const bytes = new Uint8Array(chunk, used, length)
  used += length
  return bytes
}
