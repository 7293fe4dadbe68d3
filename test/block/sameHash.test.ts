import { createWithdrawal, SHA256_NULL, type Withdrawal } from '@ethereumjs/util'
import { expect, test } from 'vitest'
import { hardforks } from '../../src/ethereumjs/protocol/hardforks.ts'
import { encodeReceipt } from '../../src/execution/rules/receipt.ts'
import { bytesToHex } from '../../src/lib/hex.ts'
import type { SignedTransaction } from '../../src/types/transaction.ts'
import type { SealedBlock } from '../../src/types/view.ts'
import { Referee } from './referee.ts'
import { createStage, fieldsOf, openOn, type Stage } from './stage.ts'
import { type Deed, deeds, Wallet } from './workload.ts'

/** Builds the same blocks with the pending block and with EthereumJS, and has EthereumJS validate ours. */
async function compare(
  stage: Stage,
  blocks: readonly (readonly SignedTransaction[])[],
  withdrawals: readonly Withdrawal[],
): Promise<readonly SealedBlock[]> {
  const create = () => Referee.create(stage.refereeCommon, stage.accounts, stage.genesisBlock)
  const [builder, validator] = [await create(), await create()]
  const chain = [stage.genesis]
  expect(bytesToHex(await builder.stateRoot())).toBe(bytesToHex(stage.genesis.header.stateRoot))
  for (const transactions of blocks) {
    const fields = fieldsOf(stage, chain.length)
    const wanted = await builder.build(fields, transactions, withdrawals)
    const pending = await openOn(stage, chain, { withdrawals })
    for (const transaction of transactions) {
      const inclusion = await pending.add(transaction)
      expect(inclusion).toMatchObject({ kind: 'included' })
    }
    const sealed = await pending.seal()
    expect(sealed.receipts.map(encodeReceipt)).toEqual(wanted.receipts)
    expect(sealed.header.toJSON()).toEqual(wanted.block.header.toJSON())
    expect(sealed.hash).toBe(bytesToHex(wanted.block.hash()))
    const encoded = sealed.block.serialize()
    expect(sealed.size).toBe(encoded.length)
    expect(encoded).toEqual(wanted.block.serialize())
    await validator.validate(encoded)
    chain.push(sealed)
  }
  return chain.slice(1)
}

function perform(names: Readonly<Record<string, Deed>>, wallet: Wallet, round: number) {
  return Object.values(names).map((deed, index) => deed(wallet, index % 4, round * 31 + index + 1))
}

/** What fails when it runs, and is in the block all the same. */
const failing = ['outOfGas', 'invalidOpcode', 'revert', 'createReverted', 'refusedRequest']

test.each(hardforks)('at %s a sealed block has the hash that BlockBuilder gives', async (name) => {
  const stage = await createStage(name)
  const wallet = new Wallet(stage.common)
  const all = deeds(stage.common)
  const withdrawals = stage.common.isActivatedEIP(4895)
    ? [1, 2].map((index) =>
        createWithdrawal({
          index,
          validatorIndex: index,
          address: `0x${'aa'.repeat(20)}`,
          amount: index,
        }),
      )
    : []
  const blocks = [perform(all, wallet, 0), [], perform(all, wallet, 1)]
  const sealed = await compare(stage, blocks, withdrawals)
  const names = Object.keys(all)
  for (const { receipts } of [sealed[0], sealed[2]] as SealedBlock[]) {
    expect(names.filter((_, index) => receipts[index]?.status === 0)).toEqual(
      names.filter((deed) => failing.includes(deed)),
    )
  }
  if (stage.common.isActivatedEIP(7685)) {
    const empty = bytesToHex(SHA256_NULL)
    const hashes = sealed.map(({ header }) => bytesToHex(header.requestsHash as Uint8Array))
    expect(hashes.map((hash) => hash === empty)).toEqual([false, true, false])
  }
})
