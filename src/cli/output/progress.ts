import type { Settings } from '../../devnet/options/options.ts'
import { clearTimeout, setTimeout } from '../../lib/realTimers.ts'
import type { ImportProgress } from '../../types/options/options.ts'
import type { Output } from './output.ts'

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

/** A live chain that answers is there before; ms. */
const quietMs = 2000

/** Says once, where it takes long, which live chain a start waits for. Gives what ends that. */
export function tellForkWait({ fork }: Settings, errors: Output): () => void {
  if (fork === undefined) return () => {}
  let isOver = false
  const tell = async (): Promise<void> => {
    const { upstreamNames } = await import(
      '../../extensions/fork/upstream/transport/openTransport.ts'
    )
    const names = upstreamNames(fork).join(', ')
    if (isOver || names === '') return
    errors.line(
      `Waiting for ${names}, which has not answered yet; --timeout and --retries limit the wait.`,
    )
  }
  const timer = setTimeout(() => void tell(), quietMs)
  timer.unref()
  return () => {
    isOver = true
    clearTimeout(timer)
  }
}
