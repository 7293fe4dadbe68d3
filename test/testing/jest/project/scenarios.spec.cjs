const { join } = require('node:path')
const { createDevnet } = require('preconf')

// What is in test/scenarios/apps, as one file.
const { apps, kinds, use } = require(join(__dirname, 'apps.cjs'))

describe.each(Object.entries(apps))('%s', (name, { options }) => {
  test.each(kinds)(
    'the %s app',
    async (kind) => {
      const devnet = await createDevnet({ clock: 'manual', ...options })
      const file = require.resolve(`preconf/fixtures/scenarios/${name}.yaml`)
      const isContent = await use({ name, file, kind, transport: 'in process' }, devnet)
      await devnet.close()
      expect(isContent).toBe(kind === 'careful')
    },
    60_000,
  )
})
