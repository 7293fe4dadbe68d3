/** What there is to know of a POST in which nothing is unusual, but its body. */
export interface PlainHead {
  /** As sent, with its query. */
  readonly target: string
  readonly host: string
  readonly bodyLength: number
}

/** Fewer characters than HTTP has, and no line that goes on in the next. */
const wellFormed = /^POST (\/[\w\-.~/%?=&]*) HTTP\/1\.1\r\n((?:[A-Za-z0-9-]+:[ -~]*\r\n)+)\r\n$/

/** Headers that ask for more than an answer to a body of that length. */
const unusual: ReadonlySet<string> = new Set([
  'content-encoding',
  'expect',
  'http2-settings',
  'keep-alive',
  'origin',
  'proxy-connection',
  'te',
  'trailer',
  'transfer-encoding',
  'upgrade',
])

/**
 * Reads the head of a request, with the empty line after it. `undefined` for all that is no plain
 * POST, or where there is any doubt: it is for a parser that knows all of HTTP.
 */
export function readPlainHead(head: string): PlainHead | undefined {
  const [, target, lines] = wellFormed.exec(head) ?? []
  if (target === undefined || lines === undefined) return undefined
  let host: string | undefined
  let length: string | undefined
  for (const line of lines.split('\r\n')) {
    const colon = line.indexOf(':')
    const name = line.slice(0, colon).toLowerCase()
    if (unusual.has(name)) return undefined
    const value = line.slice(colon + 1).trim()
    if (name === 'connection' && value.toLowerCase() !== 'keep-alive') return undefined
    if (name === 'host') {
      if (host !== undefined) return undefined
      host = value
    }
    if (name === 'content-length') {
      if (length !== undefined || !/^\d{1,9}$/.test(value)) return undefined
      length = value
    }
  }
  if (host === undefined || length === undefined) return undefined
  return { target, host, bodyLength: Number(length) }
}
