import type { ExecResult } from '@ethereumjs/evm'
import { bytesToBigInt, numberToBytes } from '../../lib/hex.ts'
import type { YieldIfDue } from '../yieldIfDue.ts'
import type { Faster } from './faster.ts'
import { nativePower } from './modularPower.ts'

const headBytes = 96

/** MODEXP (EIP-198) in native code where that is sooner; what takes long otherwise lets others in. */
export const fasterModexp: Faster = (stock, yieldIfDue) => (input) => {
  const { data } = input
  const [baseSize, exponentSize] = [sizeAt(data, 0), sizeAt(data, 1)]
  const at = headBytes + baseSize + exponentSize
  // What is beyond the data counts as zeros, so that there is nothing to compute modulo that.
  const priced = stock({ ...input, data: data.subarray(0, at) }) as ExecResult
  const { length } = priced.returnValue
  if (priced.exceptionError !== undefined || length === 0) return priced
  const base = part(data, headBytes, baseSize)
  const exponent = part(data, headBytes + baseSize, exponentSize)
  const modulus = part(data, at, length)
  const power = nativePower(base, exponent, modulus)
  if (power !== undefined) return { ...priced, returnValue: power }
  if (exponentSize * length < leastToYield) return stock(input)
  return powerInTurns(base, exponent, modulus, yieldIfDue).then((returnValue) => ({
    ...priced,
    returnValue,
  }))
}

/** Product of the bytes of the exponent and the modulus: a millisecond. */
const leastToYield = 10_000

/** By four bits of the exponent at a time. */
async function powerInTurns(
  base: Uint8Array,
  exponent: Uint8Array,
  modulus: Uint8Array,
  yieldIfDue: YieldIfDue,
): Promise<Uint8Array> {
  const m = bytesToBigInt(modulus)
  if (m === 0n) return modulus
  const b = bytesToBigInt(base) % m
  const powers = [1n % m]
  while (powers.length < 16) powers.push(((powers.at(-1) as bigint) * b) % m)
  let power = 1n % m
  for (const digit of bytesToBigInt(exponent).toString(16)) {
    for (let square = 0; square < 4; square++) power = (power * power) % m
    power = (power * (powers[Number.parseInt(digit, 16)] as bigint)) % m
    const turn = yieldIfDue()
    if (turn !== undefined) await turn
  }
  return numberToBytes(power, modulus.length)
}

/** The size of the base or the exponent; what is too large for any gas is not told from another such. */
function sizeAt(data: Uint8Array, index: number): number {
  return Number(bytesToBigInt(part(data, index * 32, 32)))
}

/** So many bytes from there on, zeros where there are none. */
function part(data: Uint8Array, at: number, size: number): Uint8Array {
  const bytes = new Uint8Array(size)
  bytes.set(data.subarray(at, at + size))
  return bytes
}
