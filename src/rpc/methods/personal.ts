import * as v from 'valibot'
import { signTransaction as signFilled } from '../../devnet/submit/sendTransaction.ts'
import { bytesToHex } from '../../lib/hex.ts'
import { hashMessage, signatureOf, signerOf } from '../../wallet/signature.ts'
import { formatSigned } from '../format/transaction.ts'
import { defineMethod, type Method } from '../method.ts'
import { address, data, privateKey } from '../schema/data.ts'
import { looseInteger } from '../schema/quantity.ts'
import { transactionRequest } from '../schema/transactionRequest.ts'

/** Answers as geth did. */
const ecRecover = defineMethod({
  name: 'personal_ecRecover',
  summary: 'Address that signed a message with the prefix of EIP-191.',
  params: v.strictTuple([data, data]),
  handler: (_, [message, signature]) => bytesToHex(signerOf(hashMessage(message), signature)),
})

/** Answers as geth did. */
const importRawKey = defineMethod({
  name: 'personal_importRawKey',
  summary: 'Adds the account of a private key, locked with a passphrase; returns its address.',
  params: v.strictTuple([privateKey, v.string()]),
  handler: ({ devnet }, [key, passphrase]) => bytesToHex(devnet.keyring.add(key, passphrase)),
})

/** Answers as geth did. */
const listAccounts = defineMethod({
  name: 'personal_listAccounts',
  summary: 'Addresses of all accounts with keys, locked ones too.',
  params: v.strictTuple([]),
  handler: ({ devnet }) => devnet.keyring.addresses(),
})

/** Answers as geth did. */
const lockAccount = defineMethod({
  name: 'personal_lockAccount',
  summary:
    'Locks an account, which then signs only with its passphrase; returns whether it was there.',
  params: v.strictTuple([address]),
  handler: ({ devnet }, [account]) => devnet.keyring.lock(account),
})

/** Answers as geth did, with a key that is not random: so that equal runs are equal. */
const newAccount = defineMethod({
  name: 'personal_newAccount',
  summary: 'Adds the next account of the mnemonic, locked with a passphrase; returns its address.',
  params: v.strictTuple([v.string()]),
  handler: async ({ devnet }, [passphrase]) => bytesToHex(await devnet.keyring.create(passphrase)),
})

/** Answers as geth did. */
const sendTransaction = defineMethod({
  name: 'personal_sendTransaction',
  sends: true,
  summary: 'Fills, signs and submits a transaction of an account, unlocked by its passphrase.',
  params: v.strictTuple([transactionRequest, v.string()]),
  handler: async ({ devnet }, [request, passphrase]) => {
    const sender = devnet.keyring.sender(request.from, passphrase)
    return (await devnet.send(request, sender)).hash
  },
})

/** Answers as geth did; wallets call it without the passphrase. */
const sign = defineMethod({
  name: 'personal_sign',
  summary:
    'Signs a message for an account, with the prefix of EIP-191; message first. A locked account needs its passphrase.',
  params: v.strictTuple([data, address, v.optional(v.string())]),
  handler: ({ devnet }, [message, signer, passphrase]) => {
    const { privateKey } = devnet.keyring.signer(signer, passphrase)
    return bytesToHex(signatureOf(hashMessage(message), privateKey))
  },
})

/** Answers as geth and ganache did. */
const signTransaction = defineMethod({
  name: 'personal_signTransaction',
  summary:
    'Fills and signs a transaction of an account, unlocked by its passphrase; returns its bytes.',
  params: v.strictTuple([transactionRequest, v.string()]),
  handler: async ({ devnet, reader }, [request, passphrase]) => {
    const { machines, suggestedTip: tip, keyring, settings } = devnet
    const account = keyring.signer(request.from, passphrase)
    const transaction = await signFilled({ reader, machines, tip }, request, account)
    return formatSigned(transaction, settings.compat)
  },
})

/** geth's. */
const defaultSeconds = 300

/** Answers as geth did. Accounts of the mnemonic that are there from the start take any passphrase. */
const unlockAccount = defineMethod({
  name: 'personal_unlockAccount',
  summary: 'Unlocks an account for 300 s or the given seconds; 0 means until the node ends.',
  params: v.strictTuple([address, v.optional(v.string(), ''), v.optional(looseInteger)]),
  handler: ({ devnet }, [account, passphrase, seconds = defaultSeconds]) => {
    const durationMs = seconds === 0 ? Number.POSITIVE_INFINITY : seconds * 1000
    devnet.keyring.unlock(account, passphrase, durationMs)
    return true
  },
})

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
