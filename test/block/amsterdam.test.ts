import { createBlock, createBlockFromRLP, createBlockHeader } from '@ethereumjs/block'
import type { TypedTxData } from '@ethereumjs/tx'
import { createWithdrawal, eoaCode7702SignAuthorization } from '@ethereumjs/util'
import fc from 'fast-check'
import { beforeAll, describe, expect, test } from 'vitest'
import { executeBlock } from '../../src/block/executeBlock.ts'
import { PendingBlock } from '../../src/block/pendingBlock.ts'
import { addressOfKey } from '../../src/ethereumjs/crypto.ts'
import { decodeAccessList, itemsOf } from '../../src/execution/rules/blockAccessList.ts'
import { openLedger } from '../../src/execution/rules/ledger.ts'
import { beaconRoots, create2Deployer } from '../../src/execution/rules/systemContracts.ts'
import { bytesToHex, hexToBytes, numberToBytes } from '../../src/lib/hex.ts'
import { pack, packSlot } from '../../src/state/trie/packed.ts'
import type { SignedTransaction } from '../../src/types/transaction.ts'
import type { SealedBlock } from '../../src/types/view.ts'
import { runs } from '../support/runs.ts'
import { destructor, storer } from './contracts.ts'
import { Referee } from './referee.ts'
import { createStage, engineOf, openOn, type Stage } from './stage.ts'
import { type Deed, deeds, Wallet, words } from './workload.ts'

/** Gas that suffices for new accounts, slots and code at the prices of EIP-8037. */
const muchGas = 2_000_000n

class RichWallet extends Wallet {
  override sign(from: number, fields: TypedTxData): SignedTransaction {
    return super.sign(from, { ...fields, gasLimit: fields.gasLimit ?? muchGas } as TypedTxData)
  }
}

const authority = numberToBytes(77, 32)

/** Creation code that keeps the value and ends at once: to its caller, to itself, or to an account that is not there. */
const endings = { caller: '33ff', itself: '30ff', nobody: `73${'ab'.repeat(20)}ff` }

/** Creation code that creates such a contract, then stores a word and is refused. */
const refusedInside = '6133ff6000526002601e6000f0' + '6001600055' + '60006000fd'

/** Creation code that returns so many zero bytes as code. */
const codeOf = (bytes: number) => hexToBytes(`62${bytes.toString(16).padStart(6, '0')}6000f3`)

/** Stores the slot (EIP-7843), and what EXCHANGE, DUPN and SWAPN leave on the stack (EIP-8024). */
const opcodes = hexToBytes(`4b600055${'6001'.repeat(20)}6002e680e780e80160015560025500`)

function accessOf(accessList: Uint8Array | undefined, address: Uint8Array) {
  const list = decodeAccessList(accessList as Uint8Array)
  return list.find((account) => account.address === pack(address))
}

function more(): Readonly<Record<string, Deed>> {
  const create = (code: Uint8Array, value = 0n): Deed => {
    return (wallet, from) => wallet.send(from, { data: code, value })
  }
  return {
    toNew: (wallet, from, seed) =>
      wallet.send(from, { to: numberToBytes(seed + 5_000, 20), value: 7n }),
    toItself: (wallet, from) =>
      wallet.send(from, { to: bytesToHex(addressOfKey(numberToBytes(from + 1, 32))), value: 1n }),
    data: (wallet, from, seed) =>
      wallet.send(from, { to: numberToBytes(seed, 20), data: new Uint8Array(5_000).fill(seed) }),
    endsToCaller: create(hexToBytes(endings.caller), 3n),
    endsToItself: create(hexToBytes(endings.itself), 3n),
    endsToNobody: create(hexToBytes(endings.nobody), 3n),
    refusedInside: create(hexToBytes(refusedInside)),
    largeCode: (wallet, from) => wallet.send(from, { data: codeOf(30_000), gasLimit: 60_000_000n }),
    opcodes: create(opcodes),
    destructorWithValue: (wallet, from) => wallet.send(from, { to: destructor.address, value: 9n }),
    create2Ends: (wallet, from, seed) =>
      wallet.send(from, {
        to: bytesToHex(create2Deployer.address),
        data: Uint8Array.of(...words(seed % 3), ...hexToBytes(endings.itself)),
        value: 2n,
      }),
    delegate: (wallet, from, seed) =>
      wallet.send(from, {
        type: 4,
        to: bytesToHex(addressOfKey(authority)),
        data: words(seed % 5, seed),
        authorizationList: [0, 1].map((nonce) =>
          eoaCode7702SignAuthorization(
            {
              chainId: '0x0',
              address: nonce === 1 && seed % 2 === 1 ? `0x${'00'.repeat(20)}` : storer.address,
              nonce: `0x${nonce}`,
            },
            authority,
          ),
        ),
      }),
    clearing: (wallet, from, seed) =>
      wallet.send(from, { to: storer.address, data: words(seed % 7, 0), gasLimit: muchGas }),
  }
}

let stage: Stage
let all: Readonly<Record<string, Deed>>

beforeAll(async () => {
  stage = await createStage('amsterdam', { gasLimit: 400_000_000n })
  const { transfer: _, transferOfNothing: __, ...usual } = deeds(stage.common)
  all = { ...usual, ...more() }
})

function createReferee(): Promise<Referee> {
  return Referee.create(stage.refereeCommon, stage.accounts, stage.genesisBlock)
}

async function addAll(block: PendingBlock, transactions: readonly SignedTransaction[]) {
  for (const transaction of transactions) {
    expect(await block.add(transaction)).toMatchObject({ kind: 'included' })
  }
}

/** Has EthereumJS run the block, and our own import. */
async function judge(referee: Referee, chain: readonly SealedBlock[], sealed: SealedBlock) {
  const encoded = sealed.block.serialize()
  expect(sealed.size).toBe(encoded.length)
  await referee.validate(encoded, sealed.accessList)
  const engine = engineOf(stage, chain)
  const block = createBlockFromRLP(encoded, { common: stage.common })
  const run = await executeBlock(engine, chain.at(-1) as SealedBlock, block)
  expect(run.hash).toBe(sealed.hash)
  expect(run.accessList).toEqual(sealed.accessList)
}

describe('a block of Amsterdam', () => {
  test('is one that EthereumJS runs to the same, whatever it has and in whatever flashblocks', async () => {
    const referee = await createReferee()
    const wallet = new RichWallet(stage.common)
    const withdrawals = [0, 5].map((amount, index) =>
      createWithdrawal({
        index,
        validatorIndex: index,
        address: `0x${'a'.repeat(39)}${index}`,
        amount,
      }),
    )
    const chain = [stage.genesis]
    for (const round of [0, 1, 2]) {
      let block = await openOn(stage, chain, { withdrawals })
      for (const [index, deed] of (round === 1 ? [] : Object.values(all)).entries()) {
        await addAll(block, [deed(wallet, index % 4, round * 31 + index + 1)])
        if (index % 5 === 4) {
          const { view } = block.flashblock()
          block = PendingBlock.resume(engineOf(stage, chain), view)
        }
      }
      const sealed = await block.seal()
      await judge(referee, chain, sealed)
      chain.push(sealed)
    }
    const failed = chain.map(({ receipts }) =>
      receipts.flatMap(({ status }, index) => (status === 1 ? [] : [Object.keys(all)[index]])),
    )
    const failing = ['outOfGas', 'invalidOpcode', 'revert', 'createReverted', 'refusedRequest']
    const both = [...failing, 'refusedInside']
    expect(failed).toEqual([[], both, [], both])
    expect(chain.map(({ header }) => header.slotNumber)).toEqual([0n, 1n, 2n, 3n])
  })

  test('is so whatever comes', async () => {
    const event = fc.record({ deed: fc.nat(60), from: fc.nat(3), seed: fc.nat(40) })
    const plans = fc.array(fc.array(event, { maxLength: 14 }), { minLength: 1, maxLength: 3 })
    const list = Object.values(all)
    await fc.assert(
      fc.asyncProperty(plans, async (plan) => {
        const referee = await createReferee()
        const wallet = new RichWallet(stage.common)
        const chain = [stage.genesis]
        for (const events of plan) {
          const block = await openOn(stage, chain)
          await addAll(
            block,
            events.map(({ deed, from, seed }) =>
              (list[deed % list.length] as Deed)(wallet, from, seed),
            ),
          )
          const sealed = await block.seal()
          await judge(referee, chain, sealed)
          chain.push(sealed)
        }
      }),
      runs({ seed: 7928, numRuns: 12 }),
    )
  })

  test('has used as much gas as of the kind of which it has used more, and receipts what was paid', async () => {
    const wallet = new RichWallet(stage.common)
    const block = await openOn(stage, [stage.genesis])
    const store = (index: number, value: number) =>
      wallet.send(0, { to: storer.address, data: words(index, value) })
    await addAll(block, [store(1, 1), store(2, 1)])
    const { ledger, header, receipts } = block.flashblock().view
    expect(ledger?.gas.state).toBeGreaterThan(ledger?.gas.regular ?? 0n)
    expect(header.gasUsed).toBe(ledger?.gas.state)
    const { accesses, gas } = ledger as NonNullable<typeof ledger>
    expect(accesses).toHaveLength(3)
    expect(receipts.at(-1)?.cumulativeGasUsed).toBe(gas.state + gas.regular)
  })

  test('has as many items in its access list as its gas limit allows', async () => {
    const limit = (gasLimit: bigint) => createStage('amsterdam', { gasLimit })
    const filled = async (stage: Stage) => {
      const wallet = new Wallet(stage.common)
      const block = await openOn(stage, [stage.genesis])
      const outcomes = []
      for (let to = 1; to <= 3; to++) {
        const transfer = wallet.send(0, { to: numberToBytes(to + 700, 20), gasLimit: 21_000n })
        outcomes.push(await block.add(transfer))
      }
      return { block, outcomes }
    }
    // Five before the transactions, sender, coinbase and each receiver; twenty are left for what comes after them.
    const { block, outcomes } = await filled(await limit(58_000n))
    expect(outcomes.map(({ kind }) => kind)).toEqual(['included', 'included', 'skipped'])
    expect(outcomes[2]).toMatchObject({
      reason: {
        code: 'accessListExceeded',
        message:
          'the access list of the block would have more than 29 items, its gas limit 58000 / 2000 (EIP-7928)',
        isFinal: false,
      },
    })
    expect((await block.seal()).transactions).toHaveLength(2)
    const { block: none } = await filled(await limit(22_000n))
    await expect(none.seal()).rejects.toThrow(/access list: it has \d+ items, but at most 11/)
  })

  test('is refused with more items in its access list than its gas limit allows', async () => {
    const empty = async (gasLimit: bigint) => {
      const on = await createStage('amsterdam', { gasLimit })
      return { on, sealed: await (await openOn(on, [on.genesis])).seal() }
    }
    const { accessList } = (await empty(1_000_000n)).sealed
    const items = itemsOf(decodeAccessList(accessList as Uint8Array))
    const { on, sealed } = await empty(BigInt(items) * 2000n + 10n)
    const engine = engineOf(on, [on.genesis])
    const withLess = (gas: bigint) => {
      const header = { ...sealed.header, gasLimit: sealed.header.gasLimit - gas }
      const block = createBlock({ header, withdrawals: [] }, { common: on.common })
      return executeBlock(engine, on.genesis, block)
    }
    expect((await withLess(10n)).accessList).toEqual(sealed.accessList)
    await expect(withLess(11n)).rejects.toThrow(
      `access list: it has ${items} items, but at most ${items - 1}`,
    )
  })

  test('leaves out what may use more gas of a kind than is left of it', async () => {
    const small = await createStage('amsterdam', { gasLimit: 20_000_000n })
    const wallet = new RichWallet(small.common)
    const block = await openOn(small, [small.genesis])
    await addAll(block, [wallet.send(0, { to: storer.address, data: words(0, 1) })])
    const { gas } = block.flashblock().view.ledger as { gas: { state: bigint; regular: bigint } }
    const left = 20_000_000n - gas.state
    const more = wallet.sign(0, { to: storer.address, gasLimit: left + 1n, nonce: 1n })
    expect(await block.add(more)).toMatchObject({
      kind: 'skipped',
      reason: {
        code: 'blockGasExceeded',
        message: `gas limit ${left + 1n} exceeds the gas left in the block ${left}`,
        isFinal: false,
      },
    })
    // Above 2^24, of which only a part can be regular gas.
    const fits = wallet.sign(0, { to: storer.address, gasLimit: left, nonce: 1n })
    expect(left).toBeGreaterThan(2n ** 24n)
    expect(await block.add(fits)).toMatchObject({ kind: 'included' })
  })

  test('lists a recipient whose account could not be paid for, which EthereumJS leaves out', async () => {
    const wallet = new RichWallet(stage.common)
    const block = await openOn(stage, [stage.genesis])
    const to = numberToBytes(9_000, 20)
    await addAll(block, [wallet.send(0, { to, value: 7n, gasLimit: 30_000n })])
    const { receipts, accessList } = await block.seal()
    expect(receipts[0]).toMatchObject({ status: 0, gasUsed: 30_000n })
    const access = accessOf(accessList, to)
    expect(access).toMatchObject({ balances: [], slotReads: [] })
  })

  test('lists the slot of a root of zeros as written only where another root was', async () => {
    const { genesis } = stage
    const header = createBlockHeader({ number: 1n, timestamp: 12n }, { common: stage.common })
    const slot = packSlot(8191 + 12)
    const valueAfter = (before: string) => {
      const state = genesis.state.fork()
      state.setSlot(beaconRoots.packed, slot, before)
      const access = openLedger(state, header)?.accesses[0]?.get(beaconRoots.packed)
      expect(access?.slots.get(packSlot(12))).toBe('\x0c')
      return access?.slots.get(slot)
    }
    expect(valueAfter('')).toBe(undefined)
    expect(valueAfter('\x01')).toBe('')
  })

  test('has a list of what each transaction has changed', async () => {
    const wallet = new RichWallet(stage.common)
    const block = await openOn(stage, [stage.genesis])
    await addAll(block, [
      wallet.send(0, { to: storer.address, data: words(1, 1) }),
      wallet.send(1, { to: storer.address, data: words(1, 2) }),
      wallet.send(2, { to: storer.address, data: words(1, 2) }),
    ])
    const { accessList } = await block.seal()
    const access = accessOf(accessList, hexToBytes(storer.address))
    const changes = [
      [1, '\x01'],
      [2, '\x02'],
    ]
    expect(access?.slotChanges).toEqual([[packSlot(1), changes]])
  })
})
