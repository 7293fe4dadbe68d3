import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'

/** Where a developer may have put Anvil 1.7.1; it is no part of the project. */
const program =
  process.env.ANVIL ?? '/tmp/anvil/node_modules/@foundry-rs/anvil-linux-amd64/bin/anvil'

/** Why tests that need it are skipped, if they are. */
export const noAnvil = existsSync(program) ? undefined : `there is no Anvil at ${program}`

/** Starts Anvil on a free port and resolves when it listens. Disposing it ends it. */
export async function startAnvil(
  ...flags: readonly string[]
): Promise<AsyncDisposable & { readonly url: string }> {
  const child = spawn(program, ['--port', '0', ...flags], { stdio: ['ignore', 'pipe', 'inherit'] })
  let printed = ''
  for await (const text of child.stdout.iterator({ destroyOnReturn: false })) {
    printed += text
    const [, address] = /^Listening on (.*)$/m.exec(printed) ?? []
    if (address === undefined) continue
    // What it prints later must not fill the pipe; the iterator would hold it back.
    child.stdout.on('data', () => {}).resume()
    return {
      url: `http://${address}`,
      [Symbol.asyncDispose]: async () => {
        const ended = once(child, 'exit')
        child.kill()
        await ended
      },
    }
  }
  throw new Error(`anvil ended: ${printed}`)
}
