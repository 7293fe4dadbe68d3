import type { ImportProgress } from '../types/options.ts'

/** What shows how far a chain file is run. */
export interface ProgressLine {
  report(progress: ImportProgress): void
  /** Takes the line away. */
  end(): void
}

/** To the start of the line, and all of it gone (ECMA-48 CR and EL). */
const clearLine = '\r\x1b[K'

/** A line on a terminal that is written over and over; elsewhere nothing, where it would fill a log. */
export function createProgressLine(
  stream: Pick<NodeJS.WriteStream, 'write' | 'isTTY'>,
): ProgressLine {
  let isShown = false
  return {
    report: ({ blocks, total, mgasPerSecond }) => {
      if (!stream.isTTY) return
      stream.write(`${clearLine}block ${blocks} of ${total}  ${mgasPerSecond.toFixed(1)} Mgas/s`)
      isShown = true
    },
    end: () => {
      if (isShown) stream.write(clearLine)
      isShown = false
    },
  }
}
