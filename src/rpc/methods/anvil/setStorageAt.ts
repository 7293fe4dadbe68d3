import * as v from 'valibot'
import { bytesToHex, hexToBytes } from '../../../lib/hex.ts'
import { defineMethod } from '../../method.ts'
import { alsoCalled, peerOf } from '../../peer.ts'
import { invalidArgument } from '../../rpcError.ts'
import { address } from '../../schema/address.ts'
import { data } from '../../schema/data.ts'
import { storageSlot } from '../../schema/storageSlot.ts'

const wordLength = 32

/** anvil and Hardhat take values of 32 bytes only, ganache shorter ones too. */
export const setStorageAt = defineMethod({
  name: 'anvil_setStorageAt',
  aliases: [...alsoCalled('setStorageAt'), 'evm_setAccountStorageAt'],
  summary: "Sets a slot of an account's storage to 32 bytes; answers true.",
  params: v.strictTuple([address, storageSlot, data]),
  handler: async (context, [account, { slot }, value]) => {
    const isShort = value.length < wordLength && peerOf(context) === 'ganache'
    if (value.length !== wordLength && !isShort) {
      const digits = value.length * 2
      const problem = `hex string has length ${digits}, want ${wordLength * 2} for common.Hash`
      throw invalidArgument(2, problem)
    }
    const padded = hexToBytes(
      bytesToHex(value)
        .slice(2)
        .padStart(wordLength * 2, '0'),
    )
    await context.devnet.development.edit({ address: account, storage: [[slot, padded]] })
    return true
  },
})
