import { fail } from './fail.ts'

/** Open requests get this long to end. */
const longestCloseMs = 900
/** npm passes on a Ctrl-C that the terminal has sent already: the second of the two is no second wish. */
const sameWishMs = 200
const parentCheckMs = 200

/**
 * At a signal, closes and ends with exit code 0, or 1 when that fails; at a further one, ends at
 * once. What is saved on the way (`isSaving`) may take its time.
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

/** Under npm and npx a shell stands between that dies of a signal and does not pass it on. */
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
