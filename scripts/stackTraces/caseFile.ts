/** A transaction of a case; all others may depend on it. */
export interface CaseTransaction {
  /** Of a deployment. */
  readonly file?: string
  readonly contract?: string
  /** Which transactions deployed the libraries, by file and name. */
  readonly libraries?: Readonly<Record<string, Readonly<Record<string, number>>>>
  readonly imports?: readonly string[]
  /** Of a call: which transaction deployed what is called. */
  readonly to?: number
  readonly function?: string
  readonly params?: readonly unknown[]
  readonly data?: string
  readonly value?: number | string
  readonly gas?: number
  /** It must fail with exactly these; absent: it must succeed. */
  readonly stackTrace?: readonly ExpectedEntry[]
  readonly consoleLogs?: readonly (readonly unknown[])[]
}

/** An entry of a stack trace, as a case expects it. */
export interface ExpectedEntry {
  readonly type: string
  readonly message?: string
  readonly value?: number | string
  readonly errorCode?: string
  readonly sourceReference?: {
    readonly contract?: string
    readonly file: string
    readonly function?: string
    readonly line: number
  }
}

/** A case: `test.json` beside the sources that it is about. */
export interface CaseFile {
  /** Further range of compilers. */
  readonly solc?: string
  readonly skip?: boolean
  readonly reason?: string
  readonly transactions: readonly CaseTransaction[]
}
