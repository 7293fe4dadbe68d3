import { bytesToBigInt, bytesToHex, hexToBytes, numberToBytes } from '../../../lib/hex.ts'
import type { LoadedFixture } from '../../../types/fixture.ts'
import type { NamedStorage, StoredVariable } from '../../../types/solidity/contract.ts'
import type { StateTree } from '../../../types/state.ts'
import { checksumAddress } from '../../../wallet/checksumAddress.ts'
import type { ArtifactIndex } from '../artifacts/artifactIndex.ts'
import { StorageNames } from '../trace/storageNames.ts'
import { mappingKeys } from './mappingKeys.ts'
import { proxyAt } from './proxy.ts'

/** The maximum number of slots that are returned of a contract. */
const maxSlots = 500

/** Accounts whose addresses are tried as keys of mappings. */
const maxAccounts = 1_000

/** Numbers below it are tried as keys of mappings. */
const maxNumbers = 64n

export interface StorageQuestion {
  readonly state: StateTree
  readonly address: Uint8Array
  readonly index: Pick<ArtifactIndex, 'byCode'>
  readonly fixture: LoadedFixture
  /** Words of its newest logs, which often are keys. */
  readonly logged: Iterable<bigint>
}

/** The storage of a contract by its variables; those of a proxy are its implementation's. */
export async function namedStorage(question: StorageQuestion): Promise<NamedStorage> {
  const { state, address, fixture } = question
  const set = new Map<bigint, bigint>()
  let isCut = false
  for (const { slot, value } of state.slots(address)) {
    if (set.size === maxSlots) {
      isCut = true
      break
    }
    set.set(bytesToBigInt(slot), bytesToBigInt(value))
  }
  const layout = await layoutOf(question)
  const names =
    layout &&
    new StorageNames({
      layout,
      preimages: await mappingKeys({
        layout,
        candidates: candidatesOf(question),
        slots: [...set.keys()].sort((one, other) => (one < other ? -1 : 1)),
      }),
      address: (key) => fixture.labels[key] ?? checksumAddress(hexToBytes(key)),
    })
  const slots = new Set([...(names?.declaredSlots(maxSlots) ?? []), ...set.keys()])
  const variables: StoredVariable[] = []
  const unnamed: { slot: `0x${string}`; value: `0x${string}` }[] = []
  for (const number of slots) {
    const word = set.get(number) ?? 0n
    const slot = bytesToHex(numberToBytes(number, 32))
    const known = names?.valuesOf(number, word) ?? []
    if (known.length > 0) variables.push(...known.map((one) => ({ slot, ...one })))
    else if (word !== 0n) unnamed.push({ slot, value: bytesToHex(numberToBytes(word, 32)) })
  }
  return { variables, unnamed, isCut }
}

async function layoutOf({ state, address, index }: StorageQuestion) {
  const code = state.code(address)
  const proxy = proxyAt(state, address, code)
  const behind = proxy && index.byCode(state.code(hexToBytes(proxy.implementation)))
  const layout = await (behind ?? index.byCode(code))?.storageLayout()
  return Array.isArray(layout?.storage) ? layout : undefined
}

function candidatesOf({ state, fixture, logged }: StorageQuestion): readonly bigint[] {
  const words = new Set(logged)
  for (const address of Object.keys(fixture.labels)) words.add(BigInt(address))
  let accounts = 0
  for (const { address } of state.accounts()) {
    words.add(bytesToBigInt(address))
    if (++accounts === maxAccounts) break
  }
  for (let number = 0n; number < maxNumbers; number++) words.add(number)
  return [...words]
}
