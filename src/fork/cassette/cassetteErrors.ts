/** A cassette cannot be read as one; the message says which line. */
export class InvalidCassette extends Error {
  override readonly name = 'InvalidCassette'
  readonly code = -32602
  readonly file: string
  /** From 1; none when it is about the file as a whole. */
  readonly line: number | undefined

  constructor(file: string, line: number | undefined, problem: string) {
    super(`${file}${line === undefined ? '' : `, line ${line}`}: ${problem}`)
    this.file = file
    this.line = line
  }
}

/** A cassette is of another block or chain than the fork is to begin from. */
export class CassetteMismatch extends Error {
  override readonly name = 'CassetteMismatch'
  readonly code = -32602

  /** As in `block 5`. */
  constructor(file: string, found: string, wanted: string) {
    super(
      `${file} is of ${found}, and the fork is to be of ${wanted}: take it as it is, name another file, or record it anew with --fork-refresh`,
    )
  }
}

/** There is no cassette to be offline with, or no way to tell which one. */
export class NoCassette extends Error {
  override readonly name = 'NoCassette'
  readonly code = -32602
}
