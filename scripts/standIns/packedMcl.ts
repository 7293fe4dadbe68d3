import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { gzipSync } from 'node:zlib'

/** Where mcl's module holds its WebAssembly, and decodes it. */
const embedded = /const wasmBase64 = '([A-Za-z0-9+/=]+)';\s+const wasmBytes = .*\n/

const path = createRequire(import.meta.url).resolve('mcl-wasm/dist/mcl_c.js')

/**
 * The WebAssembly of mcl, compressed and as base64. In the package this text is a file of its own, `dist/browser/mcl.js`,
 * which pages import and Node reads.
 */
export const packedMcl = packed(readFileSync(path, 'utf8'))

function packed(code: string): string {
  const base64 = embedded.exec(code)?.[1]
  if (base64 === undefined) throw new Error('mcl holds its WebAssembly in another way')
  return gzipSync(Buffer.from(base64, 'base64'), { level: 9 }).toString('base64')
}

/** Returns mcl's module without its WebAssembly: the variable `wasmBytes` has to be set. */
export function codeOfMcl(code: string): string {
  return code.replace(embedded, '')
}
