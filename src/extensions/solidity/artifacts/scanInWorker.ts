import { existsSync } from 'node:fs'
import { join } from 'node:path'
import type { MessagePort } from 'node:worker_threads'
import { yieldToEventLoop } from '../../../clock/pace.ts'
import type { Wanted } from './jsonPlaces.ts'
import type { Scanned, ScanOrder } from './scanFile.ts'

/** A file is no artifact, or could not be read; the message goes on after its name. */
class ScanFailed extends Error {
  override readonly name = 'ScanFailed'
}

/** Beside the bundle; there is none where the sources run. */
const entry = join(import.meta.dirname, 'scanWorker.cjs')

export function hasScanWorker(): boolean {
  return existsSync(entry)
}

/** Finds what is wanted in a file, in a thread of its own. Throws a `ScanFailed`. */
export async function scanInWorker(path: string, wanted: Wanted): Promise<unknown> {
  const { MessageChannel, Worker } = process.getBuiltinModule('node:worker_threads')
  const { port1, port2 } = new MessageChannel()
  const worker = new Worker(entry, {
    workerData: { path, wanted, port: port2 } satisfies ScanOrder,
    transferList: [port2],
  })
  const problem = await new Promise<unknown>((resolve) => {
    worker.once('error', resolve)
    worker.once('exit', () => resolve(undefined))
  })
  if (problem !== undefined) throw new ScanFailed(`could not be read: ${problem}`)
  return received(port1)
}

/** What `scanFile` has put into the other end: message by message, so that others are answered meanwhile. */
export async function received(port: MessagePort): Promise<unknown> {
  const { receiveMessageOnPort } = process.getBuiltinModule('node:worker_threads')
  const found: { root?: unknown } = {}
  for (;;) {
    const message = receiveMessageOnPort(port)?.message as Scanned | undefined
    if (message === undefined) throw new ScanFailed('could not be read: its thread has ended')
    if ('isDone' in message) {
      port.close()
      if (message.problem !== undefined) throw new ScanFailed(message.problem)
      return found.root
    }
    put(found, ['root', ...message.at], message.value)
    await yieldToEventLoop()
  }
}

function put(into: object, [key = '', ...rest]: readonly string[], value: unknown): void {
  const owner = into as Record<string, object>
  if (rest.length === 0) owner[key] = value as object
  else put(owner[key] as object, rest, value)
}
