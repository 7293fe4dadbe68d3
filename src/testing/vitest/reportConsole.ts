import type { RunnerTestCase, TestError } from 'vitest'
import type { PreconfDevnet } from '../../types/devnet.ts'
import { collectConsole } from '../testChain.ts'

/**
 * Collects what contracts print with `console.log` from now on; the returned function adds it to the
 * error of the test if it has failed. All reporters show it there, also when tests run at the same
 * time.
 */
export function reportConsole(chain: PreconfDevnet, { result }: RunnerTestCase): () => void {
  const lines = collectConsole(chain)
  // Those of attempts before this one.
  const earlier = result?.errors?.length ?? 0
  return () => {
    const error = result?.errors?.[earlier]
    const text = lines.text()
    if (error !== undefined && text !== undefined) append(error, text)
  }
}

/** To the message, and to the stack, which begins with it and is what some reporters show. */
function append(error: TestError, text: string): void {
  const { message, stack } = error
  error.message = `${message}\n\n${text}`
  if (stack !== undefined) error.stack = stack.replace(message, () => error.message)
}
