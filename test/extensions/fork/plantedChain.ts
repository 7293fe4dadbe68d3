import { startFaultProxy } from '../../support/faultProxy.ts'
import { httpNode } from '../../support/httpNode.ts'
import { contract, plant, word } from './token.ts'

/** A node with the contract, and a proxy before it. */
export async function chain() {
  const node = await httpNode()
  await plant(node)
  const proxy = await startFaultProxy(node.url)
  return {
    node,
    proxy,
    sources: [proxy.url],
    [Symbol.asyncDispose]: async () => {
      await proxy[Symbol.asyncDispose]()
      await node[Symbol.asyncDispose]()
    },
  }
}

/** The contract with its slots, and an account that is not there. */
export const everything = {
  accounts: [contract, `0x${'99'.repeat(20)}` as const],
  slots: [{ address: contract, slots: [word(1), word(2), word(9)] }],
}
