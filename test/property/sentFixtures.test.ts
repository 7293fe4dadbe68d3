import fc from 'fast-check'
import { expect, test } from 'vitest'
import { foundryArtifact } from '../support/compileSolidity.ts'
import { runs } from '../support/runs.ts'
import { testDevnet } from '../support/testDevnet.ts'
import { vaultOutput } from '../support/vault.ts'

const bob = '0x70997970c51812dc3a010c7d01b50e0d17dc79c8'
const output = vaultOutput()
const file = 'src/Vault.sol'

/** One of everything that a fixture can have. */
const whole = {
  version: 1,
  chain: { id: 5, timestamp: '2027-01-01T00:00:00Z', baseFee: '1gwei', gasLimit: 30_000_000 },
  accounts: {
    alice: { mnemonicIndex: 0, balance: '10 ether', nonce: 3 },
    bob: { address: bob, impersonate: true },
  },
  contracts: {
    lib: { artifact: foundryArtifact(output, file, 'Doubling'), from: 'alice' },
    vault: {
      artifact: foundryArtifact(output, file, 'Vault'),
      libraries: { Doubling: 'lib' },
      args: ['alice', '5 ether'],
      from: 'alice',
      value: 1,
      storage: { small: 3, points: { here: { x: 1, label: 'there' } }, path: [{ y: 2 }] },
    },
    placed: { artifact: foundryArtifact(output, file, 'Doubling'), at: `0x${'1'.repeat(40)}` },
    named: { at: `0x${'2'.repeat(40)}`, abi: ['function x(uint256[2] y)', { type: 'fallback' }] },
  },
  txs: [
    { from: 'alice', call: 'vault.setThree', args: [[1, 2, 3], 'text'] },
    { from: 'bob', to: 'alice', value: 1, gas: 50_000 },
    {
      call: 'vault.run',
      args: ['vault', { call: 'vault.setBoth', args: [1, true] }],
    },
    { mine: { blocks: 2, interval: '5s' } },
  ],
  mine: 1,
  labels: { friend: 'bob' },
}

/** Ways to everything in a value. */
function waysIn(value: unknown, way: readonly string[] = []): readonly (readonly string[])[] {
  if (typeof value !== 'object' || value === null) return [way]
  return [way, ...Object.entries(value).flatMap(([key, inner]) => waysIn(inner, [...way, key]))]
}

function changed(value: unknown, [key, ...way]: readonly string[], put: unknown): unknown {
  if (key === undefined) return put
  const copy = (Array.isArray(value) ? [...value] : { ...(value as object) }) as Record<
    string,
    unknown
  >
  copy[key] = changed(copy[key], way, put)
  return copy
}

// Without the codes, which are long, and of which there is little to say.
const ways = waysIn(whole).filter(
  (way) => !['object', 'astId', 'contract'].includes(way.at(-1) ?? ''),
)

const junk = fc.oneof(
  fc.jsonValue(),
  fc.constantFrom(
    undefined,
    -1,
    1e99,
    '',
    'alice',
    'vault',
    'vault.run',
    '0x',
    bob,
    '10 ether',
    '__proto__',
    't_uint256',
    'uint7',
    'tuple[]',
    'mapping',
    'dynamic_array',
    '0',
    '99',
  ),
)

test('whatever is wrong with a fixture that was sent, it is said to be', async () => {
  await using devnet = await testDevnet()
  const request = { method: 'preconf_loadFixture' }
  const codes = new Set<number>()
  const send = async (fixture: unknown) => {
    const checkpoint = await devnet.checkpoint()
    const code = await devnet.provider.request({ ...request, params: [fixture] }).then(
      () => 0,
      (error) => error.code,
    )
    await devnet.restore(checkpoint)
    devnet.forget(checkpoint)
    codes.add(code)
    return code
  }
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.tuple(fc.constantFrom(...ways), junk), { minLength: 1, maxLength: 3 }),
      async (changes) => {
        let fixture: unknown = whole
        for (const [way, put] of changes) {
          try {
            fixture = changed(fixture, way, put)
          } catch {
            // What was to be changed is gone.
          }
        }
        expect([0, 3, -32602]).toContain(await send(fixture))
      },
    ),
    runs({ numRuns: 150, seed: 6, endOnFailure: true }),
  )
  // Some of the changes change nothing that matters.
  expect([...codes]).toEqual(expect.arrayContaining([-32602, 0]))
})
