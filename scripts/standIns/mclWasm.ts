import { gunzip } from '../../src/files/compression.ts'
import { base64Bytes } from '../../src/lib/encodings.ts'
import { packedMcl } from './packedMcl.ts'

let loading: Promise<Uint8Array<ArrayBuffer>> | undefined

/** Returns the WebAssembly of mcl, which is compressed in the package. */
export function mclWasm(): Promise<Uint8Array<ArrayBuffer>> {
  loading ??= load()
  return loading
}

async function load(): Promise<Uint8Array<ArrayBuffer>> {
  const pieces: Uint8Array<ArrayBuffer>[] = []
  for await (const piece of gunzip([base64Bytes(packedMcl)])) pieces.push(Uint8Array.from(piece))
  return new Uint8Array(await new Blob(pieces).arrayBuffer())
}
