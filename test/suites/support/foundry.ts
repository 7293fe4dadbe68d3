import { createRequire } from 'node:module'
import { join } from 'node:path'
import { run } from './run.ts'

const require = createRequire(import.meta.url)
const project = { folder: 'foundry', environment: { FOUNDRY_OFFLINE: 'true' } }

/** forge in the project of foundry/. */
export function forge(...args: readonly string[]): Promise<string> {
  return run(binary('forge'), args, project)
}

/** cast; resolves with what it printed, without the last line end. */
export async function cast(...args: readonly string[]): Promise<string> {
  return (await run(binary('cast'), args, project)).trimEnd()
}

// Not through the package's script, which would start a Node of its own for each call.
function binary(tool: 'forge' | 'cast'): string {
  const platform = { linux: 'linux', darwin: 'darwin', win32: 'win32' }[process.platform as string]
  const machine = process.arch === 'x64' ? 'amd64' : process.arch
  const file = process.platform === 'win32' ? `${tool}.exe` : tool
  const home = require.resolve(`@foundry-rs/${tool}-${platform}-${machine}/package.json`)
  return join(home, '../bin', file)
}
