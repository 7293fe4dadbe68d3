import * as v from 'valibot'
import { bytesToHex, equalBytes } from '../../../lib/hex.ts'
import { defineMethod } from '../../method.ts'
import { bytes32 } from '../../schema/hash32.ts'
import { optionalLooseBlockId } from '../../schema/looseBlockId.ts'

/** As reth answers it: of code that an account has at the block. */
export const codeByHash = defineMethod({
  name: 'debug_codeByHash',
  summary: 'Code by its hash, if an account has it after a block; otherwise `null`.',
  params: v.strictTuple([bytes32, optionalLooseBlockId]),
  handler: async ({ reader }, [hash, id]) => {
    const { state } = await reader.view(id)
    for (const { codeHash, code } of state.accounts()) {
      if (code.length > 0 && equalBytes(codeHash, hash)) return bytesToHex(code)
    }
    return null
  },
})
