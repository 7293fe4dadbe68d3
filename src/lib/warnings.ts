import { escapeCommands } from './text.ts'

/** What was warned of in this process. */
const reported = new Set<string>()

let print = (warning: string): void => {
  const emit = globalThis.process?.emitWarning
  // A page has no such warnings.
  if (emit === undefined) console.warn(warning)
  else emit(escapeCommands(warning), 'PreconfWarning')
}

/** Prints a warning once a process for each `kind`: as Node's own warnings, which `--no-warnings` silences. */
export function warnOnce(kind: string, warning: string): void {
  if (reported.has(kind)) return
  reported.add(kind)
  print(warning)
}

/** Passes warnings to `to` from now on, in a process that belongs to the command. */
export function printWarnings(to: (warning: string) => void): void {
  print = to
}
