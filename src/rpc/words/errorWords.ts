import type { CompatRules } from '../../devnet/options/compatRules.ts'
import { methodNotFound, RpcError } from '../rpcError.ts'
import { anvilWords, defaultWords } from './anvil.ts'
import type { ErrorWords } from './words.ts'

/** What loads the words of a node when there is a first error. */
export type WordsSource = () => ErrorWords | Promise<ErrorWords>

/** Whose words errors have: those in which they are thrown are geth's. */
export const errorWords: Readonly<Record<CompatRules['errorWords'], WordsSource>> = {
  geth: () => gethWords,
  gethWithoutFaults: () => plainWords,
  anvil: () => anvilWords,
  anvilReverts: () => defaultWords,
  hardhat: async () => (await import('./hardhat.ts')).hardhatWords,
  hardhat3: async () => (await import('./hardhat.ts')).hardhat3Words,
}

const plainWords: ErrorWords = { unknownMethod: methodNotFound, rows: {} }

const gethWords: ErrorWords = {
  ...plainWords,
  rows: {
    SimulateError: ({ isFaultInGeth, message }) =>
      isFaultInGeth ? new RpcError(-32603, message) : undefined,
  },
}
