import { TraceTooLarge } from './traceErrors.ts'

/** How long all that is traced for one request may become together. */
export interface Budget {
  /** Counts what is kept, in characters of the answer. Throws a `TraceTooLarge` beyond the limit. */
  spend(length: number): void
}

export function createBudget(maxLength: number): Budget {
  let left = maxLength
  return {
    spend: (length) => {
      left -= length
      if (left < 0) throw new TraceTooLarge(maxLength)
    },
  }
}
