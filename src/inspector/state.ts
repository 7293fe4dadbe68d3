import { computed, signal } from '@preact/signals'
import { Connection } from './connection.ts'
import { follow, type Model } from './model.ts'
import { RequestLog } from './requestLog.ts'
import { type ListedTransaction, Ring } from './ring.ts'
import { decimal } from './units.ts'
import type { Message } from './wire.ts'

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

/** Has the chain do something, and tells how that went; what it answers, `undefined` when it refuses. */
export async function act<Result>(
  deed: string,
  method: string,
  ...params: unknown[]
): Promise<Result | undefined> {
  try {
    const result = await ask<Result>(method, ...params)
    notice.value = { text: `${deed}: done`, isBad: false }
    return result
  } catch (error) {
    notice.value = { text: `${deed}: ${(error as Error).message}`, isBad: true }
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

/** Fills the ring from what is in blocks, when some of it came as a count or from before the page was opened. */
export async function completeRing(): Promise<void> {
  if (!ring.isIncomplete) return
  ring.isIncomplete = false
  let before: unknown = null
  // More than a screen at once, and all that the ring takes only where there is as much.
  for (let pages = 0; pages < 10; pages++) {
    const page = await ask<{ transactions: ListedTransaction[]; next: unknown }>(
      'preconf_listTransactions',
      before,
      1000,
    ).catch(() => undefined)
    if (page === undefined) return
    ring.add(page.transactions)
    ringVersion.value++
    if (page.next === null) return
    before = page.next
  }
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
