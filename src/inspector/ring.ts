import type { Block, Hex, Message, TransactionLine } from './wire.ts'

/** Where a transaction is, in a word. */
export type Place = 'waiting' | 'pre-confirmed' | 'sealed' | 'dropped' | 'reorged'

export interface Row extends TransactionLine {
  readonly place: Place
  readonly blockHash?: Hex | null
  readonly blockNumber?: Hex
}

/** A row as `preconf_listTransactions` answers it. */
export interface ListedTransaction extends TransactionLine {
  readonly blockNumber: Hex
  readonly blockHash: Hex | null
}

/** Rows that are kept. */
const mostRows = 10_000

/** The newest transactions, in the order in which the page has heard of them. */
export class Ring {
  readonly #rows = new Map<Hex, Row>()
  /** Pre-confirmed in the open block. */
  #open = new Set<Hex>()
  /** Whether some came as a count only, so that a page of them has to be asked for. */
  isIncomplete = false

  /** Newest first. */
  list(): readonly Row[] {
    return [...this.#rows.values()].reverse()
  }

  get size(): number {
    return this.#rows.size
  }

  take(message: Message): void {
    switch (message.kind) {
      case 'snapshot':
        this.#rows.clear()
        this.#open.clear()
        for (const block of message.blocks) this.#seal(block)
        for (const { transactions, blockNumber } of message.pending) {
          this.#preconfirm(transactions, blockNumber)
        }
        this.isIncomplete = true
        break
      case 'pooled':
        for (const line of this.#listed(message.transactions))
          this.#put({ ...line, place: 'waiting' })
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
      case 'reorg': {
        const removed = new Set(message.removed)
        for (const row of this.#rows.values()) {
          if (row.place === 'sealed' && row.blockHash && removed.has(row.blockHash)) {
            this.#rows.set(row.hash, { ...row, place: 'reorged' })
          }
        }
      }
    }
    this.#cut()
  }

  /** A page that was asked for, newest first: what is older than all that is known goes below it. */
  add(page: readonly ListedTransaction[]): void {
    const known = [...this.#rows]
    this.#rows.clear()
    for (const { blockHash, ...line } of [...page].reverse()) {
      this.#put({ ...line, place: blockHash === null ? 'pre-confirmed' : 'sealed', blockHash })
    }
    for (const [hash, row] of known) {
      if (!this.#rows.has(hash) || row.place === 'waiting') this.#rows.set(hash, row)
    }
    this.isIncomplete = false
    this.#cut()
  }

  #listed(transactions: readonly TransactionLine[] | undefined): readonly TransactionLine[] {
    if (transactions === undefined) this.isIncomplete = true
    return transactions ?? []
  }

  #preconfirm(transactions: readonly TransactionLine[] = [], blockNumber: Hex): void {
    for (const line of transactions) {
      this.#open.add(line.hash)
      this.#put({ ...line, place: 'pre-confirmed', blockNumber })
    }
  }

  #seal({ transactions, number, hash }: Block): void {
    for (const line of this.#listed(transactions)) {
      this.#open.delete(line.hash)
      this.#put({ ...line, place: 'sealed', blockNumber: number, blockHash: hash })
    }
    // What was promised and is not there.
    if (transactions !== undefined) {
      for (const lost of this.#open) {
        const row = this.#rows.get(lost)
        if (row?.blockNumber === number) this.#rows.set(lost, { ...row, place: 'dropped' })
      }
    }
    this.#open.clear()
  }

  #put(row: Row & { blockHash?: Hex | null }): void {
    this.#rows.set(row.hash, row as Row)
  }

  #cut(): void {
    for (const hash of this.#rows.keys()) {
      if (this.#rows.size <= mostRows) return
      this.#rows.delete(hash)
    }
  }
}
