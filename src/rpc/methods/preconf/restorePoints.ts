import * as v from 'valibot'
import { exportChain } from '../../../devnet/files/exportChain.ts'
import { exportFormats } from '../../../devnet/files/exportFormats.ts'
import type { RestorePoint } from '../../../devnet/history/snapshot.ts'
import { gzipped } from '../../../files/fileSource.ts'
import { bytesToHex, quantity } from '../../../lib/hex.ts'
import type { LoadedFixture } from '../../../types/fixture.ts'
import { defineMethod, type Method } from '../../method.ts'
import { field, object } from '../../schema/object.ts'
import { looseQuantity64 } from '../../schema/quantity.ts'

/** A snapshot or a checkpoint; the time is the chain's, in ms since 1970. */
export function formatRestorePoint({ id, kind, head, atMs, parent }: RestorePoint) {
  return {
    id,
    kind,
    blockNumber: quantity(head.number),
    blockHash: head.hash,
    takenMs: quantity(atMs),
    parent: parent ?? null,
  }
}

const checkpoint = defineMethod({
  name: 'preconf_checkpoint',
  summary:
    'Takes a checkpoint, which `preconf_restore` can restore any number of times; returns its id.',
  params: v.strictTuple([]),
  handler: ({ devnet }) => devnet.history.checkpoint(),
})

const restore = defineMethod({
  name: 'preconf_restore',
  summary: 'Restores a checkpoint and keeps it; returns whether it exists.',
  params: v.strictTuple([looseQuantity64]),
  handler: ({ devnet }, [id]) => devnet.history.restore(quantity(id)),
})

const listCheckpoints = defineMethod({
  name: 'preconf_listCheckpoints',
  summary: 'Checkpoints and snapshots, oldest first: id, head, time and parent.',
  params: v.strictTuple([]),
  handler: ({ devnet }) => devnet.history.kept.map(formatRestorePoint),
})

const forgetCheckpoint = defineMethod({
  name: 'preconf_forgetCheckpoint',
  summary: 'Deletes a checkpoint; returns whether it existed.',
  params: v.strictTuple([looseQuantity64]),
  handler: ({ devnet }, [id]) => devnet.history.forget(quantity(id)),
})

const preconfExport = defineMethod({
  name: 'preconf_export',
  summary:
    'Exports the chain as `anvil`, `genesis`, `rlp` or `fixture`, up to `block`; returns the gzipped content, and notes on what it omits.',
  weight: 'long',
  params: v.strictTuple([
    v.picklist(exportFormats, `expected one of ${exportFormats.join(', ')}`),
    v.optional(object({ block: field(looseQuantity64) }), {}),
  ]),
  handler: async ({ devnet }, [format, { block }]) => {
    const { content, notes } = await exportChain(devnet, format, { block })
    return { content: bytesToHex(await gzipped(content)), notes }
  },
})

const expected = 'expected a fixture: an object, or its text in YAML or JSON'
const fixture = v.custom<object | string>(
  (given) => typeof given === 'string' || (typeof given === 'object' && !Array.isArray(given)),
  expected,
)

const loadFixture = defineMethod({
  name: 'preconf_loadFixture',
  summary:
    'Loads a declared fixture, given as an object or text, without files; returns the addresses of its accounts and contracts.',
  params: v.strictTuple([fixture]),
  handler: async ({ devnet }, [given]) => {
    // Few want it, and it takes a while to load.
    const { readSentFixture } = await import('../../../files/declared/readSent.ts')
    return formatLoaded(await devnet.declaredFixtures.load(await readSentFixture(given)))
  },
})

/** Formats a loaded fixture without keys, which its sender knows. */
function formatLoaded({ accounts, contracts, labels }: LoadedFixture): object {
  return { accounts: addressesOf(accounts), contracts: addressesOf(contracts), labels }
}

function addressesOf(named: LoadedFixture['accounts']): object {
  return Object.fromEntries(Object.entries(named).map(([name, { address }]) => [name, { address }]))
}

export const preconfRestorePointMethods: readonly Method[] = [
  checkpoint,
  preconfExport,
  forgetCheckpoint,
  listCheckpoints,
  loadFixture,
  restore,
]
