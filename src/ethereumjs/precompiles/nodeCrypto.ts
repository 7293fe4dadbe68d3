export type NodeCrypto = typeof import('node:crypto')

let found: { readonly crypto: NodeCrypto | undefined } | undefined

/** Node's cryptography in native code, loaded when it is first asked for; elsewhere there is none. */
export function nodeCrypto(): NodeCrypto | undefined {
  found ??= { crypto: globalThis.process?.getBuiltinModule?.('node:crypto') }
  return found.crypto
}
