// A thread that is terminated leaves the process as it was.
import { once } from 'node:events'
import { isMainThread, parentPort, Worker } from 'node:worker_threads'
import { exitWhileCompiling } from './exitWhileCompiling.mjs'

if (isMainThread) {
  const thread = new Worker(new URL(import.meta.url))
  await once(thread, 'message')
  await thread.terminate()
  exitWhileCompiling()
} else {
  const { createDevnet } = await import('preconf')
  const devnet = await createDevnet()
  await devnet.close()
  parentPort.postMessage('closed')
}
