import type { Chain } from '../../chain/chain.ts'
import { createPace, type PaceClock } from '../../clock/pace.ts'
import { chainIdOf } from '../../ethereumjs/protocol/chainIdOf.ts'
import { checkHeader } from '../../execution/rules/header.ts'
import { InvalidBlock } from '../../execution/rules/invalidBlock.ts'
import { equalBytes } from '../../lib/hex.ts'
import { PersistentState } from '../../state/persistentState.ts'
import type { ChainRules } from '../../types/genesis.ts'
import type { SealedBlock } from '../../types/view.ts'
import { InvalidExport } from './exportFormats.ts'

/**
 * The blocks after genesis up to one, if running them on genesis gives the same head. Throws
 * an `InvalidExport` about the first that they would not come past.
 */
export async function replayable(
  chain: Chain,
  rules: ChainRules,
  { to, clock }: { readonly to: bigint; readonly clock: PaceClock },
): Promise<readonly SealedBlock[]> {
  if (!rules.proofOfWork && rules.forks.every(({ name }) => name !== 'paris')) {
    throw new InvalidExport('cannot export rlp: before the merge blocks need proof of work')
  }
  let parent = chain.genesis
  if (parent.number !== 0n) refuse(0n, 'is not available')
  refuseAmended(parent)
  if (to === 0n) throw new InvalidExport('cannot export rlp: there are no blocks after genesis')
  const yieldIfDue = createPace(clock)
  const blocks: SealedBlock[] = []
  for (let number = parent.number + 1n; number <= to; number++) {
    if (chain.isInRun(number)) refuse(number, 'is part of a run of empty blocks (anvil_mine)')
    const block = chain.blockByNumber(number) ?? refuse(number, 'is not available')
    refuseBlock(block, parent, rules)
    blocks.push(block)
    parent = block
    await yieldIfDue()
  }
  return blocks
}

function refuse(number: bigint, problem: string): never {
  throw new InvalidExport(
    `cannot export rlp: block ${number} ${problem}, so running the blocks would not lead to this state; export to another format`,
  )
}

function refuseBlock(block: SealedBlock, parent: SealedBlock, rules: ChainRules): void {
  const { number, header, transactions, edited } = block
  if (edited !== undefined) refuse(number, 'was edited while it was open (as by anvil_setBalance)')
  for (const [index, { isImpersonated, envelope }] of transactions.entries()) {
    if (isImpersonated) refuse(number, `has transaction ${index} of an impersonated account`)
    const chainId = chainIdOf(envelope) ?? BigInt(rules.chainId)
    if (chainId !== BigInt(rules.chainId)) {
      refuse(number, `has transaction ${index} for chain ${chainId}`)
    }
  }
  try {
    checkHeader(header, parent.header)
  } catch (cause) {
    if (!(cause instanceof InvalidBlock)) throw cause
    refuse(number, `does not follow from its parent (${cause.message})`)
  }
  refuseAmended(block)
}

/** Edits of the head are in its state, and not in its header. */
function refuseAmended({ number, header, state }: SealedBlock): void {
  if (!(state instanceof PersistentState) || equalBytes(state.root(), header.stateRoot)) return
  refuse(number, 'has accounts that were changed without a transaction (as by anvil_setBalance)')
}
