import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout } from '../../lib/realTimers.ts'
import { openInThread } from './inThread.ts'
import type { OpenScript } from './script.ts'
import { ScriptThread } from './scriptThread.ts'

/** Scripts that run at the same time; further ones wait. */
const mostThreads = 2

/** How long a thread waits for another script. */
const idleMs = 5_000

const idle: ScriptThread[] = []
const waiting: (() => void)[] = []
let count = 0

/** Runs a script in a thread of its own; in this one where the sources run, as they have no such thread. */
export const openScript: OpenScript = (order, read) =>
  existsSync(join(import.meta.dirname, 'scriptWorker.cjs'))
    ? openInWorker(order, read)
    : openInThread(order, read)

const openInWorker: OpenScript = async (order, read) => {
  const thread = await take()
  const opened = await thread.open(order, read)
  let isCalled = false
  return {
    opened,
    script: {
      call: (name, argument, registers) => {
        const outcome = thread.call(name, argument, registers)
        if (!(outcome instanceof Promise)) return outcome
        isCalled = true
        return outcome.finally(() => {
          isCalled = false
        })
      },
      close: () => {
        // What nobody waits for any more is not waited for either.
        if (isCalled) thread.end()
        void giveBack(thread)
      },
    },
  }
}

async function take(): Promise<ScriptThread> {
  while (count >= mostThreads) await new Promise<void>((resolve) => waiting.push(resolve))
  count++
  const thread = idle.pop()
  return thread?.isAlive === true ? thread : new ScriptThread()
}

async function giveBack(thread: ScriptThread): Promise<void> {
  if (thread.isAlive) await thread.close()
  count--
  waiting.shift()?.()
  if (!thread.isAlive) return
  idle.push(thread)
  setTimeout(() => endIdle(thread), idleMs).unref?.()
}

function endIdle(thread: ScriptThread): void {
  const at = idle.indexOf(thread)
  if (at < 0) return
  idle.splice(at, 1)
  thread.end()
}
