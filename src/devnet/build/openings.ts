import { type BlockFields, openedView } from '../../block/openedView.ts'
import { type Engine, PendingBlock } from '../../block/pendingBlock.ts'
import { opStackOf } from '../../execution/rules/opStack.ts'
import type { PendingBlockView, SealedBlock } from '../../types/view.ts'

interface Opening {
  readonly engine: Engine
  readonly fields: BlockFields
  readonly view: PendingBlockView
}

/**
 * Opens blocks. What was opened last is kept: in auto mode a request is estimated on the block after the
 * head, and then has that block for itself. Opening it once saves a tenth of the time of such a request.
 */
export class Openings {
  #last: Opening | undefined

  /** The block after `parent`, with what blocks begin with: without transactions, but on chains of the OP stack. */
  open(
    engine: Engine,
    parent: SealedBlock,
    fields: BlockFields,
  ): PendingBlock | Promise<PendingBlock> {
    const kept = this.#kept(engine, parent, fields)
    if (kept !== undefined) return PendingBlock.resume(engine, kept.view)
    if (opStackOf(engine.common) !== undefined) return this.#begun(engine, parent, fields)
    const { view } = openedView(engine.common, parent, fields)
    this.#last = { engine, fields, view }
    return PendingBlock.resume(engine, view)
  }

  #kept(engine: Engine, parent: SealedBlock, fields: BlockFields): Opening | undefined {
    const last = this.#last
    const isSame =
      last?.view.parent === parent &&
      last.engine.common === engine.common &&
      haveSameValues(last.fields, fields)
    return isSame ? last : undefined
  }

  async #begun(engine: Engine, parent: SealedBlock, fields: BlockFields): Promise<PendingBlock> {
    const block = await PendingBlock.open(engine, parent, fields)
    this.#last = { engine, fields, view: block.opened() }
    return block
  }
}

/** Bytes that are others count as another value. */
function haveSameValues(one: BlockFields, other: BlockFields): boolean {
  const names = Object.keys({ ...one, ...other }) as (keyof BlockFields)[]
  return names.every((name) => one[name] === other[name])
}
