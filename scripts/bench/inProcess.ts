import { fork } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { environment } from './environment.ts'
import { newerNode } from './newerNode.ts'
import { cpuMs } from './servers.ts'

/** A process with a node in it that does what it is sent, and answers. */
export interface InProcess<Task, Answer> {
  turn(task: Task): Promise<Answer>
  /** CPU time of the process so far. */
  cpuMs(): number
  stop(): Promise<void>
}

/** Starts a script of this folder with a node, `preconf` or `hardhat`; both on the same Node, so that they can be compared. */
export async function startInProcess<Task extends object | number, Answer>(
  script: string,
  node: 'preconf' | 'hardhat',
  flags: readonly string[] = [],
): Promise<InProcess<Task, Answer>> {
  const child = fork(join(import.meta.dirname, script), [node], {
    execPath: newerNode ?? process.execPath,
    env: environment(),
    execArgv: ['--import', import.meta.resolve('tsx'), ...flags],
  })
  const ended = once(child, 'exit').then(([code]) => {
    throw new Error(`the process of ${node} ended with code ${code}`)
  })
  const message = (): Promise<Answer> =>
    Promise.race([once(child, 'message').then(([sent]) => sent), ended])
  await message()
  return {
    turn: (task) => {
      child.send(task)
      return message()
    },
    cpuMs: () => cpuMs(child.pid),
    stop: async () => {
      // It ends when nobody can send it anything any more.
      child.disconnect()
      await once(child, 'exit')
    },
  }
}
