import { describe, expect, test } from 'vitest'
import { hardforkAt } from '../../../../src/ethereumjs/protocol/hardforks.ts'
import { liveRules } from '../../../../src/extensions/fork/live/liveRules.ts'
import type { Json, JsonObject } from '../../../../src/types/values.ts'

/** Fields by which a header shows its hardfork, oldest first. */
const shown = [
  ['baseFeePerGas', 'paris'],
  ['withdrawalsRoot', 'shanghai'],
  ['excessBlobGas', 'cancun'],
  ['requestsHash', 'prague'],
  ['blockAccessListHash', 'amsterdam'],
] as const

test.each(shown)(
  'an unknown chain continues by the rules that its header shows: %s',
  (field, name) => {
    const fields = shown.slice(0, shown.findIndex(([other]) => other === field) + 1)
    const header = Object.fromEntries(fields.map(([key]) => [key, '0x1']))
    const { rules, source } = liveRules(987_654, { ...header, timestamp: '0x1' }, undefined)
    expect(rules.forks.at(-1)?.name).toBe(name)
    expect(source).toBe('header')
  },
)

const hash = `0x${'00'.repeat(32)}`
const header = (time: number, fields: JsonObject = {}): JsonObject => ({
  number: '0x1312d00',
  timestamp: `0x${time.toString(16)}`,
  difficulty: '0x0',
  ...fields,
})

function found(chainId: number, raw: JsonObject, config?: Json, timestamp = raw.timestamp) {
  const { rules, source } = liveRules(chainId, raw, config)
  const hardfork = hardforkAt(
    rules.forks,
    BigInt(raw.number as string),
    BigInt(timestamp as string),
  )
  return { hardfork, source, rules }
}

test('a header outranks the schedule of the chain whose id a development chain has', () => {
  const fields = { baseFeePerGas: '0x1', withdrawalsRoot: hash, excessBlobGas: '0x0' }
  const raw = { ...header(1_790_000_000, { ...fields, requestsHash: hash }), number: '0x6' }
  expect(found(1, raw)).toMatchObject({ hardfork: 'prague', source: 'header' })
  expect(found(1, { ...raw, number: '0x1312d00' })).toMatchObject({
    hardfork: 'bpo2',
    source: 'schedule',
  })
})

test('a header that shows the draft hardfork adds it to a schedule and to what a node says', () => {
  const fields = { baseFeePerGas: '0x1', requestsHash: hash, blockAccessListHash: hash }
  const raw = header(1_792_000_000, fields)
  const sepolia = found(11_155_111, raw)
  expect(sepolia).toMatchObject({ hardfork: 'amsterdam', source: 'schedule' })
  expect(sepolia.rules.blobSchedules).toHaveProperty('bpo2')
  const config = { current: { activationTime: 1, precompiles: { P256VERIFY: '0x0100' } } }
  expect(found(987_654, raw, config)).toMatchObject({ hardfork: 'amsterdam', source: 'eth_config' })
  // A development chain that has the id.
  expect(found(1, { ...raw, number: '0x6' })).toMatchObject({
    hardfork: 'amsterdam',
    source: 'header',
  })
})

describe('the hardfork of a live chain', () => {
  test.each([
    [1, 1_681_338_454, 'paris'],
    [1, 1_681_338_455, 'shanghai'],
    [1, 1_710_338_135, 'cancun'],
    [1, 1_746_612_311, 'prague'],
    [1, 1_764_798_551, 'osaka'],
    [1, 1_765_290_071, 'bpo1'],
    [1, 1_767_747_671, 'bpo2'],
    [11_155_111, 1_741_159_775, 'cancun'],
    [11_155_111, 1_741_159_776, 'prague'],
    [11_155_111, 1_761_607_008, 'bpo2'],
    [560_048, 1_742_999_832, 'prague'],
    [560_048, 1_761_677_592, 'osaka'],
    [560_048, 1_762_955_544, 'bpo2'],
  ] as const)('of chain %i at %i is %s by its schedule', (chainId, time, hardfork) => {
    expect(found(chainId, header(time))).toMatchObject({ hardfork, source: 'schedule' })
  })

  test('goes on by the schedule in blocks made here', () => {
    const raw = header(1_746_612_311)
    expect(found(1, raw, undefined, `0x${(1_764_798_551).toString(16)}`).hardfork).toBe('osaka')
  })

  const prague = {
    activationTime: 100,
    blobSchedule: { target: 6, max: 9, baseFeeUpdateFraction: 5_007_716 },
    precompiles: { BLS12_G1ADD: '0x0b' },
    systemContracts: { HISTORY_STORAGE_ADDRESS: '0x00' },
  }

  test('is what the node says, and the next one from its time on', () => {
    const osaka = { ...prague, activationTime: 5_000, precompiles: { P256VERIFY: '0x0100' } }
    const config = { current: prague, next: osaka, last: osaka }
    const before = found(7777, header(200), config)
    expect(before).toMatchObject({ hardfork: 'prague', source: 'eth_config' })
    expect(before.rules.blobSchedules).toEqual({ prague: prague.blobSchedule })
    expect(found(7777, header(200), config, '0x1388').hardfork).toBe('osaka')
  })

  test.each([
    [{ requestsHash: hash }, 'prague'],
    [{ excessBlobGas: '0x0' }, 'cancun'],
    [{ withdrawalsRoot: hash }, 'shanghai'],
    [{ baseFeePerGas: '0x1' }, 'paris'],
    [{ baseFeePerGas: '0x1', difficulty: '0x2' }, 'london'],
  ])('is what a header with %o shows, where the node tells of now only', (fields, hardfork) => {
    const earlier = found(7777, header(50, fields), { current: prague, next: null, last: null })
    expect(earlier).toMatchObject({ hardfork, source: 'header' })
    expect(found(7777, header(200, fields))).toMatchObject({ hardfork, source: 'header' })
  })

  test('is the latest one where nothing tells', () => {
    expect(found(7777, header(200))).toMatchObject({ hardfork: 'osaka', source: 'latest' })
  })
})
