import { maxTimestamp } from '../../clock/clock.ts'
import { bytesToHex, numberToBytes } from '../../lib/hex.ts'
import { reasonOf } from '../../lib/reasonOf.ts'
import type { Genesis, GenesisHeader } from '../../types/genesis.ts'
import type { GenesisAccount } from '../../types/state.ts'
import { InvalidGenesis } from '../fileErrors.ts'
import { paddedBytes, type Section, sectionOf } from '../section.ts'
import { rulesOf } from './genesisConfig.ts'

const maxUint64 = 2n ** 64n - 1n
const maxGasLimit = 2n ** 63n - 1n
/** What geth takes for a limit of 0. */
const gethGasLimit = 4_712_388n

/**
 * What a genesis file in geth's format says: the object, or its JSON text. `source` names it in
 * messages. Throws an `InvalidGenesis`.
 */
export function parseGenesis(content: object | string, source = 'genesis'): Genesis {
  const file = sectionOf(typeof content === 'string' ? parse(content, source) : content, source)
  const missing = ['config', 'gasLimit', 'difficulty', 'alloc'].find(
    (key) => !file.keys.includes(key),
  )
  if (missing !== undefined) file.refuse(missing, 'a genesis file must have it')
  const rules = rulesOf(file.section('config') as Section)
  return { rules, header: headerOf(file), accounts: accountsOf(file.section('alloc') as Section) }
}

function parse(text: string, source: string): unknown {
  try {
    return JSON.parse(text)
  } catch (cause) {
    const reason = reasonOf(cause)
    throw new InvalidGenesis(source, '', `is not JSON: ${reason}`, { cause })
  }
}

function headerOf(file: Section): GenesisHeader {
  if ((file.number('number', maxUint64) ?? 0n) !== 0n) {
    file.refuse('number', 'a genesis block has number 0')
  }
  const gasLimit = file.number('gasLimit', maxGasLimit) || gethGasLimit
  const gasUsed = file.number('gasUsed', maxUint64)
  if (gasUsed !== undefined && gasUsed > gasLimit) {
    file.refuse('gasUsed', `give at most the gas limit, which is ${gasLimit}`)
  }
  return {
    timestamp: file.number('timestamp', maxTimestamp) ?? 0n,
    gasLimit,
    difficulty: file.number('difficulty'),
    nonce: numberToBytes(file.number('nonce', maxUint64) ?? 0n, 8),
    mixHash: file.bytes('mixHash', 32),
    coinbase: file.bytes('coinbase', 20),
    extraData: file.bytes('extraData'),
    parentHash: file.bytes('parentHash', 32),
    gasUsed,
    baseFeePerGas: file.number('baseFeePerGas'),
    excessBlobGas: file.number('excessBlobGas', maxUint64),
    blobGasUsed: file.number('blobGasUsed', maxUint64),
  }
}

function accountsOf(alloc: Section): readonly GenesisAccount[] {
  const seen = new Set<string>()
  return alloc.keys.map((key) => {
    const address = /^(0x)?[0-9a-f]{40}$/i.test(key) ? paddedBytes(key, 20) : undefined
    if (address === undefined) alloc.refuse(key, 'its key is not an address of 20 bytes in hex')
    const hex = bytesToHex(address)
    if (seen.has(hex)) alloc.refuse(key, 'the address occurs twice')
    seen.add(hex)
    return accountOf(hex, alloc.section(key) as Section)
  })
}

function accountOf(address: GenesisAccount['address'], account: Section): GenesisAccount {
  const code = account.bytes('code')
  const storage = account.section('storage')
  return {
    address,
    balance: account.number('balance') ?? 0n,
    nonce: account.number('nonce', maxUint64) ?? 0n,
    ...(code && { code }),
    ...(storage && { storage: storage.keys.map((slot) => slotOf(storage, slot)) }),
  }
}

function slotOf(storage: Section, key: string): readonly [slot: Uint8Array, value: Uint8Array] {
  const slot =
    paddedBytes(key, 32) ?? storage.refuse(key, 'its key is not a slot of 32 bytes in hex')
  return [slot, storage.padded(key, 32) as Uint8Array]
}
