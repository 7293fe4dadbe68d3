import type { Method } from '../method.ts'
import { ecRecover } from './personal/ecRecover.ts'
import { importRawKey } from './personal/importRawKey.ts'
import { listAccounts } from './personal/listAccounts.ts'
import { lockAccount } from './personal/lockAccount.ts'
import { newAccount } from './personal/newAccount.ts'
import { sendTransaction } from './personal/sendTransaction.ts'
import { sign } from './personal/sign.ts'
import { signTransaction } from './personal/signTransaction.ts'
import { unlockAccount } from './personal/unlockAccount.ts'

/** geth's `personal_` methods, as far as they concern accounts of the devnet. */
export const personalMethods: readonly Method[] = [
  ecRecover,
  importRawKey,
  listAccounts,
  lockAccount,
  newAccount,
  sendTransaction,
  sign,
  signTransaction,
  unlockAccount,
]
