const reasons: ReadonlyMap<string, string> = new Map([
  ['EADDRINUSE', 'the port is in use: choose another one, or 0 for a free one'],
  ['EACCES', 'not permitted: ports under 1024 may need rights, choose a higher one'],
  ['EADDRNOTAVAIL', 'this machine has no such address'],
  ['ENOTFOUND', 'no such host'],
])

/** The server could not listen. `code` is the operating system's, such as `EADDRINUSE`. */
export class ListenError extends Error {
  override readonly name = 'ListenError'
  readonly code: string
  readonly port: number
  readonly host: string

  constructor(port: number, host: string, cause: NodeJS.ErrnoException) {
    const code = cause.code ?? 'UNKNOWN'
    super(`cannot listen on ${host} port ${port}: ${reasons.get(code) ?? cause.message}`, { cause })
    this.code = code
    this.port = port
    this.host = host
  }
}
