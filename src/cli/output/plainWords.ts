import type { Flag } from '../flag.ts'
import type { TypedValue } from '../readArguments.ts'

/** A value that yargs takes for something else, or takes quotes from. */
const unusualValue = /^["'-]/

/**
 * The values of flags where all are written by their own names, as in `--port 0 --silent`. `undefined` for
 * anything else, and where there is any doubt: that is for yargs, which takes a tenth of a start to load and
 * to learn all flags.
 */
export function readPlainWords(
  words: readonly string[],
  flags: readonly Flag[],
): ReadonlyMap<string, TypedValue> | undefined {
  const values = new Map<string, TypedValue>()
  for (let at = 0; at < words.length; at++) {
    const flag = flags.find(({ name }) => words[at] === `--${name}`)
    if (flag?.type === 'switch') {
      values.set(flag.name, true)
    } else if (flag?.type === 'number' || flag?.type === 'text') {
      const value = words[++at]
      if (value === undefined || unusualValue.test(value)) return undefined
      values.set(flag.name, value)
    } else {
      return undefined
    }
  }
  return values
}
