import type { Rows } from './units.ts'
import type { Block, Drop, DroppedLine, Hex, Message, TransactionLine } from './wire.ts'

/** Where a transaction is, in a word. */
export type Place = 'waiting' | 'pre-confirmed' | 'sealed' | 'dropped' | 'reorged'

export interface Row extends TransactionLine {
  readonly place: Place
  readonly blockHash?: Hex | null
  readonly blockNumber?: Hex
  /** Why it was dropped. */
  readonly drop?: Drop
}

/** A row as `preconf_listTransactions` answers it. */
export interface ListedTransaction extends TransactionLine {
  readonly blockNumber: Hex
  readonly blockHash: Hex | null
}

/** Rows that are kept. */
export const maxRows = 10_000

type Accepts = (row: Row) => boolean

/**
 * The newest transactions, in the order in which the page has heard of them. A message costs what is in
 * it, however many rows there are: rows have places that never change, counted from the first of all.
 */
export class Ring {
  /** Oldest first; those before `#start` are gone. */
  #rows: Row[] = []
  #start = 0
  /** The place of the first of `#rows`. */
  #base = 0
  readonly #places = new Map<Hex, number>()
  #accepts: Accepts = () => true
  /** Places of rows that are accepted, ascending; those before `#firstMatch` are gone. */
  #matches: number[] = []
  #firstMatch = 0
  /** Pre-confirmed in the open block. */
  #open = new Set<Hex>()
  /** What was open in blocks of which no list has come: sealed, or not. */
  #unsure = new Set<Hex>()
  /** What has to be asked for: all that was before, or what came as a count only. */
  missing: 'history' | 'newest' | undefined

  get size(): number {
    return this.#rows.length - this.#start
  }

  /** The accepted rows, newest first. */
  get shown(): Rows<Row> {
    const last = this.#matches.length - 1
    return {
      length: this.#matches.length - this.#firstMatch,
      at: (index) => this.#rowAt(this.#matches[last - index] as number),
      indexOf: (hash) => {
        const place = this.#places.get(hash as Hex)
        if (place === undefined) return -1
        const at = this.#matchAt(place)
        return this.#matches[at] === place ? last - at : -1
      },
    }
  }

  /** Looks at all rows once; from then on at those that change. */
  filter(accepts: Accepts): void {
    this.#accepts = accepts
    this.#matches = []
    this.#firstMatch = 0
    for (let at = this.#start; at < this.#rows.length; at++) {
      if (accepts(this.#rows[at] as Row)) this.#matches.push(this.#base + at)
    }
  }

  get(hash: Hex): Row | undefined {
    const place = this.#places.get(hash)
    return place === undefined ? undefined : this.#rowAt(place)
  }

  /** All rows, whether accepted or not. */
  *newestFirst(): Generator<Row> {
    for (let at = this.#rows.length - 1; at >= this.#start; at--) yield this.#rows[at] as Row
  }

  take(message: Message): void {
    switch (message.kind) {
      case 'snapshot':
        this.#become([])
        this.#open.clear()
        this.#unsure.clear()
        this.#begin(message.blocks, message.dropped)
        for (const { transactions, blockNumber } of message.pending) {
          this.#preconfirm(transactions, blockNumber)
        }
        for (const line of message.waiting) this.#put({ ...line, place: 'waiting' })
        this.missing = 'history'
        break
      case 'pooled':
        for (const line of this.#listed(message.transactions)) {
          this.#put({ ...line, place: 'waiting' })
        }
        break
      case 'flashblock': {
        const { transactions, blockNumber, index } = message.flashblock
        if (index === '0x0') this.#open.clear()
        this.#preconfirm(this.#listed(transactions), blockNumber)
        break
      }
      case 'block':
        this.#seal(message.block)
        break
      case 'dropped':
        for (const line of message.transactions) this.#put(droppedRow(line))
        break
      case 'reorg': {
        const removed = new Set(message.removed)
        for (const row of this.#rows.slice(this.#start)) {
          if (row.place === 'sealed' && row.blockHash && removed.has(row.blockHash)) {
            this.#put({ ...row, place: 'reorged' })
          }
        }
      }
    }
  }

  /** A page of what was before, newest first: what is not known goes below all that is. */
  addHistory(page: readonly ListedTransaction[]): void {
    const known = this.#rows.slice(this.#start)
    const older = page.filter(({ hash }) => !this.#places.has(hash)).reverse()
    this.#become([...older.map(rowOf), ...known])
    this.#update(page)
  }

  /** What has come as a count only, newest first: what is not known is newer than all that is. */
  addNewest(page: readonly ListedTransaction[]): void {
    for (const line of [...page].reverse()) {
      if (!this.#places.has(line.hash)) this.#put(rowOf(line))
    }
    this.#update(page)
    for (const hash of this.#unsure) {
      const row = this.get(hash)
      if (row?.place === 'pre-confirmed' && !this.#open.has(hash)) {
        this.#put({ ...row, place: 'dropped' })
      }
    }
    this.#unsure.clear()
  }

  /** Takes over where those are now that are known already. */
  #update(page: readonly ListedTransaction[]): void {
    for (const line of page) {
      const row = this.get(line.hash)
      if (row !== undefined && row.blockHash !== line.blockHash) this.#put(rowOf(line))
    }
  }

  /** Blocks, and between them what was dropped before each. */
  #begin(blocks: readonly Block[], dropped: readonly DroppedLine[]): void {
    let at = 0
    const dropUntil = (ms: number) => {
      for (let line = dropped[at]; line && Number(line.droppedMs) < ms; line = dropped[++at])
        this.#put(droppedRow(line))
    }
    for (const block of blocks) {
      dropUntil(Number(block.timestamp) * 1000)
      this.#seal(block)
    }
    dropUntil(Number.POSITIVE_INFINITY)
  }

  #listed(transactions: readonly TransactionLine[] | undefined): readonly TransactionLine[] {
    if (transactions === undefined) this.missing ??= 'newest'
    return transactions ?? []
  }

  #preconfirm(transactions: readonly TransactionLine[] = [], blockNumber: Hex): void {
    for (const line of transactions) {
      this.#open.add(line.hash)
      this.#put({ ...line, place: 'pre-confirmed', blockNumber })
    }
  }

  #seal({ transactions, number, hash, asPublished }: Block): void {
    const place = { place: 'sealed', blockNumber: number, blockHash: hash } as const
    for (const line of transactions ?? []) {
      this.#open.delete(line.hash)
      this.#put({ ...line, ...place })
    }
    const open = [...this.#open].flatMap((one) => this.get(one) ?? [])
    for (const row of open) {
      if (row.blockNumber !== number) continue
      if (transactions !== undefined) this.#put({ ...row, place: 'dropped' })
      else if (asPublished) this.#put({ ...row, ...place })
      else this.#unsure.add(row.hash)
    }
    this.#open.clear()
    if (transactions === undefined && !asPublished) this.missing ??= 'newest'
  }

  #put(row: Row): void {
    const place = this.#places.get(row.hash)
    if (place !== undefined) {
      this.#replace(place, row)
      return
    }
    const next = this.#base + this.#rows.length
    this.#rows.push(row)
    this.#places.set(row.hash, next)
    if (this.#accepts(row)) this.#matches.push(next)
    if (this.size > maxRows) this.#dropOldest()
  }

  #replace(place: number, row: Row): void {
    const was = this.#accepts(this.#rowAt(place))
    const is = this.#accepts(row)
    this.#rows[place - this.#base] = row
    if (was === is) return
    const at = this.#matchAt(place)
    if (is) this.#matches.splice(at, 0, place)
    else this.#matches.splice(at, 1)
  }

  #dropOldest(): void {
    const row = this.#rows[this.#start] as Row
    if (this.#matches[this.#firstMatch] === this.#base + this.#start) this.#firstMatch++
    this.#places.delete(row.hash)
    this.#start++
    // Now and then, so that it costs nothing each time.
    if (this.#start < maxRows) return
    this.#rows = this.#rows.slice(this.#start)
    this.#matches = this.#matches.slice(this.#firstMatch)
    this.#base += this.#start
    this.#start = 0
    this.#firstMatch = 0
  }

  #become(rows: readonly Row[]): void {
    this.#rows = rows.slice(-maxRows)
    this.#start = 0
    this.#base = 0
    this.#places.clear()
    for (const [at, { hash }] of this.#rows.entries()) this.#places.set(hash, at)
    this.filter(this.#accepts)
  }

  #rowAt(place: number): Row {
    return this.#rows[place - this.#base] as Row
  }

  /** Where a place is among the matches, or would be. */
  #matchAt(place: number): number {
    let low = this.#firstMatch
    let high = this.#matches.length
    while (low < high) {
      const middle = (low + high) >> 1
      if ((this.#matches[middle] as number) < place) low = middle + 1
      else high = middle
    }
    return low
  }
}

function droppedRow({ droppedMs: _, ...line }: DroppedLine): Row {
  const { reason, blockNumber } = line.drop
  const place = reason === 'reorged' ? 'reorged' : 'dropped'
  return { ...line, place, ...(blockNumber !== undefined && { blockNumber }) }
}

function rowOf({ blockHash, ...line }: ListedTransaction): Row {
  return { ...line, place: blockHash === null ? 'pre-confirmed' : 'sealed', blockHash }
}
