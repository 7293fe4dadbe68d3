// The entry of dist/chainWorker.cjs, which a worker thread runs: the same code as the library's.
import { parentPort } from 'node:worker_threads'
import { loadBundle } from '../loadBundle.ts'
import type { serveChains } from './serveChains.ts'

interface Bundle {
  readonly serveChains: typeof serveChains
}

if (parentPort !== null) (loadBundle(require, __dirname) as Bundle).serveChains(parentPort)
