import { computed, signal } from '@preact/signals'
import { Connection } from './connection.ts'
import { follow, type Model } from './model.ts'
import { RequestLog } from './requestLog.ts'
import { type ListedTransaction, maxRows, Ring } from './ring.ts'
import { decimal } from './units.ts'
import type { Hex, Message, NamedCall } from './wire.ts'

/** The chain as it is known; none before the first snapshot. */
export const model = signal<Model | undefined>(undefined)
export const isConnected = signal(false)
/** Changes when the rows of `ring` have. */
export const ringVersion = signal(0)
export const ring = new Ring()
export const requestLog = new RequestLog()
/** Changes when the rows of `requestLog` have. */
export const requestVersion = signal(0)
/** What was done last, or why it could not be. */
export const notice = signal<{ readonly text: string; readonly isBad: boolean } | undefined>(
  undefined,
)
/** What a screen reader says of the chain, once a second at most. */
export const spoken = signal('')

/** The address after `#`: `/transactions`, `/tx/0x…`. */
export const route = signal(readRoute())

export const status = computed(() => model.value?.status)
export const head = computed(() => model.value?.blocks.at(-1))

let queue: Message[] = []
let isScheduled = false
let spokenAtMs = 0

const connection = new Connection(receive, (isOpen) => {
  isConnected.value = isOpen
})

/** Asks the chain. */
export function ask<Result>(method: string, ...params: unknown[]): Promise<Result> {
  return connection.request<Result>(method, ...params)
}

/** Requests an action of the chain and reports the outcome; returns its answer, `undefined` when it refuses. */
export async function act<Result>(
  action: string,
  method: string,
  ...params: unknown[]
): Promise<Result | undefined> {
  try {
    const result = await ask<Result>(method, ...params)
    notice.value = { text: `${action}: done`, isBad: false }
    return result
  } catch (error) {
    notice.value = { text: `${action}: ${(error as Error).message}`, isBad: true }
    return undefined
  }
}

export function go(path: string): void {
  location.hash = path
}

function readRoute(): string {
  return decodeURIComponent(location.hash.slice(1)) || '/'
}

/** Messages are applied together before the next frame is painted. */
function receive(message: Message): void {
  queue.push(message)
  if (isScheduled) return
  isScheduled = true
  requestAnimationFrame(apply)
}

function apply(): void {
  isScheduled = false
  const messages = queue
  queue = []
  let next = model.value
  for (const message of messages) {
    next = follow(next, message)
    if (next === undefined) {
      connection.subscribe()
      return
    }
    ring.take(message)
    if (message.kind === 'block')
      say(`Block ${decimal(message.block.number)} sealed, transactions: ${message.block.count}`)
  }
  if (requestLog.take(messages)) requestVersion.value++
  model.value = next
  ringVersion.value++
}

function say(text: string): void {
  const nowMs = performance.now()
  if (nowMs - spokenAtMs < 1000) return
  spokenAtMs = nowMs
  spoken.value = text
}

/** A page of `preconf_listTransactions`, and how many there are at most in a ring. */
const pageRows = 1000

/** Asks for the rows that have not come by themselves: from before the page was opened, or as a count. */
export async function completeRing(): Promise<void> {
  const { missing } = ring
  ring.missing = undefined
  if (missing === undefined) return
  const found: ListedTransaction[] = []
  let before: unknown = null
  for (let pages = 0; pages * pageRows < maxRows; pages++) {
    const page = await ask<{ transactions: ListedTransaction[]; next: unknown }>(
      'preconf_listTransactions',
      before,
      pageRows,
    ).catch(() => undefined)
    if (page === undefined) break
    if (missing === 'history') {
      ring.addHistory(page.transactions)
      ringVersion.value++
    } else {
      found.push(...page.transactions)
      if (page.transactions.some(({ hash, blockHash }) => isKnown(hash, blockHash))) break
    }
    if (page.next === null) break
    before = page.next
  }
  if (missing === 'newest') {
    ring.addNewest(found)
    ringVersion.value++
  }
}

function isKnown(hash: Hex, blockHash: Hex | null): boolean {
  return blockHash !== null && ring.get(hash)?.blockHash === blockHash
}

/** What transactions call, by hash, as far as it was asked for and is known. */
const callNames = signal<ReadonlyMap<Hex, NamedCall>>(new Map())
/** Transactions that are asked about with the next request. */
const wantedNames = new Set<Hex>()
/** Where transactions were whose names are asked for or not known. */
const askedNames = new Map<Hex, string>()

/** How long requests for names are gathered, and how many names are in one. */
const namesMs = 50
const namesAtOnce = 500

/** What a transaction calls; asked for once at each `place` until it is known, and the caller is rendered again then. */
export function callNameOf(hash: Hex, place: string): NamedCall | undefined {
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
  for (const [index, hash] of hashes.entries()) {
    const name = answer[index]
    if (name) known.set(hash, name)
  }
  callNames.value = known
}

addEventListener('hashchange', () => {
  route.value = readRoute()
  notice.value = undefined
  // Artifacts may have come since.
  askedNames.clear()
})

document.addEventListener('visibilitychange', () => {
  if (document.hidden) {
    queue = []
    connection.unsubscribe()
  } else if (isConnected.value) connection.subscribe()
})
