import type { Transfer } from './signTransfers.ts'
import type { Ask } from './suiteTest.ts'

/** Sends each transfer when the receipt of the one before is there. */
export async function sendOneByOne(ask: Ask, transfers: readonly Transfer[]): Promise<void> {
  for (const { raw } of transfers) {
    const hash = await ask('eth_sendRawTransaction', [raw])
    for (;;) {
      const receipt = (await ask('eth_getTransactionReceipt', [hash])) as { status: string } | null
      // Not all nodes have it when they answer the hash.
      if (receipt === null) continue
      if (receipt.status !== '0x1') throw new Error(`${hash} has failed`)
      break
    }
  }
}
