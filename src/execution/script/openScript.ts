import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { monotonicNow, setTimeout } from '../../lib/realTimers.ts'
import type { OpenScript, Outcome } from './script.ts'
import { ScriptThread } from './scriptThread.ts'

/** How long a call of a script may hold up all others: the engine cannot stop in between and go on. */
const maxCallMs = 40

/** How often the engine asks in a few milliseconds. */
const minLooks = 20

/** Runs scripts in this thread, where there is no other: where the sources run, and not the built package. */
export const openInThread: OpenScript = async (order, read) => {
  const { loadEngine, Sandbox } = await import('./scriptEngine.ts')
  await loadEngine()
  let leftMs = order.limitMs
  let callEndsMs = 0
  let beganMs = 0
  let looks = 0
  // A thread that had to wait for others has not run long.
  const isOver = () => ++looks > minLooks && monotonicNow() > callEndsMs
  const begin = () => {
    beganMs = monotonicNow()
    looks = 0
    callEndsMs = beganMs + Math.min(leftMs, maxCallMs)
  }
  const end = (outcome: Outcome): Outcome => {
    leftMs -= monotonicNow() - beganMs
    return 'isOver' in outcome && leftMs > 0 ? { failure: tooLong } : outcome
  }
  const sandbox = new Sandbox(order, read, isOver)
  begin()
  return {
    opened: end(sandbox.open(order)),
    script: {
      call: (name, argument, registers) => {
        begin()
        return end(sandbox.call(name, argument, registers))
      },
      close: () => sandbox.close(),
    },
  }
}

const tooLong = `execution timeout: a function of a tracer may run for ${maxCallMs} ms here`

/** Scripts that run at the same time; further ones wait. */
const maxThreads = 2

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
        // A script without waiting callers is ended.
        if (isCalled) thread.end()
        void giveBack(thread)
      },
    },
  }
}

async function take(): Promise<ScriptThread> {
  while (count >= maxThreads) await new Promise<void>((resolve) => waiting.push(resolve))
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
