import type { Reader } from '../devnet/read/reader.ts'
import { overridesBetween } from '../execution/overrides.ts'
import { equalBytes } from '../lib/hex.ts'
import type { AccountOverride } from '../types/request.ts'
import type { BlockId } from '../types/values.ts'

/** How Base's node runs a call: on a sealed block, with what is pre-confirmed as state overrides. */
export interface OverriddenBlock {
  /** The newest sealed block where `pending` is asked for. */
  readonly id: BlockId
  /** With a client's own overrides: an account among those has nothing of what is pre-confirmed. */
  overridesWith(own?: readonly AccountOverride[] | undefined): readonly AccountOverride[]
}

/** The block that `id` names as Base's node runs calls on it. Throws an `UnknownBlock`. */
export async function preconfirmedOverrides(reader: Reader, id: BlockId): Promise<OverriddenBlock> {
  const isPending = 'tag' in id && id.tag === 'pending'
  const view = isPending ? await reader.view(id) : undefined
  if (view === undefined) return { id, overridesWith: (own = []) => own }
  if (view.kind === 'sealed') return { id: { hash: view.hash }, overridesWith: (own = []) => own }
  const preconfirmed = overridesBetween(view.parent.state, view.state)
  return {
    id: { hash: view.parent.hash },
    overridesWith: (own = []) => [
      ...preconfirmed.filter((account) => !own.some((other) => isSame(account, other))),
      ...own,
    ],
  }
}

function isSame(one: AccountOverride, other: AccountOverride): boolean {
  return equalBytes(one.address, other.address)
}
