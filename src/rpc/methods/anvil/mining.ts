import * as v from 'valibot'
import { isTimed } from '../../../devnet/options/cadenceOptions.ts'
import { defineMethod, type Method } from '../../method.ts'
import { alsoCalled, done, peerOf } from '../../peers.ts'
import { invalidArgument, invalidParams, RpcError } from '../../rpcError.ts'
import { address, bytes32 } from '../../schema/data.ts'

import { interval, looseQuantity64, looseQuantity256 } from '../../schema/quantity.ts'

const mine = defineMethod({
  name: 'anvil_mine',
  aliases: ['hardhat_mine'],
  summary: 'Seals blocks, one by default; the optional interval between them is in seconds.',
  params: v.strictTuple([v.optional(looseQuantity64, 1), v.optional(looseQuantity64)]),
  handler: async (context, [blocks, interval]) => {
    // viem sends 0 when no interval was given.
    const intervalSeconds = interval === 0n ? undefined : interval
    const { minesAfterInterval } = context.devnet.settings.compatRules
    const isAfterInterval = minesAfterInterval && peerOf(context) === 'anvil'
    await context.devnet.blocks.mine({ blocks, intervalSeconds, isAfterInterval })
    return done(context)
  },
})

const getAutomine = defineMethod({
  name: 'anvil_getAutomine',
  aliases: alsoCalled('getAutomine'),
  summary: 'Whether automining is on.',
  params: v.strictTuple([]),
  handler: ({ devnet }) => devnet.development.automine,
})

/** Independent of interval mining, as in Hardhat. */
const setAutomine = defineMethod({
  name: 'anvil_setAutomine',
  aliases: alsoCalled('setAutomine'),
  summary: 'Switches automining. Interval blocks continue; flashblocks stop.',
  params: v.strictTuple([v.boolean('expected a boolean')]),
  handler: async (context, [on]) => {
    await context.devnet.development.setAutomine(on)
    return done(context)
  },
})

const getIntervalMining = defineMethod({
  name: 'anvil_getIntervalMining',
  aliases: alsoCalled('getIntervalMining'),
  summary: 'Block interval in the unit of `anvil_setIntervalMining`; `null` without one.',
  params: v.strictTuple([]),
  handler: (context) => {
    const { cadence } = context.devnet.schedule
    if (!isTimed(cadence)) return null
    const unitMs = peerOf(context) === 'hardhat' ? 1 : 1000
    const { blockRangeMs } = cadence
    return blockRangeMs?.map((ms) => ms / unitMs) ?? cadence.blockMs / unitMs
  },
})

/** Independent of automine, as in Hardhat. */
const setIntervalMining = defineMethod({
  name: 'anvil_setIntervalMining',
  aliases: alsoCalled('setIntervalMining'),
  summary:
    'Seals a block at every interval; 0 stops it. In seconds; milliseconds as `hardhat_`, and as `evm_` with `compat: hardhat`. `[min, max]` draws each interval from the seed.',
  params: v.strictTuple([interval]),
  handler: async (context, [time]) => {
    const unitMs = peerOf(context) === 'hardhat' ? 1 : 1000
    const [shortest, longest] = typeof time === 'number' ? [time, undefined] : time
    await context.devnet.development.setIntervalMining(
      shortest * unitMs,
      longest === undefined ? undefined : longest * unitMs,
    )
    return done(context)
  },
})

const setBlockTimestampInterval = defineMethod({
  name: 'anvil_setBlockTimestampInterval',
  aliases: alsoCalled('setBlockTimestampInterval'),
  summary: 'Sets the seconds between blocks; milliseconds as `hardhat_`.',
  params: v.strictTuple([looseQuantity64]),
  handler: async (context, [interval]) => {
    const unit = peerOf(context) === 'hardhat' ? 1000n : 1n
    if (interval % unit !== 0n) {
      throw invalidArgument(
        0,
        `${interval} ms is not a whole number of seconds, which timestamps of blocks need`,
      )
    }
    await context.devnet.development.moveTime((clock) => clock.setInterval(interval / unit))
    return done(context)
  },
})

const removeBlockTimestampInterval = defineMethod({
  name: 'anvil_removeBlockTimestampInterval',
  aliases: alsoCalled('removeBlockTimestampInterval'),
  summary: 'Removes the fixed time between blocks; returns whether there was one.',
  params: v.strictTuple([]),
  handler: ({ devnet }) => devnet.development.moveTime((clock) => clock.removeInterval()),
})

const setNextBlockBaseFeePerGas = defineMethod({
  name: 'anvil_setNextBlockBaseFeePerGas',
  aliases: alsoCalled('setNextBlockBaseFeePerGas'),
  summary: 'Sets the base fee of the next block, in wei per gas.',
  params: v.strictTuple([looseQuantity256]),
  handler: async (context, [baseFeePerGas]) => {
    const { header } = await context.reader.context({ tag: 'pending' })
    if (header.baseFeePerGas === undefined) {
      throw invalidParams(`${context.calledAs} is only supported when EIP-1559 is active`)
    }
    await context.devnet.development.choose({ baseFeePerGas })
    return done(context)
  },
})

const setNextBlockPrevRandao = defineMethod({
  name: 'anvil_setNextBlockPrevRandao',
  aliases: [
    'hardhat_setNextBlockPrevRandao',
    'hardhat_setPrevRandao',
    'anvil_setPrevRandao',
    'evm_setPrevRandao',
  ],
  summary: 'Sets the prev randao of the next block, 32 bytes.',
  params: v.strictTuple([bytes32]),
  handler: async (context, [prevRandao]) => {
    const { header } = await context.reader.context({ tag: 'pending' })
    if (!header.common.isActivatedEIP(4399)) {
      const problem = `there is no prev randao at hardfork ${header.common.hardfork()}`
      throw invalidParams(`${context.calledAs}: ${problem}, it exists from paris on`)
    }
    await context.devnet.development.choose({ prevRandao })
    return done(context)
  },
})

const setCoinbase = defineMethod({
  name: 'anvil_setCoinbase',
  aliases: alsoCalled('setCoinbase'),
  summary: 'Sets the fee recipient (coinbase) from the next block on.',
  params: v.strictTuple([address]),
  handler: async (context, [coinbase]) => {
    await context.devnet.development.choose({ coinbase })
    return done(context)
  },
})

/** anvil and Hardhat refuse it from London on in these words; ganache's name says the same. */
const setMinGasPrice = defineMethod({
  name: 'anvil_setMinGasPrice',
  aliases: [...alsoCalled('setMinGasPrice'), 'miner_setGasPrice'],
  summary: 'Sets the lowest gas price of transactions, in wei; refused from London on.',
  params: v.strictTuple([looseQuantity256]),
  handler: async (context, [price]) => {
    const { header } = await context.reader.context({ tag: 'pending' })
    if (header.baseFeePerGas !== undefined) {
      const problem = `${context.calledAs} is not supported when EIP-1559 is active`
      const isHardhat = context.devnet.settings.compatRules.peer === 'hardhat'
      throw isHardhat ? new RpcError(-32000, problem) : invalidParams(problem)
    }
    context.devnet.development.setMinTip(price)
    return done(context)
  },
})

/** Answers as anvil does: a number. */
const getGenesisTime = defineMethod({
  name: 'anvil_getGenesisTime',
  aliases: alsoCalled('getGenesisTime'),
  summary: 'Time of the genesis block, in seconds.',
  params: v.strictTuple([]),
  handler: ({ devnet }) => Number(devnet.chain.genesis.header.timestamp),
})

/** Answers as newer versions of anvil do: a number. */
const getLastBlockWallTime = defineMethod({
  name: 'anvil_getLastBlockWallTime',
  summary:
    'Wall-clock time at which the last block was sealed, in seconds; with a manual clock, its timestamp.',
  params: v.strictTuple([]),
  handler: ({ devnet }) => Math.floor(devnet.clock.sealedMs / 1000),
})

export const anvilMiningMethods: readonly Method[] = [
  getAutomine,
  getGenesisTime,
  getIntervalMining,
  getLastBlockWallTime,
  mine,
  removeBlockTimestampInterval,
  setAutomine,
  setBlockTimestampInterval,
  setCoinbase,
  setIntervalMining,
  setMinGasPrice,
  setNextBlockBaseFeePerGas,
  setNextBlockPrevRandao,
]
