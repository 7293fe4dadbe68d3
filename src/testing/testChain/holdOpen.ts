import { openSync } from 'node:fs'
import { ReadStream } from 'node:tty'
import type { PreconfDevnet } from '../../types/devnet.ts'

/** The terminal itself: workers of runners have another stdin. */
const terminalPath = process.platform === 'win32' ? '\\\\.\\CONIN$' : '/dev/tty'

/**
 * Holds the chain of a failed test open where `PRECONF_INSPECT` is 1: prints the URL of its inspector
 * and waits for Enter, or, without a terminal, until the run is ended. Any other value does nothing.
 */
export async function holdOpen(chain: PreconfDevnet, test: string): Promise<void> {
  if (process.env.PRECONF_INSPECT !== '1') return
  const listening = await chain.listen({ port: 0 })
  const { inspectorUrl = listening.url } = listening
  const terminal = openTerminal()
  const end = terminal === undefined ? 'end the run' : 'press Enter'
  process.stderr.write(
    `\nThe chain of "${test}" is held open at ${inspectorUrl} : ${end} to go on\n`,
  )
  // Without a terminal the server keeps the process alive until it is ended.
  await new Promise<void>((resolve) => terminal?.once('data', () => resolve()))
  terminal?.destroy()
  await listening.close()
}

/** `undefined` without one, as in CI and in the background of an editor. */
function openTerminal(): ReadStream | undefined {
  try {
    return new ReadStream(openSync(terminalPath, 'r'))
  } catch {
    return undefined
  }
}
