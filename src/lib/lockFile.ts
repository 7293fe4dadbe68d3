import { processStartMs } from './processStart.ts'
import { readText } from './regularFile.ts'
import { isOtherAlive } from './writeAtomically.ts'

const fs = () => import('node:fs/promises')

/** Clocks of file systems are this coarse, ms. */
const slackMs = 2000

/** The length of a process id, and some more. */
const maxBytes = 100

/**
 * Takes a lock, which is a file with the id of its process. The id of the process that has it
 * already, 0 if it is not known; `undefined` when it was taken. What a process has left that is no more is
 * taken away. Throws what the file system says.
 */
export async function takeLock(path: string): Promise<number | undefined> {
  const { writeFile } = await fs()
  for (;;) {
    try {
      await writeFile(path, `${process.pid}\n`, { flag: 'wx' })
      return undefined
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
    }
    const pid = Number(await readText(path, maxBytes).catch(() => ''))
    if (pid === 0 || (await isHeld(path, pid))) return pid
    await takeAway(path, pid)
  }
}

/** Gives back a lock that was taken. */
export async function releaseLock(path: string): Promise<void> {
  const { rm } = await fs()
  await rm(path, { force: true })
}

/** Ids come up again, as 1 does in containers: a lock from before this process is not its own. */
async function isHeld(path: string, pid: number): Promise<boolean> {
  if (pid !== process.pid) return isOtherAlive(pid)
  const { stat } = await fs()
  const takenMs = await stat(path).then(
    ({ mtimeMs }) => mtimeMs,
    () => 0,
  )
  return takenMs > processStartMs() - slackMs
}

/** Removes the lock of a process that died with it, unless another has it by now. */
export async function takeAway(path: string, pid: number): Promise<void> {
  const { link, rename, rm } = await fs()
  const aside = `${path}.${process.pid}`
  try {
    await rename(path, aside)
    const found = Number(await readText(aside, maxBytes))
    // It was taken between the look and the move: it goes back.
    if (found !== pid) await link(aside, path)
  } catch {
    // Another process removed it.
  }
  await rm(aside, { force: true })
}
