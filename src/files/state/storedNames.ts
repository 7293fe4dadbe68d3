import { bytesToHex, type Hex } from '../../lib/hex.ts'
import type { LoadedAccount, LoadedContract, LoadedFixture } from '../../types/fixture.ts'
import type { Abi, AbiItem } from '../../types/solidity/contract.ts'
import type { JsonReader } from '../jsonReader.ts'
import { addressOf, bytesOf } from './stateAccounts.ts'

/** What a file keeps of names, if there are any: all but private keys, as files get about. */
export function namesToStore({
  accounts,
  contracts,
  labels,
}: LoadedFixture): LoadedFixture | undefined {
  if (Object.keys(labels).length === 0) return undefined
  const withoutKeys = Object.entries(accounts).map(([name, { address }]) => [name, { address }])
  return { accounts: Object.fromEntries(withoutKeys), contracts, labels }
}

/** Reads what `namesToStore` gave. */
export async function readNames(json: JsonReader): Promise<LoadedFixture> {
  const accounts: Record<string, LoadedAccount> = Object.create(null)
  const contracts: Record<string, LoadedContract> = Object.create(null)
  const labels: Record<Hex, string> = {}
  await json.object(async (kind) => {
    if (kind === 'accounts') {
      await json.object(async (name) => {
        const { address } = await readContract(json)
        accounts[name] = { address }
      })
    } else if (kind === 'contracts') {
      await json.object(async (name) => {
        contracts[name] = await readContract(json)
      })
    } else if (kind === 'labels') {
      await json.object(async (key) => {
        labels[bytesToHex(addressOf(json, key))] = String(await json.scalar())
      })
    } else await json.skip()
  })
  return { accounts: { ...accounts }, contracts: { ...contracts }, labels }
}

async function readContract(json: JsonReader): Promise<LoadedContract> {
  let address: Uint8Array | undefined
  let abi: Abi = []
  await json.object(async (key) => {
    if (key === 'address') address = bytesOf(json, await json.scalar())
    else if (key === 'abi') abi = abiOf(json, await json.value())
    else await json.skip()
  })
  if (address?.length !== 20) return json.refuse('has no address of 20 bytes')
  return { address: bytesToHex(address), abi }
}

function abiOf(json: JsonReader, value: unknown): Abi {
  const isAbi = Array.isArray(value) && value.every((item) => typeof item?.type === 'string')
  return isAbi ? (value as AbiItem[]) : json.refuse('is not an ABI: give an array of ABI items')
}
