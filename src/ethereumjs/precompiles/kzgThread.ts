import { existsSync } from 'node:fs'
import { join } from 'node:path'
import type { Worker } from 'node:worker_threads'
import { reasonOf } from '../../lib/errors.ts'
import { Lock } from '../../lib/lock.ts'
import { clearTimeout, setTimeout } from '../../lib/realTimers.ts'
import { type KzgOutcome, type KzgTask, runInline } from './kzg.ts'

/** Beside the bundle; there is none where the sources run. */
const entry = join(import.meta.dirname, 'kzgWorker.cjs')

/** How long the thread waits for another task. */
const idleMs = 5_000

const lock = new Lock()
let worker: Worker | undefined
let idle: ReturnType<typeof setTimeout> | undefined
let running = 0

/**
 * Runs a task of the blob cryptography in a thread of its own, one after the other: it would hold up all others here. Where
 * the sources run there is no such thread, and it runs here.
 */
export function runKzg(task: KzgTask): Promise<KzgOutcome> {
  return globalThis.process !== undefined && existsSync(entry)
    ? lock.run(() => runInThread(task))
    : runInline(task)
}

async function runInThread(task: KzgTask): Promise<KzgOutcome> {
  clearTimeout(idle)
  running++
  const thread = worker ?? start()
  thread.ref()
  try {
    return await new Promise<KzgOutcome>((resolve, reject) => {
      const lose = (error: unknown) => {
        worker = undefined
        reject(new Error(`the thread for blobs has ended: ${reasonOf(error)}`))
      }
      thread.removeAllListeners()
      thread.once('message', resolve).once('error', lose).once('exit', lose)
      thread.postMessage(task)
    })
  } finally {
    running--
    thread.removeAllListeners()
    const forget = () => {
      if (worker === thread) worker = undefined
    }
    thread.once('error', forget).once('exit', forget)
    thread.unref()
    idle = setTimeout(() => void endKzgThread(), idleMs)
    idle.unref?.()
  }
}

function start(): Worker {
  const { Worker: Thread } = process.getBuiltinModule('node:worker_threads')
  worker = new Thread(entry, { execArgv: [] })
  return worker
}

/** Ends the thread if it does nothing now; the next blob starts another one. */
export async function endKzgThread(): Promise<void> {
  if (running > 0) return
  clearTimeout(idle)
  const ended = worker
  worker = undefined
  await ended?.terminate()
}
