import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'

/** A folder with files as texts or as what becomes JSON; removed when it goes out of scope. */
export async function projectFolder(
  files: Readonly<Record<string, unknown>>,
): Promise<{ readonly path: string; [Symbol.asyncDispose](): Promise<void> }> {
  const path = await mkdtemp(join(tmpdir(), 'preconf-project-'))
  for (const [name, content] of Object.entries(files)) {
    const file = join(path, name)
    await mkdir(dirname(file), { recursive: true })
    await writeFile(file, typeof content === 'string' ? content : JSON.stringify(content))
  }
  return { path, [Symbol.asyncDispose]: () => rm(path, { recursive: true, force: true }) }
}
