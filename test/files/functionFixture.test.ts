import { describe, expect, expectTypeOf, it } from 'vitest'
import { isFixture } from '../../src/files/fixture/functionFixture.ts'
import {
  defineFixture,
  type Fixture,
  FixtureError,
  fixture,
  type Hex,
  type LoadedFixture,
  type PreconfDevnet,
} from '../../src/index.ts'

describe('fixture', () => {
  it('is known by the name that it is given, or that of its function', () => {
    async function deployed() {}
    expect(fixture(deployed).name).toBe('deployed')
    expect(fixture({ name: 'token' }, deployed).name).toBe('token')
    expect(fixture(() => 1).name).toBe('without a name')
    expect(fixture('fixtures/dex.yaml').name).toBe('fixtures/dex.yaml')
  })

  it('is told from everything else, whichever copy of the package has made it', () => {
    expect(isFixture(fixture(() => 1))).toBe(true)
    expect(isFixture({ [Symbol.for('preconf.fixture')]: true })).toBe(true)
    for (const other of [undefined, null, 'dex.yaml', () => 1, { accounts: {} }]) {
      expect(isFixture(other)).toBe(false)
    }
  })

  it('refuses what it cannot be made of', () => {
    // Callers without types.
    const any = fixture as unknown as (...given: unknown[]) => Fixture
    const make = () => 1
    expect(() => any({ name: 'a', needs: { base: make } }, make)).toThrow(
      new FixtureError('a', 'needs base, which is no fixture'),
    )
    expect(() => any({ needs: { devnet: fixture(make) } }, make)).toThrow(
      'the fixture make needs devnet, which is the chain: rename it',
    )
  })

  it('has the type of what its function returns, and gets the types of what it needs', () => {
    const base = fixture(async () => ({ token: '0x1' as Hex, supply: 5n }))
    expectTypeOf(base).toEqualTypeOf<Fixture<{ token: Hex; supply: bigint }>>()
    const more = fixture({ needs: { base } }, ({ devnet, base: { token, supply } }) => {
      expectTypeOf(devnet).toEqualTypeOf<PreconfDevnet>()
      expectTypeOf(token).toEqualTypeOf<Hex>()
      return [supply] as const
    })
    expectTypeOf(more).toEqualTypeOf<Fixture<readonly [bigint]>>()
    const load = async (devnet: PreconfDevnet) => {
      expectTypeOf(await devnet.loadFixture(more)).toEqualTypeOf<readonly [bigint]>()
      expectTypeOf(await devnet.loadFixture(async () => 1)).toEqualTypeOf<number>()
      expectTypeOf(await devnet.loadFixture('one', () => 1n)).toEqualTypeOf<bigint>()
      // @ts-expect-error nothing of that name is needed
      fixture({ needs: { base } }, ({ other }) => other)
    }
    expectTypeOf(load).toBeFunction()
  })

  it('has the types of the names of a definition', () => {
    const dex = fixture(defineFixture({ accounts: { alice: {} }, contracts: {} }))
    type Loaded = typeof dex extends Fixture<infer Value> ? Value : never
    expectTypeOf<keyof Loaded['accounts']>().toEqualTypeOf<'alice'>()
    expectTypeOf(fixture('dex.yaml')).toEqualTypeOf<Fixture<LoadedFixture>>()
  })
})
