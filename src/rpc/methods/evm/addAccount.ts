import * as v from 'valibot'
import { defineMethod } from '../../method.ts'
import { address } from '../../schema/address.ts'

/** Ganache's. */
export const addAccount = defineMethod({
  name: 'evm_addAccount',
  summary:
    'Adds an address that sends without a key once `personal_unlockAccount` has unlocked it; answers whether it is new.',
  params: v.strictTuple([address, v.string()]),
  handler: ({ devnet }, [account, passphrase]) => devnet.keyring.addWithoutKey(account, passphrase),
})
