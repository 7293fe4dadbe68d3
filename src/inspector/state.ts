import { computed, signal } from '@preact/signals'
import { Connection } from './connection.ts'
import { follow, type Model } from './model.ts'
import { RequestLog } from './requestLog.ts'
import { type ListedTransaction, maxRows, Ring } from './ring.ts'
import { decimal } from './units.ts'
import type { Hex, Message } from './wire.ts'

/** The chain as it is known; none before the first snapshot. */
export const model = signal<Model | undefined>(undefined)
export const isConnected = signal(false)
/** Changes when the rows of `ring` have. */
export const ringVersion = signal(0)
export const ring = new Ring()
export const requestLog = new RequestLog()
/** Changes when the rows of `requestLog` have. */
export const requestVersion = signal(0)
/** Changes after `model` and `ring`, once a second at most: for screens that show much of them. */
export const calmVersion = signal(0)
/** Changes when sealed blocks may have left the chain. */
export const rewinds = signal(0)
/** What was done last, or why it could not be. */
export const notice = signal<{ readonly text: string; readonly isBad: boolean } | undefined>(
  undefined,
)
/** What a screen reader says of the chain, once a second at most. */
export const spoken = signal('')

/** The address after `#`: `/transactions`, `/tx/0x…`. */
export const route = signal(readRoute())

export const status = computed(() => model.value?.status)
let knownLabels: Readonly<Record<string, string>> = {}
/** Names by address; the same object until one changes, as each address that is shown reads it. */
export const labels = computed(() => {
  const next = status.value?.labels ?? {}
  const names = Object.keys(next)
  const isSame =
    names.length === Object.keys(knownLabels).length &&
    names.every((address) => knownLabels[address] === next[address])
  if (!isSame) knownLabels = next
  return knownLabels
})
export const head = computed(() => model.value?.blocks.at(-1))

/** The time of this machine, which goes on once a second. */
const machineMs = signal(Date.now())
setInterval(() => {
  if (!document.hidden) machineMs.value = Date.now()
}, 1000)

/** The chain's time in ms. */
export const chainNowMs = computed(() => {
  const { nowMs, offsetMs = 0 } = status.value?.clock ?? {}
  return nowMs === undefined ? machineMs.value + offsetMs : Number(nowMs)
})

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
    // What one has done oneself is shown at once.
    nextUpdateMs = Number.NEGATIVE_INFINITY
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

/** The limits of the time within which messages share an update of the page, in ms: each is rendered and painted. */
const minUpdateMs = 250
const maxUpdateMs = 1000
/** The time until the next update, as a multiple of how long the last one took: the rest of the processor is for the chain. */
const rests = 15
let nextUpdateMs = Number.NEGATIVE_INFINITY

/** Messages are applied together before the next frame is painted. */
function receive(message: Message): void {
  queue.push(message)
  if (isScheduled) return
  isScheduled = true
  const waitMs = Math.max(0, nextUpdateMs - performance.now())
  setTimeout(() => requestAnimationFrame(update), waitMs)
}

function update(): void {
  const startMs = performance.now()
  nextUpdateMs = startMs + minUpdateMs
  apply()
  // After the page was rendered and painted.
  setTimeout(() => {
    const tookMs = performance.now() - startMs
    nextUpdateMs = startMs + Math.min(maxUpdateMs, Math.max(minUpdateMs, tookMs * rests))
  })
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
    if (message.kind === 'reorg' || message.kind === 'snapshot') rewinds.value++
    if (message.kind === 'block')
      say(`Block ${decimal(message.block.number)} sealed, transactions: ${message.block.count}`)
  }
  if (requestLog.take(messages)) requestVersion.value++
  model.value = next
  ringVersion.value++
  calm()
}

const calmMs = 1000
let calmTimer: ReturnType<typeof setTimeout> | undefined
let calmAtMs = Number.NEGATIVE_INFINITY

function calm(): void {
  if (calmTimer !== undefined) return
  const waitMs = Math.max(0, calmAtMs + calmMs - performance.now())
  calmTimer = setTimeout(() => {
    calmTimer = undefined
    calmAtMs = performance.now()
    calmVersion.value++
  }, waitMs)
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

addEventListener('hashchange', () => {
  route.value = readRoute()
  notice.value = undefined
})

document.addEventListener('visibilitychange', () => {
  if (document.hidden) {
    queue = []
    connection.unsubscribe()
  } else if (isConnected.value) connection.subscribe()
})
