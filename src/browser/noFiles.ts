import { NotInBrowser } from './notInBrowser.ts'

const files = 'a browser has no files: give the content in place of a path'

/** In the place of each function of `node:fs`, and of what else is for files alone. */
export function noFilesNow(): never {
  throw new NotInBrowser(files)
}

/** In the place of each function of `node:fs/promises`. */
export async function noFiles(): Promise<never> {
  throw new NotInBrowser(files)
}
