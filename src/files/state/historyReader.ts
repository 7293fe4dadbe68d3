import type { Common } from '@ethereumjs/common'
import { createTxFromRLP, type TypedTransaction } from '@ethereumjs/tx'
import type { Protocol } from '../../ethereumjs/protocol/protocol.ts'
import { reasonOf } from '../../lib/reasonOf.ts'
import type { ChainRules } from '../../types/genesis.ts'
import type { StateTree } from '../../types/state.ts'
import type { StoredChain } from '../../types/stateFile.ts'
import type { SignedTransaction } from '../../types/transaction.ts'
import type { JsonReader } from '../jsonReader.ts'
import { type Section, wholeNumber } from '../section.ts'
import { historyVersion } from './historyWriter.ts'
import { chainIdOf, type Protocols, readBlocks } from './storedBlocks.ts'
import { readNames } from './storedNames.ts'
import { clockOf, fieldsOf, forkOf, impersonationOf } from './storedOwner.ts'
import { storedRules } from './storedRules.ts'
import { sectionsOf, transactionOf } from './storedTransaction.ts'

/** A chain out of a file, and the protocol that its blocks were read under. */
export interface ReadChain extends StoredChain {
  readonly protocol: Protocol
}

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
    } else if (key === 'fork') fork = forkOf(await json.section())
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
  const pool = waiting.map((section) => {
    const then = under(chainIdOf(section.number('chainId')))
    return waitingOf(section, then.commonAt(newest.number + 1n, newest.timestamp + 1n))
  })
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
