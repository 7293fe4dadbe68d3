/** A request and the answer recorded for it, as JSON texts. */
export interface Exchange {
  readonly request: string
  readonly response: string
}

/** A recorded conversation: its exchanges follow each other on one server. */
export interface IoFile {
  /** Only the form of the answers counts, by the method's schema. */
  readonly specOnly: boolean
  readonly exchanges: readonly Exchange[]
}

export class IoFileError extends Error {
  override readonly name = 'IoFileError'
}

/** Reads `>> request`, `<< response` and `// comment` lines. Throws an `IoFileError` with the line's number. */
export function parseIoFile(text: string): IoFile {
  const exchanges: Exchange[] = []
  let specOnly = false
  let request: string | undefined
  for (const [index, line] of text.split(/\r?\n/).entries()) {
    const at = `line ${index + 1}`
    const mark = line.slice(0, 2)
    const content = line.slice(2).trim()
    if (line.trim() === '') continue
    if (mark === '//') {
      specOnly ||= content.startsWith('speconly')
    } else if (mark === '>>') {
      if (request !== undefined) throw new IoFileError(`${at}: the request before has no response`)
      request = content
    } else if (mark === '<<') {
      if (request === undefined) throw new IoFileError(`${at}: a response without a request`)
      exchanges.push({ request, response: content })
      request = undefined
    } else {
      throw new IoFileError(`${at}: expected >>, << or // at its beginning, got '${mark}'`)
    }
  }
  if (request !== undefined) throw new IoFileError('the last request has no response')
  if (exchanges.length === 0) throw new IoFileError('no request in the file')
  return { specOnly, exchanges }
}
