import * as v from 'valibot'
import { revertReason } from '../../execution/executionErrors.ts'
import { bytesToHex, quantity } from '../../lib/hex.ts'
import type { Receipt } from '../../types/transaction.ts'
import type { SealedBlock } from '../../types/view.ts'
import { formatBlock } from '../format/block.ts'
import { formatTransaction, placeIn } from '../format/transaction.ts'
import { defineMethod, type Method } from '../method.ts'
import { peerOf } from '../peers.ts'
import { mineRequest } from '../schema/blockRequests.ts'
import { address } from '../schema/data.ts'
import { Problem, refined } from '../schema/parsed.ts'
import { looseQuantity64, time } from '../schema/quantity.ts'

/** Ganache's. */
const addAccount = defineMethod({
  name: 'evm_addAccount',
  summary:
    'Adds an address that can send without a key after `personal_unlockAccount`; returns whether it is new.',
  params: v.strictTuple([address, v.string()]),
  handler: ({ devnet }, [account, passphrase]) => devnet.keyring.addWithoutKey(account, passphrase),
})

/** Hardhat answers a decimal string, anvil and ganache a number. */
const increaseTime = defineMethod({
  name: 'evm_increaseTime',
  aliases: ['anvil_increaseTime', 'hardhat_increaseTime'],
  summary: "Moves the chain's time forward by seconds; returns the total offset.",
  params: v.strictTuple([looseQuantity64]),
  handler: async (context, [seconds]) => {
    const offset = await context.devnet.development.moveTime((clock) => {
      clock.increase(seconds)
      return Math.floor(clock.offsetMs / 1000)
    })
    return peerOf(context) === 'hardhat' ? String(offset) : offset
  },
})

/** Answers as ganache and anvil do, or as Hardhat does. */
const mine = defineMethod({
  name: 'evm_mine',
  summary:
    'Seals one or more blocks, optionally at a given time; returns `0x0`, or `0` with `compat: hardhat`.',
  params: v.strictTuple([mineRequest]),
  handler: async (context, [request]) => {
    await context.devnet.blocks.mine(request)
    return peerOf(context) === 'hardhat' ? '0' : '0x0'
  },
})

/** Answers as anvil does. */
const mineDetailed = defineMethod({
  name: 'evm_mine_detailed',
  aliases: ['anvil_mine_detailed', 'anvil_mineDetailed'],
  summary: 'As `evm_mine`; returns the blocks with outputs and revert reasons.',
  params: v.strictTuple([mineRequest]),
  handler: async ({ devnet }, [request]) => {
    const { from, to } = await devnet.blocks.mine(request)
    return devnet.chain.blocks(from, to).map(formatDetailed)
  },
})

function formatDetailed(block: SealedBlock) {
  const transactions = block.receipts.map((receipt, index) => ({
    ...formatTransaction(receipt.transaction, placeIn(block, index)),
    ...formatOutcome(receipt),
  }))
  return { ...formatBlock(block, false), transactions }
}

function formatOutcome({ status, output }: Receipt) {
  const reason = status === 1 ? undefined : revertReason(output)
  return {
    ...(reason !== undefined && { revertReason: reason }),
    ...(output.length > 0 && { output: bytesToHex(output) }),
  }
}

/** Ganache's. */
const removeAccount = defineMethod({
  name: 'evm_removeAccount',
  summary: 'Removes an account and its key, by its passphrase; returns whether it was there.',
  params: v.strictTuple([address, v.string()]),
  handler: ({ devnet }, [account, passphrase]) => devnet.keyring.remove(account, passphrase),
})

/** Answers as ganache, Hardhat and anvil do. */
const revert = defineMethod({
  name: 'evm_revert',
  aliases: ['anvil_revert', 'hardhat_revert'],
  summary: 'Restores a snapshot and deletes it; returns whether it existed.',
  params: v.strictTuple([looseQuantity64]),
  handler: ({ devnet }, [id]) => devnet.history.revert(quantity(id)),
})

/** Yellow Paper: no header has a lower gas limit. */
const least = 5000n

const gasLimit = v.pipe(
  looseQuantity64,
  refined((value) => (value < least ? new Problem(`expected a number from ${least} up`) : value)),
)

const setBlockGasLimit = defineMethod({
  name: 'evm_setBlockGasLimit',
  aliases: ['anvil_setBlockGasLimit', 'hardhat_setBlockGasLimit'],
  summary: 'Sets the gas limit from the next block on; returns true.',
  params: v.strictTuple([gasLimit]),
  handler: async ({ devnet }, [limit]) => {
    await devnet.development.choose({ gasLimit: limit })
    return true
  },
})

/** Hardhat answers the time as a decimal string. */
const setNextBlockTimestamp = defineMethod({
  name: 'evm_setNextBlockTimestamp',
  aliases: ['anvil_setNextBlockTimestamp', 'hardhat_setNextBlockTimestamp'],
  summary: 'Sets the timestamp of the next block, in seconds; time continues from there.',
  params: v.strictTuple([looseQuantity64]),
  handler: async (context, [timestamp]) => {
    const { development, reader } = context.devnet
    await development.moveTime((clock) => clock.setNext(timestamp, reader.head.header.timestamp))
    return peerOf(context) === 'hardhat' ? String(timestamp) : null
  },
})

/** Answers as ganache and anvil do. */
const setTime = defineMethod({
  name: 'evm_setTime',
  aliases: ['anvil_setTime', 'hardhat_setTime'],
  summary:
    "Sets the chain's time: Unix seconds, ms or a date; returns the total offset in seconds.",
  params: v.strictTuple([time]),
  handler: ({ devnet }, [ms]) =>
    devnet.development.moveTime((clock) => {
      clock.setTime(ms)
      return Math.floor(clock.offsetMs / 1000)
    }),
})

/** Answers as ganache, Hardhat and anvil do. */
const snapshot = defineMethod({
  name: 'evm_snapshot',
  aliases: ['anvil_snapshot', 'hardhat_snapshot'],
  summary: 'Takes a snapshot, which `evm_revert` can restore once; returns its id.',
  params: v.strictTuple([]),
  handler: ({ devnet }) => devnet.history.snapshot(),
})

/** ganache's `evm_` methods. */
export const evmMethods: readonly Method[] = [
  addAccount,
  increaseTime,
  mine,
  mineDetailed,
  removeAccount,
  revert,
  setBlockGasLimit,
  setNextBlockTimestamp,
  setTime,
  snapshot,
]
