/** Two values for what can have one only: two upstreams, or two files, are of different chains or one lies. */
export class ConflictingFact extends Error {
  override readonly name = 'ConflictingFact'
  readonly code = -32000

  constructor(key: string, known: string, other: string, where = '') {
    super(`${where}${key} has two values at the fork's block: ${known}, and ${other}`)
  }
}

/** A fork that sends nothing out is asked for what its cassette does not have. */
export class MissingOffline extends Error {
  override readonly name = 'MissingOffline'
  readonly code = -32000
  readonly data: { readonly missing: Readonly<Record<string, unknown>> }

  /** `what` as in `slot 0x0 of 0x…`; `file` names the cassette. */
  constructor(
    file: string,
    what: string,
    block: bigint,
    missing: Readonly<Record<string, unknown>>,
  ) {
    super(
      `the fork is offline and ${file} lacks ${what} at block ${block}: run once with the URL of the live chain (fork.url, --fork-url)`,
    )
    this.data = { missing }
  }
}
