type Pieces = Iterable<Uint8Array> | AsyncIterable<Uint8Array>

/** The pieces compressed by gzip, made as they are read. What goes wrong with the pieces reaches the reader. */
export async function* gzip(pieces: Pieces): AsyncGenerator<Uint8Array, void> {
  const { createGzip } = await import('node:zlib')
  yield* through(pieces, createGzip())
}

/** What gzip has compressed, as it was before; throws for what it has not. */
export async function* gunzip(pieces: Pieces): AsyncGenerator<Uint8Array, void> {
  const { createGunzip } = await import('node:zlib')
  yield* through(pieces, createGunzip())
}

async function* through(
  pieces: Pieces,
  stream: NodeJS.ReadWriteStream,
): AsyncGenerator<Uint8Array, void> {
  // Those of the web make more than is read.
  const { Readable, pipeline } = await import('node:stream')
  // Errors reach the reader through the stream that it reads.
  pipeline(Readable.from(pieces), stream, () => {})
  for await (const piece of stream) yield piece as Buffer
}
