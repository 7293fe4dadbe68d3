import { NobleBLS } from '@ethereumjs/evm'
import fc from 'fast-check'
import { beforeAll, describe, expect, it } from 'vitest'
import { loadCurves, bls as ours } from '../../../src/ethereumjs/precompiles/curves.ts'
import { bytesToHex, type Hex, hexToBytes } from '../../../src/lib/hex.ts'
import { assemble } from '../../execution/assemble.ts'
import { runs } from '../../support/runs.ts'
import { testDevnet } from '../../support/testDevnet.ts'
import { Fp, g1, g2, joined, scalar, word } from './bls12Points.ts'

beforeAll(loadCurves)

const referee = new NobleBLS()

function outcome(run: (input: Uint8Array) => Uint8Array, input: string): string {
  try {
    return bytesToHex(run(hexToBytes(`0x${input}`)))
  } catch {
    return 'refused'
  }
}

const field = fc.oneof(
  fc.bigInt({ min: 0n, max: 2n ** 384n - 1n }),
  fc.constantFrom(0n, 1n, Fp.ORDER - 1n, Fp.ORDER, Fp.ORDER + 1n),
)
const factor = fc.bigInt({ min: 0n, max: 2n ** 256n - 1n }).map((value) => word(value, 64))
const anyG1 = fc.oneof(
  { weight: 5, arbitrary: scalar.map(g1) },
  fc.tuple(field, field).map((words) => words.map((value) => word(value)).join('')),
)
const anyG2 = fc.oneof(
  { weight: 5, arbitrary: scalar.map(g2) },
  fc.tuple(field, field, field, field).map((words) => words.map((value) => word(value)).join('')),
)
const many = (part: fc.Arbitrary<string>) =>
  fc.array(part, { minLength: 1, maxLength: 3 }).map((some) => some.join(''))

describe('BLS12-381 in WebAssembly is that of noble', () => {
  it.each([
    ['addG1', joined(anyG1, anyG1), 60],
    ['addG2', joined(anyG2, anyG2), 60],
    ['msmG1', many(joined(anyG1, factor)), 30],
    ['msmG2', many(joined(anyG2, factor)), 20],
    ['pairingCheck', many(joined(anyG1, anyG2)), 20],
    ['mapFPtoG1', field.map((value) => word(value)), 30],
    [
      'mapFP2toG2',
      joined(
        field.map((value) => word(value)),
        field.map((value) => word(value)),
      ),
      20,
    ],
  ] as const)('%s', (name, input, numRuns) => {
    fc.assert(
      fc.property(input, (input) => {
        const run = (bls: typeof ours) => (bytes: Uint8Array) => bls[name](bytes)
        expect(outcome(run(ours), input)).toBe(outcome(run(referee), input))
      }),
      runs({ seed: 4, numRuns }),
    )
  })
})

describe('precompiles that load their cryptography', () => {
  const call = async (hardfork: 'byzantium' | 'prague', to: Hex, data: Hex) => {
    await using devnet = await testDevnet({ hardfork })
    return devnet.provider.request({ method: 'eth_call', params: [{ to, data }, 'latest'] })
  }

  it('answer from the hardfork on that has them', async () => {
    const pairing = `0x${'00'.repeat(31)}01`
    expect(await call('byzantium', `0x${word(8n, 40)}`, '0x')).toBe(pairing)
    const input = `0x${g1(1n)}${g1(2n)}` as const
    expect(await call('prague', `0x${word(0x0bn, 40)}`, input)).toBe(`0x${g1(3n)}`)
    expect(await call('byzantium', `0x${word(0x0bn, 40)}`, input)).toBe('0x')
  })

  it('take a vector of EIP-7951, and let others in between many', async () => {
    const to = `0x${'c0'.repeat(20)}`
    const vector =
      '0x4cee90eb86eaa050036147a12d49004b6b9c72bd725d39d4785011fe190f0b4da73bd4903f0ce3b639bbbf6e8e80d16931ff4bcf5993d58468e8fb19086e8cac36dbcd03009df8c59286b162af3bd7fcc0450c9aa81be5d10d312af6c66b1d604aebd3099c618202fcfe16ae7770b0c49ab5eadf74b754204a3bb6060e44eff37618b065f9832de4ca6ca971a7a1adc826d0f7c00181a5fb2ddf79ae00b4e10e'
    const verify = ['POP', 32, 0, 160, 0, 0x100, 'GAS', 'STATICCALL'] as const
    const code = bytesToHex(
      assemble(
        ...(['CALLDATASIZE', 0, 0, 'CALLDATACOPY', 0] as const),
        ...Array.from({ length: 100 }, () => verify).flat(),
        ...([32, 0, 'RETURN'] as const),
      ),
    )
    await using devnet = await testDevnet({ hardfork: 'osaka' })
    let turns = 0
    const timer = setInterval(() => turns++)
    const params = [{ to, data: vector }, 'latest', { [to]: { code } }]
    const answer = devnet.provider.request({ method: 'eth_call', params })
    expect(await answer).toBe(`0x${word(1n, 64)}`)
    clearInterval(timer)
    expect(turns).toBeGreaterThan(5)
  })

  it('answer code that is the first to call them', async () => {
    await using devnet = await testDevnet({ hardfork: 'prague' })
    const to = `0x${'c0'.repeat(20)}`
    const whole = ['CALLDATASIZE', 0, 0, 'CALLDATACOPY'] as const
    // Returns what BLS12_G1ADD says of the call's data.
    const code = bytesToHex(
      assemble(...whole, 128, 0, 'CALLDATASIZE', 0, 0x0b, 'GAS', 'STATICCALL', 128, 0, 'RETURN'),
    )
    const answers = [1n, 2n].map((scalar) =>
      devnet.provider.request({
        method: 'eth_call',
        params: [{ to, data: `0x${g1(scalar)}${g1(2n)}` }, 'latest', { [to]: { code } }],
      }),
    )
    expect(await Promise.all(answers)).toEqual([`0x${g1(3n)}`, `0x${g1(4n)}`])
  })
})
