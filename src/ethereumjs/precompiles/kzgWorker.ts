// The entry of dist/kzgWorker.cjs, which a worker thread runs.
import { parentPort } from 'node:worker_threads'
import { type KzgTask, runInline } from './kzg.ts'

parentPort?.on('message', async (task: KzgTask) => parentPort?.postMessage(await runInline(task)))
