import type { Flag } from '../flag.ts'

/** Who has ether at the start, and who may send. */
export const accountFlags: readonly Flag[] = [
  {
    name: 'accounts',
    short: 'a',
    aliases: ['wallet.totalAccounts'],
    type: 'number',
    default: '10',
    description: 'Number of funded accounts',
    group: 'Accounts',
    target: { of: 'devnet', option: 'accounts' },
  },
  {
    name: 'balance',
    aliases: ['e', 'wallet.defaultBalance'],
    type: 'text',
    default: '10000',
    description: 'Balance of each account, in ether',
    group: 'Accounts',
    target: { of: 'devnet', option: 'balance' },
  },
  {
    name: 'mnemonic',
    short: 'm',
    aliases: ['wallet.mnemonic'],
    type: 'text',
    default: 'test test … test junk',
    description: 'BIP-39 words that the accounts come from',
    group: 'Accounts',
    target: { of: 'devnet', option: 'mnemonic' },
  },
  {
    name: 'auto-impersonate',
    aliases: ['auto-unlock'],
    type: 'switch',
    default: 'false',
    description: "Take everybody's transactions without a signature (eth_sendTransaction)",
    group: 'Accounts',
    target: { of: 'devnet', option: 'autoImpersonate' },
  },
]
