import type { PreconfDevnet } from '../../types/devnet.ts'

/** What contracts printed with `console.log`, to be shown with a failure. */
export interface ConsoleLines {
  /** As one text; `undefined` when nothing was printed. */
  text(): string | undefined
  /** Forgets the lines so far. */
  clear(): void
}

/** Collects from now on what contracts print with `console.log`, in calls and in transactions. */
export function collectConsole(chain: PreconfDevnet): ConsoleLines {
  let lines: string[] = []
  chain.on('console', (printed) => lines.push(...printed))
  chain.on('flashblock', ({ transactions }) => {
    for (const { consoleLogs } of transactions) lines.push(...consoleLogs)
  })
  return {
    text: () =>
      lines.length === 0
        ? undefined
        : `console.log of the contracts:\n${lines.map((line) => `  ${line}`).join('\n')}\n`,
    clear: () => {
      lines = []
    },
  }
}
