import { limitWords } from '../lib/limits.ts'
import { criteriaWords, type Holder, shareWords } from '../lib/shares.ts'

/** Why a filter cannot be made or read. `code` is the JSON-RPC error code. */
abstract class FilterError extends Error {
  readonly code = -32000
  abstract override readonly name: string
}

/** Never made, removed, or not polled for too long; in geth's words, on which clients make a new one. */
export class FilterNotFoundError extends FilterError {
  override readonly name = 'FilterNotFoundError'
  constructor() {
    super('filter not found')
  }
}

/** There are as many filters as there may be. */
export class TooManyFiltersError extends FilterError {
  override readonly name = 'TooManyFiltersError'
  constructor(limit: number, holder: Holder) {
    const words = limitWords('filters', limit) + shareWords(holder)
    super(`too many filters: ${words}; remove some with eth_uninstallFilter`)
  }
}

/** What all filters and subscriptions ask for is more than there is room for. */
export class CriteriaTooLargeError extends FilterError {
  override readonly name = 'CriteriaTooLargeError'
  constructor(limit: number, holder: Holder) {
    super(criteriaWords(limit, holder))
  }
}

/** More happened between two polls than a filter keeps. */
export class FilterOverflowError extends FilterError {
  override readonly name = 'FilterOverflowError'
  constructor(limit: number) {
    super(
      `too many entries since the last poll, which are lost: ${limitWords('filterEntries', limit)}, a hundred times as many for all filters of programs or of pages; poll more often, or ask for less by address or topics`,
    )
  }
}
