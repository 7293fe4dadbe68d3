import { InvalidOption } from '../../devnet/options/optionValues.ts'
import { UsageError } from '../usageError.ts'

/** An error about an option, with the option's name as the user has written it. */
export function inWordsOf(writtenAs: ReadonlyMap<string, string>, error: unknown): unknown {
  if (!(error instanceof InvalidOption)) return error
  const message = error.inWordsOf((option) => writtenAs.get(option) ?? option)
  return new UsageError(message, { cause: error })
}
