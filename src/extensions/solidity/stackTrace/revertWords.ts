import { bytesToHex } from '../../../lib/hex.ts'
import type { Abi } from '../../../types/solidity/contract.ts'
import { decodeError } from '../../../wallet/abi.ts'

const errorSelector = '0x08c379a0'

/** Whether revert data can be a custom error: neither nothing nor `Error(string)`. */
export function canBeCustomError(data: Uint8Array): boolean {
  return data.length > 0 && bytesToHex(data.subarray(0, 4)) !== errorSelector
}

/** A custom error, by the errors of an ABI. */
export interface CustomError {
  /** `reverted with custom error 'Empty()'` */
  readonly message: string
  /** `Empty()`; none that the ABI lacks. */
  readonly solidityError: string | undefined
}

/** Decodes a custom error. */
export function customErrorOf(data: Uint8Array, abi: Abi): CustomError {
  const hex = bytesToHex(data)
  const decoded = data.length < 4 ? undefined : decodeError(abi, hex)
  if (decoded === undefined) {
    const message = `reverted with an unrecognized custom error (return data: ${hex})`
    return { message, solidityError: undefined }
  }
  const solidityError = `${decoded.name}(${decoded.args.map(shown).join(', ')})`
  return { message: `reverted with custom error '${solidityError}'`, solidityError }
}

/** Texts, addresses and bytes in quotes, numbers in digits, structs as lists. */
function shown(value: unknown): string {
  if (typeof value === 'string') return `"${value}"`
  if (Array.isArray(value)) return `[${value.map(shown).join(', ')}]`
  if (typeof value === 'object' && value !== null) return shown(Object.values(value))
  return String(value)
}
