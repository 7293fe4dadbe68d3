import * as v from 'valibot'
import type { LoadedFixture } from '../../../types/fixture.ts'
import { defineMethod } from '../../method.ts'

const expected = 'expected a fixture: an object, or its text in YAML or JSON'
const fixture = v.custom<object | string>(
  (given) => typeof given === 'string' || (typeof given === 'object' && !Array.isArray(given)),
  expected,
)

export const loadFixture = defineMethod({
  name: 'preconf_loadFixture',
  summary:
    'Loads a declarative fixture, given as an object or as text, without files; answers the addresses of its accounts and contracts.',
  params: v.strictTuple([fixture]),
  handler: async ({ devnet }, [given]) => {
    // Few want it, and it takes a while to load.
    const { readSentFixture } = await import('../../../files/declared/readSent.ts')
    return formatLoaded(await devnet.declaredFixtures.load(await readSentFixture(given)))
  },
})

/** Without keys, which whoever has sent them knows. */
function formatLoaded({ accounts, contracts, labels }: LoadedFixture): object {
  return { accounts: addressesOf(accounts), contracts: addressesOf(contracts), labels }
}

function addressesOf(named: LoadedFixture['accounts']): object {
  return Object.fromEntries(Object.entries(named).map(([name, { address }]) => [name, { address }]))
}
