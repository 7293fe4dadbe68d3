import { createEVM, type EVM } from '@ethereumjs/evm'
import { beforeAll, describe, expect, test } from 'vitest'
import { initCrypto } from '../../../src/ethereumjs/crypto.ts'
import { installFastInterpreter } from '../../../src/ethereumjs/interpreter/fastInterpreter.ts'
import { createProtocol } from '../../../src/ethereumjs/protocol/protocol.ts'
import { bytesToBigInt } from '../../../src/lib/hex.ts'
import { emptyState } from '../../../src/state/persistentState.ts'
import { keccak256 } from '../../../src/wasm/keccak/keccak256.ts'
import { seedOf } from '../../support/runs.ts'

import { createRandom } from './random.ts'
import { edges, limbWord, randomWord } from './randomWord.ts'

const modulus = 2n ** 256n
const signed = (word: bigint) => BigInt.asIntN(256, word)
const word = (value: bigint) => BigInt.asUintN(256, value)
const flag = (value: boolean) => (value ? 1n : 0n)

function power(base: bigint, exponent: bigint): bigint {
  let result = 1n
  let square = base
  for (let rest = exponent; rest > 0n; rest >>= 1n) {
    if (rest & 1n) result = (result * square) % modulus
    square = (square * square) % modulus
  }
  return result
}

/** What each opcode makes of what it takes, the topmost item first. */
const meanings: readonly (readonly [
  name: string,
  opcode: number,
  meaning: (...items: [bigint, bigint, bigint]) => bigint,
])[] = [
  ['ADD', 0x01, (a, b) => a + b],
  ['MUL', 0x02, (a, b) => a * b],
  ['SUB', 0x03, (a, b) => a - b],
  ['DIV', 0x04, (a, b) => (b === 0n ? 0n : a / b)],
  ['SDIV', 0x05, (a, b) => (b === 0n ? 0n : signed(a) / signed(b))],
  ['MOD', 0x06, (a, b) => (b === 0n ? 0n : a % b)],
  ['SMOD', 0x07, (a, b) => (b === 0n ? 0n : signed(a) % signed(b))],
  ['ADDMOD', 0x08, (a, b, n) => (n === 0n ? 0n : (a + b) % n)],
  ['MULMOD', 0x09, (a, b, n) => (n === 0n ? 0n : (a * b) % n)],
  ['EXP', 0x0a, power],
  ['SIGNEXTEND', 0x0b, (k, x) => (k > 30n ? x : BigInt.asIntN(Number(k) * 8 + 8, x))],
  ['LT', 0x10, (a, b) => flag(a < b)],
  ['GT', 0x11, (a, b) => flag(a > b)],
  ['SLT', 0x12, (a, b) => flag(signed(a) < signed(b))],
  ['SGT', 0x13, (a, b) => flag(signed(a) > signed(b))],
  ['EQ', 0x14, (a, b) => flag(a === b)],
  ['ISZERO', 0x15, (a) => flag(a === 0n)],
  ['AND', 0x16, (a, b) => a & b],
  ['OR', 0x17, (a, b) => a | b],
  ['XOR', 0x18, (a, b) => a ^ b],
  ['NOT', 0x19, (a) => ~a],
  ['BYTE', 0x1a, (i, x) => (i > 31n ? 0n : (x >> (248n - 8n * i)) & 255n)],
  ['SHL', 0x1b, (bits, x) => (bits > 255n ? 0n : x << bits)],
  ['SHR', 0x1c, (bits, x) => (bits > 255n ? 0n : x >> bits)],
  ['SAR', 0x1d, (bits, x) => signed(x) >> (bits > 255n ? 255n : bits)],
  ['CLZ', 0x1e, (x) => BigInt(x === 0n ? 256 : 256 - x.toString(2).length)],
]

/** Operands a row has, of which an opcode takes the first ones. */
const rowWords = 3

const tiers = ['interpreted', 'translated'] as const
const evms = new Map<string, EVM>()

beforeAll(async () => {
  await initCrypto()
  const protocol = createProtocol({ chainId: 1, hardfork: 'osaka', transactionGasCap: false })
  const common = protocol.commonAt(0n, 0n)
  for (const tier of tiers) {
    const state = emptyState().fork()
    const evm = (await createEVM({ common, stateManager: state })) as EVM
    const hotGas = tier === 'translated' ? 0 : Number.POSITIVE_INFINITY
    await installFastInterpreter(evm, { state, yieldIfDue: () => undefined, hotGas })
    evms.set(tier, evm)
  }
})

/** Code that applies an opcode to each row of the call data, and returns the results. */
function mapping(opcode: number, arity: number): Uint8Array {
  const pops = Array<number>(rowWords - arity).fill(0x50)
  return Uint8Array.from([
    // The offset of the row, which the loop starts with.
    ...[0x5f, 0x5b],
    // The operands, the first on top.
    ...[0x80, 0x60, 0x40, 0x01, 0x35, 0x81, 0x60, 0x20, 0x01, 0x35, 0x82, 0x35],
    opcode,
    // The result goes to a third of the offset.
    ...[0x60, 0x03, 0x80 + 5 - arity, 0x04, 0x52, ...pops],
    // The next row, if there is one.
    ...[0x60, 0x60, 0x01, 0x80, 0x36, 0x11, 0x60, 0x01, 0x57],
    ...[0x60, 0x03, 0x90, 0x04, 0x5f, 0xf3],
  ])
}

type Row = [bigint, bigint, bigint]

function evmOf(tier: (typeof tiers)[number]): EVM {
  return evms.get(tier) as EVM
}

async function resultsOf(
  tier: (typeof tiers)[number],
  code: Uint8Array,
  rows: readonly Row[],
): Promise<bigint[]> {
  const data = Buffer.from(rows.flat().map(hexOf).join(''), 'hex')
  const call = { code, data, gasLimit: 2n ** 40n }
  const { returnValue, exceptionError } = await evmOf(tier).runCode(call)
  expect(exceptionError).toBeUndefined()
  return rows.map((_, index) => bytesToBigInt(returnValue.subarray(index * 32, index * 32 + 32)))
}

function hexOf(value: bigint): string {
  return value.toString(16).padStart(64, '0')
}

/** All pairs of edges, with an edge or a random word as the third, and random rows. */
function rowsFrom(seed: number): Row[] {
  const random = createRandom(seedOf(seed))
  const pairs = edges.flatMap((a) => edges.map((b): Row => [a, b, randomWord(random)]))
  const others = Array.from(
    { length: 3_000 },
    (): Row => [randomWord(random), randomWord(random), randomWord(random)],
  )
  return [...pairs, ...others]
}

/** Divisions of words of odd limbs, of multiples of the divisor, and by what is next to 2^256. */
function divisions(seed: number): Row[] {
  const random = createRandom(seedOf(seed))
  return Array.from({ length: 6_000 }, (): Row => {
    const modulus = random.chance(0.1) ? word(-limbWord(random)) : limbWord(random)
    const divisor = random.chance(0.5) ? modulus : limbWord(random)
    const offset = BigInt(random.below(5) - 2)
    const dividend = random.chance(0.5)
      ? word(divisor * (limbWord(random) >> BigInt(random.below(256))) + offset)
      : limbWord(random)
    return random.chance(0.3)
      ? [word(modulus + offset), limbWord(random), modulus]
      : [dividend, divisor, modulus]
  })
}

function expectResults(
  results: readonly bigint[],
  rows: readonly Row[],
  meaning: (typeof meanings)[number][2],
): void {
  for (const [index, row] of rows.entries()) {
    const expected = word(meaning(...row))
    // Comparing texts of thousands of numbers at once would take long.
    if (results[index] !== expected)
      expect({ row, result: results[index] }).toEqual({ row, expected })
  }
}

/** Code that applies an opcode to rows of which some words are in the code, the others in the call data. */
function mixture(opcode: number, arity: number, rows: readonly Row[], seed: number): Uint8Array {
  const random = createRandom(seedOf(seed))
  const code: number[] = []
  for (const [index, row] of rows.entries()) {
    for (let operand = arity - 1; operand >= 0; operand--) {
      if (random.chance(0.6)) code.push(...push(row[operand] as bigint))
      else code.push(...push(BigInt(96 * index + 32 * operand)), 0x35)
    }
    code.push(opcode, ...push(BigInt(32 * index)), 0x52)
  }
  return Uint8Array.from([...code, ...push(BigInt(32 * rows.length)), 0x5f, 0xf3])
}

function push(value: bigint): number[] {
  const hex = value.toString(16)
  const bytes = Buffer.from(hex.padStart(hex.length + (hex.length % 2), '0'), 'hex')
  return [0x5f + bytes.length, ...bytes]
}

describe.each(tiers)('%s', (tier) => {
  test.each(meanings)('%s is what it is for numbers', async (_name, opcode, meaning) => {
    const rows = rowsFrom(opcode)
    const code = mapping(opcode, meaning.length)
    expectResults(await resultsOf(tier, code, rows), rows, meaning)
  })

  test.each(meanings.filter(([name]) => /DIV|MOD/.test(name)))(
    '%s is that for odd limbs too',
    async (_name, opcode, meaning) => {
      const rows = divisions(opcode)
      const code = mapping(opcode, meaning.length)
      expectResults(await resultsOf(tier, code, rows), rows, meaning)
    },
  )

  test.each(meanings)('%s is that for constants too', async (_name, opcode, meaning) => {
    const random = createRandom(seedOf(opcode))
    const rows = rowsFrom(opcode).filter(() => random.chance(0.08))
    const code = mixture(opcode, meaning.length, rows, opcode)
    expectResults(await resultsOf(tier, code, rows), rows, meaning)
  })

  test('KECCAK256 hashes any number of bytes', async () => {
    const data = createRandom(1).bytes(600)
    // CALLDATACOPY, then the hash of all of it.
    const code = Uint8Array.from([
      ...[0x36, 0x5f, 0x5f, 0x37],
      ...[0x36, 0x5f, 0x20, 0x5f, 0x52, 0x60, 0x20, 0x5f, 0xf3],
    ])
    for (let size = 0; size <= 600; size++) {
      const part = data.subarray(0, size)
      const { returnValue } = await evmOf(tier).runCode({ code, data: part, gasLimit: 1_000_000n })
      expect(returnValue).toEqual(keccak256(part))
    }
  })
})
