import type { MessageResult } from '../../../execution/applyMessage.ts'
import { revertMessage } from '../../../execution/executionErrors.ts'
import { bytesToHex } from '../../../lib/hex.ts'

/** What came of one of several calls, as reth and anvil tell it: what it returned, or an error in words. */
export function formatCallResult({ failure, isReverted, output }: MessageResult) {
  if (isReverted) return { error: revertMessage(output) }
  return failure === undefined ? { value: bytesToHex(output) } : { error: failure }
}
