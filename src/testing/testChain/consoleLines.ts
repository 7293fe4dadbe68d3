import type { PreconfDevnet } from '../../types/devnet.ts'

/** What contracts gave to `console.log`, to be shown beside a failure. */
export interface ConsoleLines {
  /** As one text; none when there is none. */
  text(): string | undefined
  /** Begins anew. */
  clear(): void
}

/** Collects from now on what contracts give to `console.log`, in calls and in transactions. */
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
