import type { Extension } from '../../rpc/registry.ts'
import { answerOnFork } from './answers/passThrough.ts'

/** Goes on from a block of a live chain. Its code is loaded where a fork is asked for. */
export const forkExtension: Extension = {
  name: 'fork',
  findFork: async (...wanted) => (await import('./live/findFork.ts')).findFork(...wanted),
  answerOnFork,
}
