import { reasonOf } from '../lib/reasonOf.ts'
/** Prints the error in one line, and exits with code 1. */
export function fail(error: unknown): void {
  const message = reasonOf(error)
  console.error(`preconf: ${message.replace(/\s*\n\s*/g, ' ')}`)
  process.exit(1)
}
