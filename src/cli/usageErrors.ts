import { reasonOf } from '../lib/errors.ts'
import { printError } from './output/output.ts'

/** Prints the error in one line, and exits with code 1. */
export function fail(error: unknown): void {
  const lines = reasonOf(error).split('\n')
  const words = lines.map((line) => line.trim()).filter((line) => line !== '')
  printError(`preconf: ${words.join(' ')}`)
  exit(1)
}

/** A thread of the pool that works gets this long to end. */
const poolMs = 100

/**
 * Ends the process. Node then waits for the threads of its pool: where the file system leaves one
 * without an answer, a signal ends it, which does not wait.
 */
export function exit(code: number): void {
  if (!isPoolBusy()) process.exit(code)
  setTimeout(() => {
    // After what others do at the end, as of terminals.
    if (isPoolBusy()) process.once('exit', () => process.kill(process.pid, 'SIGKILL'))
    process.exit(code)
  }, poolMs)
}

/** Whether files or names of hosts are being waited for. */
function isPoolBusy(): boolean {
  return process
    .getActiveResourcesInfo()
    .some((name) => /^(FS|FileHandle|Get\w+InfoReq)/.test(name))
}

/** The arguments of the command are wrong; the message is one line for people. */
export class UsageError extends Error {
  override readonly name = 'UsageError'
}
