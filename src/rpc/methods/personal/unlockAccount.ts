import * as v from 'valibot'
import { defineMethod } from '../../method.ts'
import { address } from '../../schema/address.ts'
import { looseInteger } from '../../schema/quantity.ts'

/** geth's. */
const defaultSeconds = 300

/** As geth answered it. Accounts of the mnemonic that are there from the start take any passphrase. */
export const unlockAccount = defineMethod({
  name: 'personal_unlockAccount',
  summary:
    'Unlocks an account, which then signs without its passphrase, for 300 s or the given number of seconds; 0 means without end.',
  params: v.strictTuple([address, v.optional(v.string(), ''), v.optional(looseInteger)]),
  handler: ({ devnet }, [account, passphrase, seconds = defaultSeconds]) => {
    const durationMs = seconds === 0 ? Number.POSITIVE_INFINITY : seconds * 1000
    devnet.keyring.unlock(account, passphrase, durationMs)
    return true
  },
})
