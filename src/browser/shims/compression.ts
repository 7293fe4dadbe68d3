import type * as compression from '../../files/compression.ts'

export const gzip: typeof compression.gzip = (pieces) =>
  through(pieces, new CompressionStream('gzip'))

export const gunzip: typeof compression.gunzip = (pieces) =>
  through(pieces, new DecompressionStream('gzip'))

/** The pieces as the stream has changed them. */
async function* through(
  pieces: Iterable<Uint8Array> | AsyncIterable<Uint8Array>,
  stream: CompressionStream | DecompressionStream,
): AsyncGenerator<Uint8Array, void> {
  const source =
    Symbol.asyncIterator in pieces ? pieces[Symbol.asyncIterator]() : pieces[Symbol.iterator]()
  const before = new ReadableStream({
    pull: async (controller) => {
      const { done, value } = await source.next()
      if (done) controller.close()
      else controller.enqueue(value)
    },
    cancel: async () => {
      await source.return?.()
    },
  })
  const reader = before.pipeThrough<Uint8Array>(stream).getReader()
  try {
    for (;;) {
      const { done, value } = await reader.read()
      if (done) return
      yield value
    }
  } finally {
    await reader.cancel().catch(() => {})
  }
}
