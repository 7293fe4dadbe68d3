import { expect, test } from 'vitest'
import { emptyAfter, isSteady } from '../../src/block/accessListOf.ts'
import { hardforks } from '../../src/ethereumjs/protocol/hardforks.ts'
import type { SealedBlock } from '../../src/types/view.ts'
import { createStage, openOn } from './stage.ts'
import { deeds, Wallet } from './workload.ts'

test.each(hardforks)('at %s an empty block after an empty one is the sealed one', async (name) => {
  const stage = await createStage(name)
  const [genesis, chain] = [stage.genesis, [stage.genesis]]
  // Nothing of a header changes but what its place asks for.
  const seal = async () => {
    const extraData = Uint8Array.of(7)
    const sealed = await (await openOn(stage, chain, { extraData })).seal()
    chain.push(sealed)
    return sealed
  }
  const first = await seal()
  expect(isSteady(first, genesis.state)).toBe(true)
  let made: SealedBlock = first
  for (let count = 0; count < 40; count++) {
    const { header, state, hash, size } = await seal()
    made = emptyAfter(made, { timestamp: header.timestamp, prevRandao: header.mixHash })
    expect(made.header.toJSON()).toEqual(header.toJSON())
    expect([made.hash, made.size]).toEqual([hash, size])
    expect(made.state.root()).toEqual(state.root())
    expect(made.block.serialize()).toEqual(chain.at(-1)?.block.serialize())
  }
})

test('a block with transactions, or whose contracts still work on requests, is not steady', async () => {
  const stage = await createStage('osaka')
  const wallet = new Wallet(stage.common)
  const chain = [stage.genesis]
  const pending = await openOn(stage, chain)
  for (const deed of Object.values(deeds(stage.common))) await pending.add(deed(wallet, 0, 1))
  const busy = await pending.seal()
  expect(isSteady(busy, stage.genesis.state)).toBe(false)
  const next = await (await openOn(stage, [...chain, busy])).seal()
  const after = await (await openOn(stage, [...chain, busy, next])).seal()
  expect(isSteady(after, next.state)).toBe(true)
})
