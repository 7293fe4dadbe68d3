import { describe, expect, it } from 'vitest'
import { forkHash } from '../../../src/execution/forkConfig.ts'
import { bytesToHex, hexToBytes } from '../../../src/lib/hex.ts'
import type { Hardfork } from '../../../src/types/genesis.ts'

const mainnet = {
  hash: hexToBytes('0xd4e56740f876aef8c010b86a40d5f56745a118d0906a34e69aec8c0db1cb8fa3'),
  timestamp: 0n,
}

const byBlock = [
  1_150_000n,
  1_920_000n,
  2_463_000n,
  2_675_000n,
  4_370_000n,
  7_280_000n,
  7_280_000n,
  9_069_000n,
  9_200_000n,
  12_244_000n,
  12_965_000n,
  13_773_000n,
  15_050_000n,
].map((block): Hardfork => ({ name: 'homestead', block }))

const byTime = [
  1_681_338_455n,
  1_710_338_135n,
  1_746_612_311n,
  1_764_798_551n,
  1_765_290_071n,
  1_767_747_671n,
].map((time): Hardfork => ({ name: 'shanghai', time }))

const genesisForks: readonly Hardfork[] = [{ name: 'chainstart', block: 0n }]
const all = [...genesisForks, ...byBlock, ...byTime]

function hashAt(forks: readonly Hardfork[], time: bigint, genesis = mainnet): string {
  return bytesToHex(forkHash(genesis, forks, time))
}

describe('the fork hash', () => {
  it.each([
    ['no fork', genesisForks, '0xfc64ec04'],
    ['Homestead', byBlock.slice(0, 1), '0x97c2c34c'],
    ['the DAO fork', byBlock.slice(0, 2), '0x91d1f948'],
    ['Petersburg, at the block of Constantinople', byBlock.slice(0, 7), '0x668db0af'],
    ['Gray Glacier', byBlock, '0xf0afd0e3'],
  ])('of mainnet with %s', (_name, forks, expected) => {
    expect(hashAt(forks, 0n)).toBe(expected)
  })

  it.each([
    ['before Shanghai', 1_681_338_454n, '0xf0afd0e3'],
    ['Shanghai', 1_681_338_455n, '0xdce96c2d'],
    ['Cancun', 1_710_338_135n, '0x9f3d2254'],
    ['Prague', 1_746_612_311n, '0xc376cf8b'],
    ['Osaka', 1_764_798_551n, '0x5167e2a6'],
    ['after bpo2', 2_000_000_000n, '0x07c9462e'],
  ])('of mainnet at %s', (_name, time, expected) => {
    expect(hashAt(all, time)).toBe(expected)
  })

  it('does not count forks that hold from genesis on, nor a moment twice', () => {
    const genesis = { ...mainnet, timestamp: 500n }
    const none = hashAt([], 900n, genesis)
    const at = (...times: readonly bigint[]) =>
      times.map((time): Hardfork => ({ name: 'cancun', time }))
    expect(hashAt([{ name: 'london', block: 0n }, ...at(0n, 500n)], 900n, genesis)).toBe(none)
    const once = hashAt(at(700n), 900n, genesis)
    expect(once).not.toBe(none)
    expect(hashAt(at(700n, 700n), 900n, genesis)).toBe(once)
  })
})
