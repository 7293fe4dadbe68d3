import type { BulkAccounts } from '../../state/bulkAccounts.ts'
import { pack, packTrimmed } from '../../state/trie/packed.ts'
import { parseAccounts, parseSlots } from '../../wasm/accounts/accounts.ts'
import { keccak256String } from '../../wasm/keccak/keccak256.ts'
import type { ReadAhead } from '../jsonReader.ts'

/*
 * Accounts as Anvil and preconf write them, without spaces and with their fields in one order, read from the bytes
 * of the file at once: state files have hundreds of thousands of them. What looks otherwise, or is not
 * whole yet, is left to `AccountReader`, which reads all that there may be and is the judge of this.
 */

/** Bytes that are looked at where the last account was left to the other reader: the next one may be too. */
const leastLooked = 2 ** 11
const mostLooked = 2 ** 20

/** Reads accounts from where the key of one begins, and leaves one that is there already. */
export function compactAccounts(bulk: BulkAccounts): ReadAhead {
  let looked = mostLooked
  return (bytes, start, end) => {
    const { code, slots } = bulk.pages
    const parse = (until: number) => parseAccounts(bytes.subarray(start, until), code, slots)
    let parsed = parse(Math.min(end, start + looked))
    const isCut = parsed.count === 0 && parsed.isAtEnd && start + looked < end
    if (isCut) parsed = parse(end)
    const added = bulk.add(parsed)
    // The end of the bytes that are there says nothing of the next account.
    const isLeft = added < parsed.count || (added === 0 && !parsed.isAtEnd)
    looked = isLeft ? leastLooked : Math.min(2 * looked, mostLooked)
    if (added > 0) return start + (parsed.ends[added - 1] as number)
    return parsed.count === 0 && parsed.isAtEnd ? 'more' : start
  }
}

/** As `compactAccounts`, the slots of an account. */
export function compactSlots(bulk: BulkAccounts, address: Uint8Array): ReadAhead {
  return (bytes, start, end) => {
    const { read, slots } = parseSlots(bytes.subarray(start, end))
    bulk.putSlots(keccak256String(address), (putSlot) => {
      for (const { key, number, value } of slots) {
        putSlot(pack(key), pack(number), packTrimmed(value))
      }
    })
    return start + read
  }
}
