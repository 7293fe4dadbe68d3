import type { RunnerTestCase } from 'vitest'
import type { PreconfDevnet } from '../../types/devnet.ts'

/**
 * Collects what contracts give to `console.log` from now on, in calls and in transactions; the
 * returned function adds it to the error that the test has failed with since then. There all
 * reporters show it, also when tests run at the same time.
 */
export function reportConsole(chain: PreconfDevnet, { result }: RunnerTestCase): () => void {
  const lines: string[] = []
  chain.on('console', (printed) => lines.push(...printed))
  chain.on('flashblock', ({ transactions }) => {
    for (const { consoleLogs } of transactions) lines.push(...consoleLogs)
  })
  // Those of attempts before this one.
  const earlier = result?.errors?.length ?? 0
  return () => {
    const error = result?.errors?.[earlier]
    if (error === undefined || lines.length === 0) return
    error.message += `\n\nconsole.log of the contracts:\n${lines.map((line) => `  ${line}`).join('\n')}\n`
  }
}
