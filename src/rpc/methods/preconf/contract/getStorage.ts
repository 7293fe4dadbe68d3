import * as v from 'valibot'
import type { Reader } from '../../../../devnet/read/reader.ts'
import { matchingLogs } from '../../../../execution/logFilter.ts'
import { bytesToBigInt } from '../../../../lib/hex.ts'
import type { View } from '../../../../types/view.ts'
import { defineMethod } from '../../../method.ts'
import { address } from '../../../schema/address.ts'
import { optionalBlockId } from '../../../schema/blockId.ts'

/** Where keys of mappings are looked for: so many of the newest blocks, and logs in them. */
const mostBlocks = 512n
const mostLogs = 500

const wordBytes = 32

/** Slots of mappings are hashes of keys: those of accounts, small numbers, and what the contract has logged are found. */
export const getStorage = defineMethod({
  name: 'preconf_getStorage',
  summary:
    'The storage of a contract by its variables, as far as the compiler told a layout, items of mappings included; and the slots that nobody can name.',
  params: v.strictTuple([address, optionalBlockId]),
  handler: async ({ devnet, reader }, [contract, id]) => {
    const view = await reader.view(id)
    const { namedStorage } = await import('../../../../solidity/contract/namedStorage.ts')
    return namedStorage({
      state: view.state,
      address: contract,
      index: await devnet.solidity.artifacts.current(),
      fixture: devnet.names.known,
      logged: loggedWords(reader, view, contract),
    })
  },
})

/** Topics and words of data of the newest logs of a contract, newest first. */
function* loggedWords(reader: Reader, view: View, contract: Uint8Array): Generator<bigint> {
  const filter = { addresses: [contract], topics: [] }
  const lowest = view.number < mostBlocks ? 0n : view.number - mostBlocks
  const sealed = reader.filledBlocks(lowest, view.number)
  const views = view.kind === 'pending' ? [...sealed, view] : sealed
  let count = 0
  for (const { receipts } of [...views].reverse()) {
    for (const { log } of matchingLogs(filter, receipts)) {
      if (++count > mostLogs) return
      // The first one names the event.
      for (const topic of log.topics.slice(1)) yield bytesToBigInt(topic)
      for (let at = 0; at < Math.min(log.data.length, 8 * wordBytes); at += wordBytes) {
        yield bytesToBigInt(log.data.subarray(at, at + wordBytes))
      }
    }
  }
}
