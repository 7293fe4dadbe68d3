import * as v from 'valibot'
import { defineMethod } from '../../method.ts'

/**
 * Spec: execution-apis `eth_accounts`; EIP-1102 names it `eth_requestAccounts`. Anvil lists those
 * impersonated too, without which ethers' `getSigner(address)` refuses them.
 */
export const accounts = defineMethod({
  name: 'eth_accounts',
  aliases: ['eth_requestAccounts'],
  summary:
    'Addresses that the devnet signs or sends for: its unlocked accounts, and those impersonated.',
  params: v.strictTuple([]),
  handler: ({ devnet: { keyring, impersonation, settings } }) =>
    settings.compat === 'anvil'
      ? [...new Set([...keyring.unlocked(), ...impersonation.addresses])]
      : keyring.unlocked(),
})
