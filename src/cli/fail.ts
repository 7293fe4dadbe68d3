import { reasonOf } from '../lib/reasonOf.ts'
import { printError } from './output/output.ts'

/** Prints the error in one line, and exits with code 1. */
export function fail(error: unknown): void {
  const lines = reasonOf(error).split('\n')
  const words = lines.map((line) => line.trim()).filter((line) => line !== '')
  printError(`preconf: ${words.join(' ')}`)
  process.exit(1)
}
