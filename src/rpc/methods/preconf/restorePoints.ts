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
    'Keeps the state of everything, to go back to with `preconf_restore` any number of times and in any order; answers the id of the checkpoint.',
  params: v.strictTuple([]),
  handler: ({ devnet }) => devnet.history.checkpoint(),
})

const restore = defineMethod({
  name: 'preconf_restore',
  summary: 'Goes back to a checkpoint, which stays; answers whether it is there.',
  params: v.strictTuple([looseQuantity64]),
  handler: ({ devnet }, [id]) => devnet.history.restore(quantity(id)),
})

const listCheckpoints = defineMethod({
  name: 'preconf_listCheckpoints',
  summary:
    'The checkpoints and snapshots that can be gone back to, oldest first: id, head, time, and the one from which the chain had gone on.',
  params: v.strictTuple([]),
  handler: ({ devnet }) => devnet.history.kept.map(formatRestorePoint),
})

const forgetCheckpoint = defineMethod({
  name: 'preconf_forgetCheckpoint',
  summary: 'Deletes a checkpoint and frees its memory; answers whether it was there.',
  params: v.strictTuple([looseQuantity64]),
  handler: ({ devnet }, [id]) => devnet.history.forget(quantity(id)),
})

const preconfExport = defineMethod({
  name: 'preconf_export',
  summary:
    'Exports the chain as `anvil`, `genesis`, `rlp` or `fixture`, up to the `block` given; answers the content compressed with gzip, and notes on what is not in it.',
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
    'Loads a declarative fixture, given as an object or as text, without files; answers the addresses of its accounts and contracts.',
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
