import { type ParsedAccounts, sortAccounts } from '../wasm/accounts/accounts.ts'
import { recordBytes, slotsAt } from '../wasm/accounts/layout.ts'

/** Records of a bucket that stand one after the other. */
const recordsPerBlock = 32
const recordsPerPage = 2 ** 13
/** Records that are sorted at a stretch: a millisecond or two. */
const perTurn = 10_000

interface Page {
  readonly bytes: Uint8Array
  readonly view: DataView
}

interface Bucket {
  /** How many stand in those before it, once all are read. */
  start: number
  length: number
  /** How many slots its accounts have. */
  slots: number
  /** The first index of each block. */
  readonly blocks: number[]
}

/**
 * Records of accounts, which are put into buckets by the first byte of their keys as they are read: so that what
 * comes next to each other in the order of the keys stands near to each other from then on.
 */
export class RecordBuckets {
  length = 0
  readonly #buckets: readonly Bucket[]
  readonly #pages: Page[] = []
  /** How many indexes are given to blocks. */
  #given = 0
  #last: Bucket

  /** A single bucket keeps the order in which accounts were read, until it is sorted. */
  constructor(count: 1 | 256) {
    this.#buckets = Array.from({ length: count }, () => ({
      start: 0,
      length: 0,
      slots: 0,
      blocks: [],
    }))
    this.#last = this.#buckets[0] as Bucket
  }

  add(parsed: ParsedAccounts): void {
    if (this.#buckets.length === 1) {
      this.#addTo(this.#last, parsed.records)
      return
    }
    const { records, ends } = parsed.byFirstByte()
    let from = 0
    for (const [byte, bucket] of this.#buckets.entries()) {
      const to = (ends[byte] as number) * recordBytes
      if (to > from) this.#addTo(bucket, records.subarray(from, to))
      from = to
    }
  }

  /** Sorts the places by key, in steps; the last value is false when two keys are equal. */
  *sort(): Generator<void, boolean> {
    let start = 0
    let turn = 0
    for (const bucket of this.#buckets) {
      const { length } = bucket
      bucket.start = start
      start += length
      const shared = this.#buckets.length === 1 ? 0 : 1
      if (length > 1 && !sortAccounts(this.#pieces(bucket, 0, length), shared)) return false
      turn += length
      if (turn < perTurn) continue
      turn = 0
      yield
    }
    return true
  }

  indexAt(place: number): number {
    const { start, blocks } = this.#bucketAt(place)
    const within = place - start
    return (blocks[Math.floor(within / recordsPerBlock)] as number) + (within % recordsPerBlock)
  }

  pageOf(index: number): Page {
    return this.#pages[Math.floor(index / recordsPerPage)] as Page
  }

  /** Where a record starts in its page. */
  startOf(index: number): number {
    return (index % recordsPerPage) * recordBytes
  }

  /** How many slots the accounts from one place to another have. */
  slots(from: number, to: number): number {
    let slots = 0
    for (let place = from; place < to; ) {
      const bucket = this.#bucketAt(place)
      const end = Math.min(to, bucket.start + bucket.length)
      if (end - place === bucket.length) slots += bucket.slots
      else for (const piece of this.pieces(place, end)) slots += slotsIn(piece)
      place = end
    }
    return slots
  }

  /** The records from one place to another, one after the other. */
  pieces(from: number, to: number): Uint8Array[] {
    const pieces: Uint8Array[] = []
    for (let place = from; place < to; ) {
      const bucket = this.#bucketAt(place)
      const end = Math.min(to, bucket.start + bucket.length)
      pieces.push(...this.#pieces(bucket, place - bucket.start, end - bucket.start))
      place = end
    }
    return pieces
  }

  #pieces({ blocks }: Bucket, from: number, to: number): Uint8Array[] {
    const pieces: Uint8Array[] = []
    for (let at = from; at < to; ) {
      const within = at % recordsPerBlock
      const index = (blocks[Math.floor(at / recordsPerBlock)] as number) + within
      const end = Math.min(to, at - within + recordsPerBlock)
      const start = this.startOf(index)
      const { bytes } = this.pageOf(index)
      pieces.push(bytes.subarray(start, start + (end - at) * recordBytes))
      at = end
    }
    return pieces
  }

  #addTo(bucket: Bucket, records: Uint8Array): void {
    for (let from = 0; from < records.length; ) {
      const within = bucket.length % recordsPerBlock
      if (within === 0) bucket.blocks.push(this.#newBlock())
      const index = (bucket.blocks.at(-1) as number) + within
      const part = records.subarray(from, from + (recordsPerBlock - within) * recordBytes)
      this.pageOf(index).bytes.set(part, this.startOf(index))
      const count = part.length / recordBytes
      bucket.length += count
      this.length += count
      from += part.length
    }
    bucket.slots += slotsIn(records)
  }

  #newBlock(): number {
    const index = this.#given
    if (index % recordsPerPage === 0) this.#pages.push(newPage())
    this.#given += recordsPerBlock
    return index
  }

  /** Nearly always that of the place before. */
  #bucketAt(place: number): Bucket {
    const last = this.#last
    if (place >= last.start && place < last.start + last.length) return last
    let [low, high] = [0, this.#buckets.length]
    while (high - low > 1) {
      const middle = (low + high) >>> 1
      if ((this.#buckets[middle] as Bucket).start <= place) low = middle
      else high = middle
    }
    this.#last = this.#buckets[low] as Bucket
    return this.#last
  }
}

/** How many slots the accounts of records have. */
function slotsIn(records: Uint8Array): number {
  let slots = 0
  for (let at = slotsAt + 8; at < records.length; at += recordBytes) {
    const [first, second] = [records[at] as number, records[at + 1] as number]
    const [third, fourth] = [records[at + 2] as number, records[at + 3] as number]
    slots += (first * 256 + second) * 65_536 + third * 256 + fourth
  }
  return slots
}

function newPage(): Page {
  const buffer = new ArrayBuffer(recordsPerPage * recordBytes)
  return {
    bytes: new Uint8Array(buffer),
    view: new DataView(buffer),
  }
}
