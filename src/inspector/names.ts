import { signal } from '@preact/signals'
import { maxRows } from './ring.ts'
import { ask, labels, ring } from './state.ts'
import type { Hex, NamedCall } from './wire.ts'

/** What transactions call, by hash, as far as it was asked for and is known. */
const callNames = signal<ReadonlyMap<Hex, NamedCall>>(new Map())
/** Transactions that are asked about with the next request. */
const wantedNames = new Set<Hex>()
/** Where transactions were whose names are asked for or not known. */
const askedNames = new Map<Hex, string>()

/** What a transaction calls or creates in words, `Vault.take` or `new Vault`, and the signature; a transfer calls nothing. */
export function callLabel(
  { hash, to, data }: { readonly hash: Hex; readonly to: Hex | null; readonly data: Hex },
  place: string,
): { readonly words: string; readonly signature: string } | undefined {
  const selector = data.slice(0, 10)
  const name = to !== null && selector === '0x' ? undefined : callNameOf(hash, place)
  if (name === undefined) return undefined
  const { contract, signature } = name
  const words =
    to === null ? `new ${contract}` : `${contract}.${signature?.split('(')[0] ?? selector}`
  return { words, signature: signature ?? selector }
}

/** The custom error that a transaction reverted with, once it is known. */
export function errorNameOf(hash: Hex): string | undefined {
  return callNames.value.get(hash)?.error?.split('(')[0]
}

/** How long requests for names are gathered, and how many names are in one. */
const namesMs = 50
const namesAtOnce = 500

/** What a transaction calls; asked for once at each `place` until it is known, and the caller is rendered again then. */
function callNameOf(hash: Hex, place: string): NamedCall | undefined {
  const name = callNames.value.get(hash)
  if (name !== undefined || askedNames.get(hash) === place) return name
  if (askedNames.size > maxRows) askedNames.clear()
  askedNames.set(hash, place)
  if (wantedNames.size === 0) setTimeout(askForNames, namesMs)
  wantedNames.add(hash)
  return undefined
}

async function askForNames(): Promise<void> {
  const hashes = [...wantedNames].slice(0, namesAtOnce)
  for (const hash of hashes) wantedNames.delete(hash)
  if (wantedNames.size > 0) setTimeout(askForNames, namesMs)
  const answer = await ask<(NamedCall | null)[]>('preconf_decodeTransactions', hashes).catch(
    () => [],
  )
  const known = new Map(callNames.peek().size > maxRows ? [] : callNames.peek())
  const contracts = new Map(contractNames.peek().size > maxRows ? [] : contractNames.peek())
  for (const [index, hash] of hashes.entries()) {
    const name = answer[index]
    if (!name) continue
    known.set(hash, name)
    const row = ring.get(hash)
    const address = row?.to ?? row?.contractAddress
    if (address) contracts.set(address, name.contract)
  }
  callNames.value = known
  if (contracts.size !== contractNames.peek().size) contractNames.value = contracts
}

/** Transactions of which a search knows what they call. */
const maxSearched = 500

/** Asks what the newest transactions call, for a search by their names. */
export function askForCallNames(): void {
  let left = maxSearched
  for (const { hash, to, selector, place } of ring.newestFirst()) {
    if (to !== null && selector === '0x') continue
    callNameOf(hash, place)
    if (--left === 0) break
  }
}

/** What transactions call, as `Token.mint`. */
export function callWords(): ReadonlyMap<Hex, string> {
  const words = new Map<Hex, string>()
  for (const [hash, { contract, signature }] of callNames.value) {
    if (signature !== null) words.set(hash, `${contract}.${signature.split('(')[0]}`)
  }
  return words
}

/** Whether a transaction calls what the text names: `Token.mint`, `mint`. */
export function callsNamed(hash: Hex, text: string): boolean {
  const name = callNames.peek().get(hash)
  if (name === undefined || name.signature === null) return false
  return `${name.contract}.${name.signature.split('(')[0]}`.toLowerCase().includes(text)
}

/** Names of contracts by address, as far as calls of them were seen. */
export const contractNames = signal<ReadonlyMap<string, string>>(new Map())

/** The name of an address: its label, or that of its contract. */
export function nameOf(address: string): string | undefined {
  const key = address.toLowerCase()
  return labels.value[key] ?? contractNames.value.get(key)
}

/** The address that a text is, or that has it as its label or name; the text itself where there is none. */
export function addressOf(text: string): string {
  const wanted = text.trim()
  const lower = wanted.toLowerCase()
  const names = [...Object.entries(labels.peek()), ...contractNames.peek()]
  return names.find(([, name]) => name.toLowerCase() === lower)?.[0] ?? wanted
}

addEventListener('hashchange', () => {
  // Artifacts may have come since.
  askedNames.clear()
})
