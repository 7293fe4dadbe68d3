import type { CompatRules } from '../../devnet/options/compatRules.ts'
import { type ErrorWords, plainWords, type WordsSource } from '../../rpc/errorWords.ts'
import type { Extension } from '../../rpc/registry.ts'
import { RpcError } from '../../rpc/rpcError.ts'
import { withTrace } from '../solidity/node/explain.ts'
import { stackTraceOf } from '../solidity/node/solidity.ts'
import { anvilWords, defaultWords } from './anvil.ts'
import { baseMethods } from './base.ts'

const gethWords: ErrorWords = {
  ...plainWords,
  rows: {
    SimulateError: ({ isFaultInGeth, message }) =>
      isFaultInGeth ? new RpcError(-32603, message) : undefined,
  },
}

/** Whose words errors have: those in which they are thrown are geth's. */
const errorWords: Readonly<Record<CompatRules['errorWords'], WordsSource>> = {
  geth: () => gethWords,
  gethWithoutFaults: () => plainWords,
  anvil: () => anvilWords,
  anvilReverts: () => defaultWords,
  hardhat: async () => (await import('./hardhat.ts')).hardhatWords,
  hardhat3: async () => (await import('./hardhat.ts')).hardhat3Words,
}

/** Answers as another node does, as the option `compat` asks for it. */
export const compatExtension: Extension = {
  name: 'compat',
  errorWords,
  methods: ({ compat }) => (compat === 'base' ? baseMethods : []),
  start: (node) => {
    node.hooks.failureOf = async (receipt, runAgain) => {
      const trace = runAgain && (await stackTraceOf(node, runAgain))
      const { transactionFailed } = await import('./hardhat.ts')
      return withTrace(transactionFailed(receipt, trace), trace)
    }
  },
}
