import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'

/** How many of these are left after collecting garbage. */
export function stillReachable(references: readonly WeakRef<object>[]): number {
  setFlagsFromString('--expose-gc')
  runInNewContext('gc')()
  return references.filter((reference) => reference.deref() !== undefined).length
}
