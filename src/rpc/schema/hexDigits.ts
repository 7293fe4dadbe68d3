import { Problem } from './parsed.ts'

const hexDigits = /^[0-9a-f]*$/i

/** The digits after `0x`, or geth's words for what is wrong. */
export function digitsOf(text: string): string | Problem {
  if (text === '') return new Problem('empty hex string')
  if (!text.startsWith('0x') && !text.startsWith('0X')) {
    return new Problem('hex string without 0x prefix')
  }
  const digits = text.slice(2)
  return hexDigits.test(digits) ? digits : new Problem('invalid hex string')
}
