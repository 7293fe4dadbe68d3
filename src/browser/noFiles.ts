import { NotInBrowser } from './notInBrowser.ts'

const files = 'a browser has no files: give the content in place of a path'

/** Throws in place of each function of `node:fs` and of other modules for files. */
export function noFilesNow(): never {
  throw new NotInBrowser(files)
}

/** Rejects in place of each function of `node:fs/promises`. */
export async function noFiles(): Promise<never> {
  throw new NotInBrowser(files)
}
