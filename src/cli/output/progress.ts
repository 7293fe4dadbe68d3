import type { ImportProgress } from '../../types/options/options.ts'

/** Shows the progress of running a file of blocks. */
export interface ProgressLine {
  report(progress: ImportProgress): void
  /** Removes the line. */
  end(): void
}

/** Moves to the start of the line and clears it (ECMA-48 CR and EL). */
const clearLine = '\r\x1b[K'

/** A line on a terminal that is updated in place; nothing elsewhere, where it would fill a log. */
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
