import type { Output } from './output.ts'

/** An output whose lines wait for those before them that are still to be found out. */
export interface OrderedOutput extends Output {
  /** The lines are written here, once they are known. */
  later(lines: Promise<readonly string[]>): void
}

/** Keeps the order of lines; while none is waited for, they are written at once. */
export function inOrder(output: Output): OrderedOutput {
  let waiting = 0
  let written = Promise.resolve()

  function write(lines: Promise<readonly string[]>): void {
    waiting++
    written = Promise.all([lines, written]).then(([known]) => {
      waiting--
      for (const line of known) output.line(line)
    })
  }

  return {
    style: output.style,
    line: (text) => {
      if (waiting === 0) output.line(text)
      else write(Promise.resolve([text ?? '']))
    },
    later: (lines) => write(lines.catch(() => [])),
  }
}
