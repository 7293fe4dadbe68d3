// Compiles the interpreter's WebAssembly and writes it as text into the sources, so that nothing has to
// be built to run from them. With `--check` it only says whether what is there is up to date.
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { main } from 'assemblyscript/asc'

const folder = join(import.meta.dirname, '../src/evm/interpreter')
const target = join(folder, 'compiled.ts')

const text = `// Written by \`npm run interpreter\` from assembly/.
export const compiled =
  '${Buffer.from(await compile()).toString('base64')}'
`
if (!process.argv.includes('--check')) {
  writeFileSync(target, text)
} else if (readFileSync(target, 'utf8') !== text) {
  console.error('src/evm/interpreter/compiled.ts is not what assembly/ gives: npm run interpreter')
  process.exitCode = 1
}

/** The module's bytes. */
async function compile(): Promise<Uint8Array> {
  let binary = new Uint8Array()
  const { error, stderr } = await main(
    [
      'src/evm/interpreter/assembly/index.ts',
      '--outFile',
      'interpreter.wasm',
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
