// Compiles each folder's `assembly/` to WebAssembly and writes it as text into its `compiled.ts`, so that nothing
// has to be built to run from the sources. With `--check` it only says what is not up to date.
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { main } from 'assemblyscript/asc'

const root = join(import.meta.dirname, '..')

for (const name of ['accounts', 'interpreter', 'keccak', 'precompiles', 'secp256k1']) {
  const folder = `src/wasm/${name}`
  const target = join(root, folder, 'compiled.ts')
  const binary = await compile(`${folder}/assembly/index.ts`)
  const text = `// Written by \`npm run assembly\` from assembly/.
export const compiled =
  '${Buffer.from(binary).toString('base64')}'
`
  if (!process.argv.includes('--check')) {
    writeFileSync(target, text)
  } else if (readFileSync(target, 'utf8') !== text) {
    console.error(`${folder}/compiled.ts is not what assembly/ gives: npm run assembly`)
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
