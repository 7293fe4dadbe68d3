import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import type { Outcome } from './vectorFile.ts'

interface InWorkers {
  /** How many processes. */
  readonly workers: number
  /** Gets what became of the tests of each file, as it ends. */
  readonly onFile: (path: string, outcomes: readonly Outcome[]) => void
}

/** Runs the files in processes of the program `worker`, which gets the paths as messages. */
export async function inWorkers(
  worker: string,
  paths: readonly string[],
  { workers, onFile }: InWorkers,
): Promise<void> {
  const waiting = [...paths].reverse()
  const runOn = async (): Promise<void> => {
    let child = start(worker)
    for (let path = waiting.pop(); path !== undefined; path = waiting.pop()) {
      const outcomes = await answer(child, path)
      if (outcomes === undefined) child = start(worker)
      onFile(path, outcomes ?? [{ name: path, kind: 'failed', reason: 'the process has ended' }])
    }
    if (child.connected) child.disconnect()
  }
  await Promise.all(Array.from({ length: Math.min(workers, paths.length) }, runOn))
}

function start(worker: string): ChildProcess {
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
