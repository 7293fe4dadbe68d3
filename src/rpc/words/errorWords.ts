import type { CompatRules } from '../../devnet/options/compatRules.ts'
import { methodNotFound, RpcError } from '../rpcError.ts'
import { anvilWords, defaultWords } from './anvil.ts'
import { hardhat3Words, hardhatWords } from './hardhat.ts'
import type { ErrorWords } from './words.ts'

/** Whose words errors have: those in which they are thrown are geth's. */
export const errorWords: Readonly<Record<CompatRules['errorWords'], ErrorWords>> = {
  geth: {
    unknownMethod: methodNotFound,
    rows: {
      SimulateError: ({ isFaultInGeth, message }) =>
        isFaultInGeth ? new RpcError(-32603, message) : undefined,
    },
  },
  gethWithoutFaults: { unknownMethod: methodNotFound, rows: {} },
  anvil: anvilWords,
  anvilReverts: defaultWords,
  hardhat: hardhatWords,
  hardhat3: hardhat3Words,
}
