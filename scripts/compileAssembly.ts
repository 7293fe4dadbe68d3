import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { main } from 'assemblyscript/asc'

const root = join(import.meta.dirname, '..')

/**
 * Compiles the WebAssembly of a folder's `assembly/` and writes it as text into its `compiled.ts`, so that
 * nothing has to be built to run from the sources. `npm run <command>` is how that is told to people. With
 * `--check` it only says whether what is there is up to date.
 */
export async function compileAssembly(folder: string, command: string): Promise<void> {
  const target = join(root, folder, 'compiled.ts')
  const binary = await compile(`${folder}/assembly/index.ts`)
  const text = `// Written by \`npm run ${command}\` from assembly/.
export const compiled =
  '${Buffer.from(binary).toString('base64')}'
`
  if (!process.argv.includes('--check')) {
    writeFileSync(target, text)
  } else if (readFileSync(target, 'utf8') !== text) {
    console.error(`${folder}/compiled.ts is not what assembly/ gives: npm run ${command}`)
    process.exitCode = 1
  }
}

/** The module's bytes. */
async function compile(source: string): Promise<Uint8Array> {
  let binary = new Uint8Array()
  const { error, stderr } = await main(
    [
      source,
      '--outFile',
      'module.wasm',
      ...['--runtime', 'stub', '--noAssert', '--enable', 'simd', '-O3'],
    ],
    {
      readFile: (name, base) => {
        try {
          return readFileSync(join(base, name), 'utf8')
        } catch {
          return null
        }
      },
      writeFile: (name, contents) => {
        if (name.endsWith('.wasm')) binary = contents as Uint8Array<ArrayBuffer>
      },
    },
  )
  if (error !== null) throw new Error(`${stderr.toString()}${error.message}`)
  return binary
}
