export { useChain } from './matchers/chains.ts'
export {
  assertAddress,
  assertChangesBalance,
  assertChangesBalances,
  assertChangesTokenBalance,
  assertChangesTokenBalances,
  assertDoesNotEmit,
  assertEmits,
  assertHex,
  assertNotPreconfirmed,
  assertNotSealed,
  assertPreconfirmed,
  assertReverts,
  assertRevertsWith,
  assertSealed,
  assertSucceeds,
  assertUsesGas,
  traceOf,
} from './node/assertions.ts'
export { chainOf, type TestContextLike, withChain } from './node/chainOf.ts'
export type { TestChainOptions } from './testChain/testChain.ts'
