import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import type { Outcome } from './vectorFile.ts'

const worker = join(import.meta.dirname, 'worker.ts')

/** Runs the files in so many processes; `onFile` gets what became of the tests of each, as it ends. */
export async function inWorkers(
  paths: readonly string[],
  workers: number,
  onFile: (path: string, outcomes: readonly Outcome[]) => void,
): Promise<void> {
  const waiting = [...paths].reverse()
  const runOn = async (): Promise<void> => {
    let child = start()
    for (let path = waiting.pop(); path !== undefined; path = waiting.pop()) {
      const outcomes = await answer(child, path)
      if (outcomes === undefined) child = start()
      onFile(path, outcomes ?? [{ name: path, kind: 'failed', reason: 'the process has ended' }])
    }
    if (child.connected) child.disconnect()
  }
  await Promise.all(Array.from({ length: Math.min(workers, paths.length) }, runOn))
}

function start(): ChildProcess {
  return fork(worker, { execArgv: ['--import', 'tsx'] })
}

/** `undefined` when the process ends over it. */
async function answer(child: ChildProcess, path: string): Promise<readonly Outcome[] | undefined> {
  const done = new AbortController()
  const { signal } = done
  child.send(path)
  const outcomes = await Promise.race([
    once(child, 'message', { signal }).then(([message]) => message as readonly Outcome[]),
    once(child, 'exit', { signal }).then(() => undefined),
  ])
  // The one that has lost is not waited for any more.
  done.abort()
  return outcomes
}
