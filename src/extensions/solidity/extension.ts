import type { Extension } from '../../rpc/registry.ts'
import { contractMethods } from './methods/contracts.ts'
import { traceMethods } from './methods/traces.ts'
import { explainer } from './node/explain.ts'
import { startSolidity } from './node/solidity.ts'

/** Says of contracts what compilers wrote of them. Its code is loaded where that is asked for. */
export const solidityExtension: Extension = {
  name: 'solidity',
  methods: () => [...contractMethods, ...traceMethods],
  explainer,
  start: startSolidity,
}
