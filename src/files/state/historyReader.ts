import type { Common } from '@ethereumjs/common'
import { createTxFromRLP, type TypedTransaction } from '@ethereumjs/tx'
import { maxInterval, maxTimestamp } from '../../clock/clock.ts'
import { yieldToEventLoop } from '../../clock/pace.ts'
import type { Protocol } from '../../ethereumjs/protocol/protocol.ts'
import { reasonOf } from '../../lib/errors.ts'
import { bytesToHex } from '../../lib/hex.ts'
import type { AnyHardforkName, ChainRules, Hardfork } from '../../types/genesis.ts'
import type { BlobSchedule } from '../../types/hardforkSchedule.ts'
import type { StateTree } from '../../types/state.ts'
import {
  type ForkPoint,
  type StoredChain,
  type StoredClock,
  type StoredFields,
  type StoredImpersonation,
  storedForms,
} from '../../types/stateFile.ts'
import type { SignedTransaction } from '../../types/transaction.ts'
import { forkNames } from '../genesis/genesisConfig.ts'
import type { JsonReader } from '../jsonReader.ts'
import { type Section, wholeNumber } from '../section.ts'
import { historyVersion } from './historyWriter.ts'
import { chainIdOf, type Protocols, readBlocks, readNames } from './storedBlocks.ts'

import { sectionsOf, transactionOf } from './storedReceipt.ts'

const maxMs = maxTimestamp * 1000n

/** What a file says of the clock. */
function clockOf(section: Section): StoredClock {
  const offset = section.text('offsetMs') ?? '0'
  const offsetMs = /^-?\d{1,24}$/.test(offset) ? BigInt(offset) : undefined
  if (offsetMs === undefined || offsetMs > maxMs || -offsetMs > maxMs) {
    return section.refuse('offsetMs', `give ms from ${-maxMs} to ${maxMs}`)
  }
  return {
    nowMs: section.number('nowMs', maxMs),
    offsetMs,
    nextTimestamp: section.number('nextTimestamp', maxTimestamp),
    intervalSeconds: section.number('intervalSeconds', maxInterval),
  }
}

/** What a file says of the live chain beneath it. */
function forkOfOwner(section: Section): ForkPoint {
  const hash = section.bytes('hash', 32)
  return {
    chainId: Number(section.number('chainId', BigInt(Number.MAX_SAFE_INTEGER)) ?? 0n),
    number: section.number('number') ?? section.refuse('number', 'give a number'),
    hash: bytesToHex(hash ?? section.refuse('hash', 'give 0x and 64 hex digits')),
  }
}

/** What a file says of the headers to come. */
function fieldsOf(section: Section): StoredFields {
  const fields = Object.entries(storedForms).map(([name, form]) => {
    if (form === 'number') return [name, section.number(name)] as const
    return [name, form === 'bytes' ? section.bytes(name) : section.bytes(name, form)] as const
  })
  // The forms are those of the fields.
  return Object.fromEntries(fields) as StoredFields
}

/** Reads the accounts that send without a key. */
function impersonationOf(section: Section): StoredImpersonation {
  return {
    addresses: new Set(section.words('addresses', 20)),
    auto: section.flag('auto') ?? false,
  }
}

const maxNumber = BigInt(Number.MAX_SAFE_INTEGER)

/** The rules of a chain as `jsonText` writes them. */
function storedRules(section: Section): ChainRules {
  const chainId = Number(section.number('chainId', maxNumber) ?? 0n)
  if (chainId === 0) section.refuse('chainId', `give a whole number from 1 to ${maxNumber}`)
  const depositContract = section.bytes('depositContract', 20)
  return {
    chainId,
    forks: section.sections('forks').map(forkOf),
    blobSchedules: schedulesOf(section),
    depositContract: depositContract && bytesToHex(depositContract),
    proofOfWork: section.flag('proofOfWork') ?? false,
  }
}

function forkOf(section: Section): Hardfork {
  const name =
    forkNamed(section.text('name')) ?? section.refuse('name', 'there is no such hardfork')
  const time = section.number('time')
  if (time !== undefined) return { name, time }
  return { name, block: section.number('block') ?? section.refuse('block', 'give a whole number') }
}

function forkNamed(text: string | undefined): AnyHardforkName | undefined {
  return forkNames.find((name) => name === text)
}

function schedulesOf(section: Section): ChainRules['blobSchedules'] {
  const all = section.section('blobSchedules')
  const schedules: { [Name in AnyHardforkName]?: BlobSchedule } = {}
  for (const key of all?.keys ?? []) {
    const name = forkNamed(key) ?? all?.refuse(key, 'there is no such hardfork')
    const entry = all?.section(key)
    if (name === undefined || entry === undefined) continue
    const required = (field: string): number =>
      Number(entry.number(field, maxNumber) ?? entry.refuse(field, 'give a whole number'))
    schedules[name] = {
      target: required('target'),
      max: required('max'),
      baseFeeUpdateFraction: required('baseFeeUpdateFraction'),
    }
  }
  return schedules
}

/** A chain out of a file, and the protocol that its blocks were read under. */
export interface ReadChain extends StoredChain {
  readonly protocol: Protocol
}

/** The number of waiting transactions that are decoded in a turn: some milliseconds. */
const decodedInTurn = 64

/** Reads the `preconf` part of a file whose accounts are those of `current`. */
export async function readHistory(
  json: JsonReader,
  current: StateTree,
  protocolOf: (rules: ChainRules) => Protocol,
): Promise<ReadChain> {
  let protocols: Protocols | undefined
  let clock: StoredChain['clock'] = { offsetMs: 0n }
  let fields: StoredChain['fields'] = {}
  let impersonation: StoredChain['impersonation'] = { addresses: new Set(), auto: false }
  let names: StoredChain['names']
  let fork: StoredChain['fork']
  let waiting: readonly Section[] = []
  let final = 0n
  let blocks: StoredChain['blocks'] = []
  await json.object(async (key) => {
    if (key === 'version') {
      const version = await json.scalar()
      if (version !== historyVersion) {
        json.refuse(`is ${version}: this preconf reads version ${historyVersion}`)
      }
    } else if (key === 'rules') {
      protocols = protocolsOf(storedRules(await json.section()), protocolOf)
    } else if (key === 'fork') fork = forkOfOwner(await json.section())
    else if (key === 'clock') clock = clockOf(await json.section())
    else if (key === 'fields') fields = fieldsOf(await json.section())
    else if (key === 'impersonation') impersonation = impersonationOf(await json.section())
    else if (key === 'names') names = await readNames(json)
    else if (key === 'final') final = wholeNumber(await json.scalar()) ?? 0n
    else if (key === 'pool') {
      waiting = await sectionsOf(json)
    } else if (key === 'blocks') {
      blocks = await readBlocks(
        json,
        current,
        protocols ?? json.refuse('comes before the rules: put it after them'),
      )
    } else await json.skip()
  })
  const newest = blocks.filter((part) => part.kind === 'sealed').at(-1)?.header
  if (protocols === undefined || newest === undefined) {
    return json.refuse('has no rules or no blocks')
  }
  const under = protocols
  const pool: SignedTransaction[] = []
  for (const section of waiting) {
    const then = under(chainIdOf(section.number('chainId')))
    pool.push(waitingOf(section, then.commonAt(newest.number + 1n, newest.timestamp + 1n)))
    if (pool.length % decodedInTurn === 0) await yieldToEventLoop()
  }
  const protocol = under()
  const { rules } = protocol
  return { protocol, rules, fork, clock, fields, impersonation, names, pool, final, blocks }
}

function protocolsOf(rules: ChainRules, protocolOf: (rules: ChainRules) => Protocol): Protocols {
  const known = new Map<number, Protocol>()
  return (chainId = rules.chainId) => {
    const protocol = known.get(chainId) ?? protocolOf({ ...rules, chainId })
    known.set(chainId, protocol)
    return protocol
  }
}

function waitingOf(section: Section, common: Common): SignedTransaction {
  const raw = section.bytes('raw') ?? section.refuse('raw', 'give bytes as 0x and hex digits')
  const transaction = transactionOf(section, decoded(section, raw, common))
  const sidecar = section.bytes('sidecar')
  return sidecar === undefined ? transaction : { ...transaction, sidecar }
}

function decoded(section: Section, raw: Uint8Array, common: Common): TypedTransaction {
  try {
    return createTxFromRLP(raw, { common })
  } catch (cause) {
    const reason = reasonOf(cause)
    return section.refuse('raw', `it is not a transaction: ${reason}`)
  }
}
