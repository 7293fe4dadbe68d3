import type {
  Prestate,
  PrestateResult,
  TracedAccount,
} from '../../execution/trace/prestateTracer.ts'

import { bytesToHex, quantity } from '../../lib/hex.ts'

/** Accounts of geth's `prestateTracer`: by address, or before and after. The nonce is a JSON number. */
export function formatPrestate({ pre, post }: PrestateResult) {
  return post === undefined
    ? formatAccounts(pre)
    : { post: formatAccounts(post), pre: formatAccounts(pre) }
}

function formatAccounts(accounts: Prestate) {
  return Object.fromEntries(
    [...accounts].map(([address, account]) => [address, formatAccount(account)]),
  )
}

/** Fields that are not there and nonces of zero are left out. */
function formatAccount({ balance, nonce, code, codeHash, storage }: TracedAccount) {
  return {
    ...(balance !== undefined && { balance: quantity(balance) }),
    ...(code !== undefined && { code: bytesToHex(code) }),
    ...(codeHash !== undefined && { codeHash: bytesToHex(codeHash) }),
    ...(nonce !== undefined && nonce > 0n && { nonce: Number(nonce) }),
    ...(storage.size > 0 && {
      storage: Object.fromEntries([...storage].map(([slot, value]) => [slot, bytesToHex(value)])),
    }),
  }
}
