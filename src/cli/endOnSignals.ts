import { fail } from './fail.ts'

/** Open requests get this long to end. */
const longestCloseMs = 900
/** npm passes on a Ctrl-C that the terminal has also sent: signals this close together count as one. */
const sameWishMs = 200
const parentCheckMs = 200

/**
 * At a signal, closes and exits with code 0, or 1 when that fails; at a second one, exits at once.
 * There is no time limit when the state is saved meanwhile (`isSaving`).
 */
export function endOnSignals(close: () => Promise<void>, isSaving: boolean): void {
  let isEnding = false
  let isPatient = true

  function end(): void {
    if (isEnding) {
      if (!isPatient) process.exit(130)
      return
    }
    isEnding = true
    setTimeout(() => {
      isPatient = false
    }, sameWishMs).unref()
    if (!isSaving) setTimeout(() => process.exit(0), longestCloseMs).unref()
    close().then(() => process.exit(0), fail)
  }

  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, end)
  endWithNpm(end)
}

/** Under npm and npx there is a shell in between that a signal ends and that does not pass it on. */
function endWithNpm(end: () => void): void {
  if (process.env.npm_command === undefined) return
  const parent = process.ppid
  const timer = setInterval(() => {
    if (process.ppid === parent) return
    clearInterval(timer)
    end()
  }, parentCheckMs)
  timer.unref()
}
