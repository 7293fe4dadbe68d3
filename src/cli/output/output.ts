import type { WriteStream } from 'node:tty'
import { styleText } from 'node:util'
import { escapeCommands } from '../../lib/text.ts'

type Format = Parameters<typeof styleText>[0]

/** Where lines for people and for programs go. */
export interface Output {
  /**
   * Writes a line, at once or with those of a moment. Never throws and never waits. What would command a terminal is
   * escaped, wherever it comes from, but for the colours of `style`.
   */
  line(text?: string): void
  /** Shows a text below all lines until the next line or text: only on terminals. */
  readonly status?: ((text: string) => void) | undefined
  /** The width of the terminal in characters; none where there is no terminal. */
  readonly columns?: (() => number | undefined) | undefined
  /** The text in colour if colours are supported, otherwise unchanged. */
  style(format: Format, text: string): string
}

/** Unread bytes from which lines are left out, so that memory stays bounded. */
const maxUnread = 4 * 1024 * 1024

/**
 * Lines that follow each other faster are written together: on a pipe or a terminal each write waits
 * for the system, which would be a fifth of the time of a transaction.
 */
const gatherMs = 10

/** Goes to the beginning of the terminal's line and empties it. */
const eraseLine = '\r\u001b[2K'

/** Lines on a stream, ignored once it is closed (a closed pipe or terminal). `leftOutLine`: says how many are missing. */
export function createOutput(
  stream: NodeJS.WriteStream,
  leftOutLine = (count: number) => `(${count} lines left out: not read in time)`,
): Output {
  let gone = false
  let hasStyled = false
  let leftOut = 0
  let gathered = ''
  let hasStatus = false
  let wroteMs = Number.NEGATIVE_INFINITY
  stream.on('error', () => {
    gone = true
  })
  process.on('exit', () => {
    if (hasStatus) gathered += '\n'
    write()
  })

  function write(): void {
    if (gathered === '' || gone) return
    wroteMs = performance.now()
    const text = gathered
    gathered = ''
    stream.write(text)
  }

  function gather(text: string, end = '\n'): void {
    if (gathered === '') {
      const restMs = gatherMs - (performance.now() - wroteMs)
      if (restMs > 0) setTimeout(write, restMs).unref()
      else setImmediate(write)
    }
    gathered += `${hasStatus ? eraseLine : ''}${text}${end}`
    hasStatus = end === ''
  }

  function line(text = ''): void {
    if (gone) return
    if (stream.writableLength + gathered.length > maxUnread) {
      leftOut++
      return
    }
    if (leftOut > 0) {
      gather(leftOutLine(leftOut))
      leftOut = 0
    }
    gather(escapeCommands(text, hasStyled))
  }

  const isColoured = hasColours(stream)
  const columns = () => (stream.isTTY ? stream.columns : undefined)
  return {
    line,
    columns,
    status: stream.isTTY
      ? (text) => {
          const isUnread = stream.writableLength + gathered.length > maxUnread
          if (!gone && !isUnread) gather(escapeCommands(text, hasStyled), '')
        }
      : undefined,
    style: (format, text) => {
      if (!isColoured) return text
      hasStyled = true
      return styleText(format, text, { validateStream: false })
    },
  }
}

/** Returns whether to print colours, by the conventions of Node: a terminal that can, NO_COLOR, FORCE_COLOR. */
function hasColours(stream: NodeJS.WriteStream & Partial<WriteStream>): boolean {
  const { NO_COLOR, FORCE_COLOR } = process.env
  if (FORCE_COLOR !== undefined) return FORCE_COLOR !== '0' && FORCE_COLOR !== 'false'
  if (NO_COLOR !== undefined && NO_COLOR !== '') return false
  return stream.isTTY === true && stream.hasColors?.() === true
}

/** Prints lines at once to standard output: for commands that end. */
export function print(text: string): void {
  console.log(escapeCommands(text))
}

/** Prints an error or a warning at once to standard error. */
export function printError(error: unknown): void {
  const text = error instanceof Error ? (error.stack ?? error.message) : String(error)
  console.error(escapeCommands(text))
}
