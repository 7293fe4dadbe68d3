// The entry of dist/scanWorker.cjs, which a worker thread runs.
import { workerData } from 'node:worker_threads'
import { type ScanOrder, scanFile } from './scanFile.ts'

scanFile(workerData as ScanOrder)
