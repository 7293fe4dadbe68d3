import { panicCode, revertReason } from '../../execution/executionErrors.ts'
import { bytesToHex, quantity } from '../../lib/hex.ts'
import type { StackTraceEntry } from '../../solidity/stackTrace/entries.ts'
import type { SolidityStackEntry } from '../../types/solidity/reports.ts'

/** An entry as JSON can say it. */
export function formatStackEntry(entry: StackTraceEntry): SolidityStackEntry {
  const { type, sourceReference } = entry
  return {
    type,
    ...(sourceReference && { sourceReference }),
    ...('message' in entry && { message: entry.message }),
    ...('data' in entry && {
      message: textOf(entry.data),
      returnData: bytesToHex(entry.data),
      isInvalidOpcodeError: entry.isInvalidOpcode,
    }),
    ...('code' in entry && { errorCode: quantity(entry.code) }),
    ...('value' in entry && { value: quantity(entry.value) }),
    ...('address' in entry && { address: bytesToHex(entry.address) }),
    ...('pc' in entry && { pc: entry.pc }),
    ...('precompile' in entry && { precompile: entry.precompile }),
  }
}

/** The reason that a contract gave; empty for a panic, a custom error and nothing. */
function textOf(data: Uint8Array): string {
  return panicCode(data) === undefined ? (revertReason(data) ?? '') : ''
}
