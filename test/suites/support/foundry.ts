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

function binary(tool: 'forge' | 'cast'): string {
  return join(require.resolve(`@foundry-rs/${tool}-linux-amd64/package.json`), '../bin', tool)
}
