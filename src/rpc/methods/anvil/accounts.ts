import * as v from 'valibot'
import type { Devnet } from '../../../devnet/devnet.ts'
import { callLimitMs } from '../../../execution/sandbox.ts'
import { writeReturned } from '../../../execution/writeReturned.ts'
import { bytesToHex, hexToBytes } from '../../../lib/hex.ts'
import { defineMethod, type Method } from '../../method.ts'
import { alsoCalled, done, peerOf } from '../../peers.ts'
import { invalidArgument, missingArgument, RpcError } from '../../rpcError.ts'
import { address, data, storageSlot } from '../../schema/data.ts'
import { field, object } from '../../schema/object.ts'
import { Problem, refined } from '../../schema/parsed.ts'
import { looseQuantity64, looseQuantity256 } from '../../schema/quantity.ts'

/** A view function of a token, and what it is to return. */
export interface TokenEdit {
  readonly token: Uint8Array
  /** Its selector and arguments. */
  readonly data: Uint8Array
  readonly value: bigint
}

/** Writes to the token's storage what makes the function return the value. Throws when no slot does it alone. */
async function editToken(devnet: Devnet, { token, data, value }: TokenEdit): Promise<void> {
  await devnet.development.editWith(async () => {
    const context = await devnet.reader.context({ tag: 'pending' })
    const request = { to: token, data }
    const engine = { machines: devnet.machines, limitMs: callLimitMs }
    const write = await writeReturned(engine, context, request, value)
    if (write === undefined) {
      const problem = `no slot makes ${bytesToHex(data.subarray(0, 4))} of ${bytesToHex(token)}`
      throw new RpcError(
        -32000,
        `${problem} return ${value}: check that it is an ERC-20 token and that the amount is not too large`,
      )
    }
    const { address, slot, word } = write
    return { address, storage: [[slot, word]] }
  })
}

/** Selector and arguments of 20 bytes each. */
function encodeCall(selector: Uint8Array, addresses: readonly Uint8Array[]): Uint8Array {
  const data = new Uint8Array(4 + 32 * addresses.length)
  data.set(selector)
  for (const [index, address] of addresses.entries()) data.set(address, 4 + 32 * index + 12)
  return data
}

const setBalance = defineMethod({
  name: 'anvil_setBalance',
  aliases: [...alsoCalled('setBalance'), 'tenderly_setBalance', 'evm_setAccountBalance'],
  summary: 'Sets the balance of an account, in wei.',
  params: v.strictTuple([address, looseQuantity256]),
  handler: async (context, [account, balance]) => {
    await context.devnet.development.edit({ address: account, balance })
    return done(context)
  },
})

const addBalance = defineMethod({
  name: 'anvil_addBalance',
  aliases: [...alsoCalled('addBalance'), 'tenderly_addBalance'],
  summary: 'Adds an amount of wei to the balance of an account.',
  params: v.strictTuple([address, looseQuantity256]),
  handler: async (context, [account, addBalance]) => {
    await context.devnet.development.edit({ address: account, addBalance })
    return done(context)
  },
})

const setCode = defineMethod({
  name: 'anvil_setCode',
  aliases: [...alsoCalled('setCode'), 'evm_setAccountCode'],
  summary: 'Sets the code of an account; `0x` removes it.',
  params: v.strictTuple([address, data]),
  handler: async (context, [account, code]) => {
    await context.devnet.development.edit({ address: account, code })
    return done(context)
  },
})

/** Hardhat takes no nonce that is lower than the account's, anvil and ganache do. */
const setNonce = defineMethod({
  name: 'anvil_setNonce',
  aliases: [...alsoCalled('setNonce'), 'evm_setAccountNonce'],
  summary:
    'Sets the nonce of an account; drops transactions below it. `hardhat_` refuses a lower nonce, and `evm_` with `compat: hardhat`.',
  params: v.strictTuple([address, looseQuantity64]),
  handler: async (context, [account, nonce]) => {
    const { devnet, reader } = context
    if (peerOf(context) === 'hardhat') {
      const { state } = await reader.view({ tag: 'pending' })
      const current = state.account(account)?.nonce ?? 0n
      if (nonce < current) {
        const problem = `New nonce (${nonce}) must not be smaller than the existing nonce (${current})`
        throw new RpcError(-32000, problem)
      }
      if (devnet.settings.compatRules.noncesNeedEmptyPool && devnet.pool.size > 0) {
        throw new RpcError(
          -32603,
          'Cannot set account nonce when the transaction pool is not empty',
        )
      }
    }
    await devnet.development.edit({ address: account, nonce })
    return done(context)
  },
})

const wordLength = 32

/** anvil and Hardhat take values of 32 bytes only, ganache shorter ones too. */
const setStorageAt = defineMethod({
  name: 'anvil_setStorageAt',
  aliases: [...alsoCalled('setStorageAt'), 'evm_setAccountStorageAt'],
  summary: 'Sets a storage slot to 32 bytes; returns true.',
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

const balanceOf = hexToBytes('0x70a08231')

/** tevm's way to say it; without a token it is ether. */
const deal = object({ erc20: field(address), account: address, amount: looseQuantity256 })

/** Answers as anvil and tevm do. */
const dealErc20 = defineMethod({
  name: 'anvil_dealERC20',
  aliases: [
    'anvil_dealErc20',
    'anvil_setERC20Balance',
    'anvil_setErc20Balance',
    'anvil_deal',
    'hardhat_dealERC20',
    'hardhat_dealErc20',
    'hardhat_setERC20Balance',
    'hardhat_setErc20Balance',
    'hardhat_deal',
    'evm_dealERC20',
    'evm_setERC20Balance',
  ],
  summary:
    'Sets an ERC-20 balance: account, token, amount. The slot is found by tracing `balanceOf`.',
  params: v.strictTuple([
    v.lazy((input) => (typeof input === 'object' ? deal : address)),
    v.optional(address),
    v.optional(looseQuantity256),
  ]),
  handler: async (context, [first, second, third]) => {
    const { devnet } = context
    const { account, erc20, amount } = dealOf(first, second, third)
    if (erc20 === undefined) {
      await devnet.development.edit({ address: account, balance: amount })
    } else {
      const data = encodeCall(balanceOf, [account])
      await editToken(devnet, { token: erc20, data, value: amount })
    }
    return done(context)
  },
})

function dealOf(
  first: v.InferOutput<typeof deal> | Uint8Array,
  erc20: Uint8Array | undefined,
  amount: bigint | undefined,
): v.InferOutput<typeof deal> {
  if (!(first instanceof Uint8Array)) return first
  if (erc20 === undefined) throw missingArgument(1)
  if (amount === undefined) throw missingArgument(2)
  return { account: first, erc20, amount }
}

const allowance = hexToBytes('0xdd62ed3e')

const setErc20Allowance = defineMethod({
  name: 'anvil_setERC20Allowance',
  aliases: [
    'anvil_setErc20Allowance',
    'hardhat_setERC20Allowance',
    'hardhat_setErc20Allowance',
    'evm_setERC20Allowance',
  ],
  summary:
    'Sets an ERC-20 allowance: owner, spender, token, amount. The slot is found by tracing `allowance`.',
  params: v.strictTuple([address, address, address, looseQuantity256]),
  handler: async (context, [owner, spender, token, value]) => {
    const data = encodeCall(allowance, [owner, spender])
    await editToken(context.devnet, { token, data, value })
    return done(context)
  },
})

const impersonateAccount = defineMethod({
  name: 'anvil_impersonateAccount',
  aliases: alsoCalled('impersonateAccount'),
  summary: 'Accepts transactions from an account or contract without its key.',
  params: v.strictTuple([address]),
  handler: (context, [account]) => {
    context.devnet.impersonation.start(account)
    return done(context)
  },
})

const signature = v.pipe(
  data,
  refined((bytes) =>
    bytes.length === 65 ? bytes : new Problem(`expected 65 bytes (r, s, v), got ${bytes.length}`),
  ),
)
const pair = v.strictTuple([signature, address])

/** Anvil takes the two in a list of their own; here they may stand side by side as well. */
const impersonateSignature = defineMethod({
  name: 'anvil_impersonateSignature',
  summary:
    'Makes `ecrecover` return an account for a 65-byte signature (r, s, v) of any message, until the node ends.',
  params: v.strictTuple([
    v.lazy((input) => (Array.isArray(input) ? pair : signature)),
    v.optional(address),
  ]),
  handler: ({ devnet: { impersonation } }, [first, second]) => {
    const [signed, signer] = Array.isArray(first) ? first : [first, second]
    if (signer === undefined) throw new RpcError(-32602, 'missing value for required argument 1')
    impersonation.sign(signed, signer)
  },
})

/** Hardhat answers whether it was impersonated, anvil nothing. */
const stopImpersonatingAccount = defineMethod({
  name: 'anvil_stopImpersonatingAccount',
  aliases: alsoCalled('stopImpersonatingAccount'),
  summary: 'Ends `anvil_impersonateAccount`.',
  params: v.strictTuple([address]),
  handler: (context, [account]) => {
    const was = context.devnet.impersonation.stop(account)
    return peerOf(context) === 'anvil' ? null : was
  },
})

const autoImpersonateAccount = defineMethod({
  name: 'anvil_autoImpersonateAccount',
  aliases: alsoCalled('autoImpersonateAccount'),
  summary: 'Switches whether transactions of any account are accepted without its key.',
  params: v.strictTuple([v.boolean('expected a boolean')]),
  handler: (context, [on]) => {
    context.devnet.impersonation.auto = on
    return done(context)
  },
})

export const anvilAccountMethods: readonly Method[] = [
  addBalance,
  autoImpersonateAccount,
  dealErc20,
  impersonateAccount,
  impersonateSignature,
  setBalance,
  setCode,
  setErc20Allowance,
  setNonce,
  setStorageAt,
  stopImpersonatingAccount,
]
