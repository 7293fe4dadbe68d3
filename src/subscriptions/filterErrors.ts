import { limitWords } from '../lib/limits.ts'

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
  constructor(limit: number) {
    super(`too many filters: ${limitWords('filters', limit)}; remove some with eth_uninstallFilter`)
  }
}

/** More happened between two polls than a filter keeps. */
export class FilterOverflowError extends FilterError {
  override readonly name = 'FilterOverflowError'
  constructor(limit: number) {
    super(
      `too many entries since the last poll, which are lost: ${limitWords('filterEntries', limit)}, a hundred times as many for all filters; poll more often, or ask for less by address or topics`,
    )
  }
}
