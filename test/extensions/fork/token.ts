import type { Hex } from '../../../src/lib/hex.ts'
import type { HttpNode } from '../../support/httpNode.ts'

/** A contract whose code adds up the slots 1 to 3 and returns the sum: reads three slots. */
export const reader: Hex = '0x600154600254016003540160005260206000f3'
export const contract: Hex = `0x${'c0'.repeat(20)}`
/** Calls `contract` and returns what it returns, after a look at its own slot 0. */
export const caller: Hex = `0x${'ca'.repeat(20)}`
const callerCode: Hex = `0x6000545060206000600060007f${'00'.repeat(12)}${'c0'.repeat(20)}5afa5060206000f3`

export const word = (value: number): Hex => `0x${value.toString(16).padStart(64, '0')}`

/** Puts two contracts and their storage into a node, and seals. */
export async function plant(node: Pick<HttpNode, 'ask'>): Promise<void> {
  // Block 0 stays without them.
  await node.ask('anvil_mine')
  await node.ask('anvil_setCode', contract, reader)
  await node.ask('anvil_setCode', caller, callerCode)
  await node.ask('anvil_setStorageAt', contract, '0x1', word(5))
  await node.ask('anvil_setStorageAt', contract, '0x2', word(7))
  await node.ask('anvil_setBalance', contract, '0x64')
  await node.ask('anvil_mine')
}
