import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'

/** A folder with files as texts or as what becomes JSON; removed when it goes out of scope. */
export async function projectFolder(
  files: Readonly<Record<string, unknown>>,
): Promise<ProjectFolder> {
  const path = await mkdtemp(join(tmpdir(), 'preconf-project-'))
  const write = async (written: typeof files) => {
    for (const [name, content] of Object.entries(written)) {
      const file = join(path, name)
      await mkdir(dirname(file), { recursive: true })
      await writeFile(file, typeof content === 'string' ? content : JSON.stringify(content))
    }
  }
  await write(files)
  return { path, write, [Symbol.asyncDispose]: () => rm(path, { recursive: true, force: true }) }
}

interface ProjectFolder extends AsyncDisposable {
  readonly path: string
  /** Writes more files, in place of those of the same names. */
  write(files: Readonly<Record<string, unknown>>): Promise<void>
}
