import { type Hex, hexToBytes } from '../lib/hex.ts'
import { packHex, packNumber, packWord } from './bytes.ts'
import type { Fact } from './cassette/fact.ts'
import type { RemoteStore } from './remoteStore.ts'

const noBytes = new Uint8Array()

/** Puts into a store what a cassette says. An account whose code it lacks is not known. Throws a `ConflictingFact`. */
export function loadStore(facts: Iterable<Fact>, store: RemoteStore): RemoteStore {
  const all = [...facts]
  const codes = new Map<Hex, Uint8Array>()
  for (const fact of all) if (fact.kind === 'code') codes.set(fact.hash, hexToBytes(fact.bytes))
  for (const fact of all) {
    if (fact.kind === 'slot') {
      store.addSlot(packHex(fact.address), packWord(fact.slot), packNumber(fact.value))
    } else if (fact.kind === 'node') {
      store.addNode(packHex(fact.hash), hexToBytes(fact.rlp))
    } else if (fact.kind === 'account') {
      const { address, nonce, balance, codeHash, absent } = fact
      const code = codeHash === emptyHash ? noBytes : codes.get(codeHash)
      if (code === undefined) continue
      const account = { nonce, balance, codeHash: packHex(codeHash), code, absent }
      store.addAccount(packHex(address), account)
    }
  }
  return store
}

/** The hash of no code. */
const emptyHash: Hex = '0xc5d2460186f7233c927e7db2dcc703c0e500b653ca82273b7bfad8045d85a470'
