// Frobenius' map, x to the power of the modulus, and what is computed once with it: the curve's constants.
import { invert, one, power } from './field'
import { conjugate, copy, multiply, multiplySmall, size } from './limbs'
import { coefficient } from './tower'

/** (modulus - 1) / 6, from the lowest word. */
const sixth = memory.data<u64>([
  0x34b017592414d4e1, 0xee9591c2e6bda1c2, 0xf40d60f3c0403964, 0x0810b7bdd032f006,
])

/** (9 + i)^(n (modulus^k - 1) / 6) for k from 1 to 3 and n from 0 to 5. */
const frobenius = memory.data(1440, 16)
/** 3 in both parts, 3 / (9 + i), and three times that. */
export const three = memory.data(80, 16)
export const twistB = memory.data(80, 16)
export const tripleB = memory.data(80, 16)

export function frobeniusFactor(k: usize, n: usize): usize {
  return frobenius + ((k - 1) * 6 + n) * size
}

function prepare(): void {
  const unit = b
  one(unit)
  multiplySmall(three, unit, 3, 3)
  const xi = c
  multiplySmall(xi, unit, 9, 1)
  invert(d, xi)
  multiplySmall(twistB, d, 3, 0)
  multiplySmall(tripleB, d, 9, 0)
  power(e, xi, sixth)
  copy(frobeniusFactor(1, 0), unit)
  for (let n: usize = 1; n < 6; n++) multiply(frobeniusFactor(1, n), frobeniusFactor(1, n - 1), e)
  for (let n: usize = 0; n < 6; n++) {
    conjugate(d, frobeniusFactor(1, n))
    multiply(frobeniusFactor(2, n), frobeniusFactor(1, n), d)
    multiply(frobeniusFactor(3, n), frobeniusFactor(1, n), frobeniusFactor(2, n))
  }
}

const b = memory.data(80, 16)
const c = memory.data(80, 16)
const d = memory.data(80, 16)
const e = memory.data(80, 16)

prepare()

/** To the power of modulus^times. Not into itself. */
export function frobeniusOf(to: usize, x: usize, times: usize): void {
  for (let n = 0; n < 6; n++) {
    const own = coefficient(to, n)
    copy(own, coefficient(x, n))
    if (times != 2) conjugate(own, own)
    multiply(own, own, frobeniusFactor(times, n))
  }
}
