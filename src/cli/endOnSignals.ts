import { printError } from './output/output.ts'
import { exit, fail } from './usageErrors.ts'

/** Open requests get this long to end. */
const maxCloseMs = 900
/** npm passes on a Ctrl-C that the terminal has also sent: signals this close together count as one. */
const sameWishMs = 200
const parentCheckMs = 200

/** What is saved meanwhile gets longer, ms: until it is said that it is not done, and until it is given up. */
const savingTimes = { reportMs: 10_000, maxMs: 120_000 }

/**
 * Closes at a signal and exits with code 0, or 1 when that fails; at a second one, exits at once. While the state is
 * saved (`isSaving`), it waits for longer, says so, and exits with 1 at the end.
 */
export function endOnSignals(
  close: () => Promise<void>,
  isSaving: boolean,
  { reportMs, maxMs } = savingTimes,
): void {
  let isEnding = false
  let isPatient = true

  function end(): void {
    if (isEnding) {
      if (!isPatient) exit(130)
      return
    }
    isEnding = true
    const after = (ms: number, task: () => void) => void setTimeout(task, ms).unref()
    after(sameWishMs, () => {
      isPatient = false
    })
    if (isSaving) {
      after(reportMs, () =>
        printError(`preconf: ${notSaved(reportMs)}: waiting; a second signal ends it without`),
      )
      after(maxMs, () => fail(new Error(`${notSaved(maxMs)}: the file system does not answer`)))
    } else after(maxCloseMs, () => exit(0))
    close().then(() => exit(0), fail)
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

function notSaved(ms: number): string {
  return `the files are not written after ${ms / 1000} s`
}
