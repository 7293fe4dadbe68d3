import { maxTimestamp } from '../../clock/clock.ts'
import { reasonOf } from '../../lib/errors.ts'
import { bytesToHex, numberToBytes } from '../../lib/hex.ts'
import type { Genesis, GenesisHeader } from '../../types/genesis.ts'
import type { GenesisAccount } from '../../types/state.ts'
import { InvalidGenesis } from '../fileErrors.ts'
import { goNames, inGoCase, isObject, paddedBytes, type Section, sectionOf } from '../section.ts'
import { chainIdOf, configNames, type GenesisNetwork, networkOf, rulesOf } from './genesisConfig.ts'

const maxUint64 = 2n ** 64n - 1n
const maxGasLimit = 2n ** 63n - 1n
/** What geth takes for a limit of 0. */
const gethGasLimit = 4_712_388n

/** What of a genesis file is known before it is read as a whole. */
export interface GenesisFile {
  /** The chain id; none where the file has none. */
  readonly chainId: number | undefined
  /** The OP-stack network that the file is of. */
  readonly network: GenesisNetwork | undefined
  /** All of it as geth reads it; `chainId` for a file without one. Throws an `InvalidGenesis`. */
  whole(chainId?: number): Genesis
  /** What Anvil takes of it. Throws an `InvalidGenesis`. */
  beginning(): GenesisBeginning
}

/** What Anvil takes of a genesis file: its rules and other fields are Anvil's own. */
export interface GenesisBeginning {
  readonly chainId: number
  /** Seconds. */
  readonly timestamp: bigint
  readonly number: bigint | undefined
  /** Wei per gas. */
  readonly baseFee: bigint | undefined
  readonly accounts: readonly GenesisAccount[]
}

/**
 * A genesis file in geth's format, or in Polygon Edge's: the object, or its JSON text. `source` names
 * it in messages. Throws an `InvalidGenesis`.
 */
export function genesisFile(content: object | string, source = 'genesis'): GenesisFile {
  const file = sectionOf(shaped(content, source), source)
  const config = file.section('config', configNames)
  const chainId = config && chainIdOf(config)
  return {
    chainId,
    network: config && networkOf(config),
    whole: (given) => wholeOf(file, given),
    beginning: () => {
      const alloc = file.section('alloc')
      return {
        chainId: chainId ?? 1,
        timestamp: file.number('timestamp', maxTimestamp) ?? 0n,
        number: file.number('number', BigInt(Number.MAX_SAFE_INTEGER)),
        baseFee: file.number('baseFeePerGas'),
        accounts: alloc ? accountsOf(alloc) : [],
      }
    },
  }
}

/** All that the file has, as geth reads it. Throws an `InvalidGenesis`. */
export function parseGenesis(content: object | string, source?: string): Genesis {
  return genesisFile(content, source).whole()
}

function wholeOf(file: Section, chainId: number | undefined): Genesis {
  const missing = ['config', 'gasLimit', 'difficulty', 'alloc'].find(
    (key) => !file.keys.includes(key),
  )
  if (missing !== undefined) file.refuse(missing, 'a genesis file must have it')
  const rules = rulesOf(file.section('config', configNames) as Section, chainId)
  return { rules, header: headerOf(file), accounts: accountsOf(file.section('alloc') as Section) }
}

const topNames = goNames([
  ...['config', 'nonce', 'timestamp', 'extraData', 'gasLimit', 'difficulty', 'mixHash', 'coinbase'],
  ...['number', 'gasUsed', 'parentHash', 'baseFeePerGas', 'excessBlobGas', 'blobGasUsed', 'alloc'],
])

const accountNames = goNames(['balance', 'nonce', 'code', 'storage'])

/** The object of the file, with the names that geth has for its keys. */
function shaped(content: object | string, source: string): unknown {
  const read = typeof content === 'string' ? parse(content, source) : content
  if (!isObject(read)) return read
  if (isObject(read.engine) && isObject(read.params)) {
    const advice = "is a chain spec of OpenEthereum or Nethermind: give geth's genesis.json"
    throw new InvalidGenesis(source, '', advice)
  }
  return inGoCase(isObject(read.genesis) ? edgeGenesis(read) : read, topNames)
}

/** Polygon Edge has the genesis beside `params`, which has the chain id and the forks. */
function edgeGenesis({ genesis, params }: Record<string, unknown>): Record<string, unknown> {
  const { chainID, forks } = isObject(params) ? params : {}
  const blocks = Object.entries(isObject(forks) ? forks : {}).map(([name, at]) => [
    `${name}Block`,
    isObject(at) ? at.block : at,
  ])
  const config = inGoCase(Object.fromEntries(blocks), configNames) as Record<string, unknown>
  // London comes with Berlin there.
  const { londonBlock } = config
  return {
    config: {
      ...(londonBlock != null && { berlinBlock: londonBlock }),
      ...config,
      chainId: chainID,
    },
    ...(genesis as object),
  }
}

function parse(text: string, source: string): unknown {
  try {
    return JSON.parse(withLongNumbersQuoted(text))
  } catch (cause) {
    const reason = reasonOf(cause)
    throw new InvalidGenesis(source, '', `is not JSON: ${reason}`, { cause })
  }
}

/** Numbers of more digits than JavaScript keeps become texts. */
function withLongNumbersQuoted(text: string): string {
  if (!/[:,[]\s*\d{16}/.test(text)) return text
  return text.replace(/"(?:[^"\\]|\\.)*"|\d{16,}(?![\d.eE])/g, (found) =>
    found.startsWith('"') ? found : `"${found}"`,
  )
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
    return accountOf(hex, alloc.section(key, accountNames) as Section)
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
