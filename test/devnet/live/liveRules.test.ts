import { expect, test } from 'vitest'
import { liveRules } from '../../../src/devnet/live/liveRules.ts'

/** Fields by which a header shows its hardfork, oldest first. */
const shown = [
  ['baseFeePerGas', 'paris'],
  ['withdrawalsRoot', 'shanghai'],
  ['excessBlobGas', 'cancun'],
  ['requestsHash', 'prague'],
  // Amsterdam, by whose rules nothing is run.
  ['blockAccessListHash', 'osaka'],
] as const

test.each(shown)(
  'a chain that nobody knows goes on by what its header shows: %s',
  (field, name) => {
    const fields = shown.slice(0, shown.findIndex(([other]) => other === field) + 1)
    const header = Object.fromEntries(fields.map(([key]) => [key, '0x1']))
    const { rules, source } = liveRules(987_654, { ...header, timestamp: '0x1' }, undefined)
    expect(rules.forks.at(-1)?.name).toBe(name)
    expect(source).toBe('header')
  },
)
