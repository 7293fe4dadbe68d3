import * as v from 'valibot'
import { defineMethod, type Method } from '../method.ts'
import { address, data } from '../schema/data.ts'

/** Answers as geth and ganache do. */
const setEtherbase = defineMethod({
  name: 'miner_setEtherbase',
  summary: 'Sets the fee recipient (coinbase) from the next block on; returns true.',
  params: v.strictTuple([address]),
  handler: async ({ devnet }, [coinbase]) => {
    await devnet.development.choose({ coinbase })
    return true
  },
})

/** Yellow Paper: no header has more than 32 bytes. */
const extraData = v.pipe(
  v.string('expected a string'),
  v.maxLength(66, 'extra data of more than 32 bytes'),
  data,
)

/** Answers as ganache does; geth takes text instead of its bytes. */
const setExtra = defineMethod({
  name: 'miner_setExtra',
  summary: 'Sets the extra data from the next block on, at most 32 bytes; returns true.',
  params: v.strictTuple([extraData]),
  handler: async ({ devnet }, [bytes]) => {
    await devnet.development.choose({ extraData: bytes })
    return true
  },
})

/** Answers as ganache does; viem switches automine with it. */
const minerStart = defineMethod({
  name: 'miner_start',
  summary: 'As `anvil_setAutomine` with true; returns true.',
  params: v.strictTuple([v.optional(v.unknown())]),
  handler: async ({ devnet }) => {
    await devnet.development.setAutomine(true)
    return true
  },
})

/** Answers as ganache does; viem switches automine with it. */
const minerStop = defineMethod({
  name: 'miner_stop',
  summary: 'As `anvil_setAutomine` with false; returns true.',
  params: v.strictTuple([]),
  handler: async ({ devnet }) => {
    await devnet.development.setAutomine(false)
    return true
  },
})

/** geth's `miner_` methods. */
export const minerMethods: readonly Method[] = [setEtherbase, setExtra, minerStart, minerStop]
