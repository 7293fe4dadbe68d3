import { act, ask } from '../state.ts'
import type { Hex } from '../wire.ts'

/** Sends as anybody: who is no account of the devnet is impersonated. The first account when nobody is named. */
export async function sendAs(
  from: string,
  transaction: { readonly to?: string; readonly data?: string; readonly value: Hex },
): Promise<Hex | undefined> {
  const own = await ask<Hex[]>('eth_accounts')
  const sender = from === '' ? own[0] : from
  if (sender === undefined) throw new Error('there is no account: give the address of a sender')
  if (!own.includes(sender.toLowerCase() as Hex)) {
    if ((await act('Impersonate', 'anvil_impersonateAccount', sender)) === undefined)
      return undefined
  }
  return act<Hex>('Send', 'eth_sendTransaction', { from: sender, ...transaction })
}
