import { type Address, type Hex, hexToNumber, maxUint256, slice, zeroAddress, zeroHash } from 'viem'
import { privateKeyToAccount } from 'viem/accounts'
import { expect, test } from 'vitest'
import { asset, b20Devnet, type Call, idOf, policyRegistry, stablecoin } from './b20Client.ts'

const memo = `0x${'77'.repeat(32)}` as const
const [transfers, mints, burns, seizures] = [0, 1, 2, 3]

/** A token of which the first account has all roles, and the second account 100. */
async function tokenOf(options: { readonly isStablecoin?: boolean } = {}) {
  const b20 = await b20Devnet()
  const given = options.isStablecoin === true ? stablecoin(b20.admin) : asset(b20.admin)
  const roles = [
    'MINT',
    'BURN',
    'BURN_BLOCKED',
    'SEIZE',
    'PAUSE',
    'UNPAUSE',
    'METADATA',
    'OPERATOR',
  ]
  const { token } = await b20.create(given, [
    ...roles.map((role): Call => ['grantRole', idOf(`${role}_ROLE`), b20.admin]),
    ['mint', b20.alice, 100n],
  ])
  const balance = (account: Address) => b20.read(token, 'balanceOf', account)
  const events = async (account: Address, ...call: Call) =>
    (await b20.send(account, token, ...call)).events
  return {
    ...b20,
    token,
    balance,
    events,
    is: (...call: Call) => b20.read(token, ...call),
    fails: (account: Address, ...call: Call) => b20.refusal(account, token, ...call),
  }
}

test.each([false, true])(
  'transfers, allowances and memos of a stablecoin: %s',
  async (isStablecoin) => {
    await using b20 = await tokenOf({ isStablecoin })
    const { admin, alice, bob, carol, token, balance, events, is, fails } = b20
    expect(await events(alice, 'transfer', bob, 30n)).toEqual([['Transfer', alice, bob, 30n]])
    expect(await events(alice, 'approve', carol, 20n)).toEqual([['Approval', alice, carol, 20n]])
    expect(await events(carol, 'transferFromWithMemo', alice, bob, 5n, memo)).toEqual([
      ['Transfer', alice, bob, 5n],
      ['Memo', carol, memo],
    ])
    expect(await events(carol, 'transferFrom', alice, carol, 5n)).toHaveLength(1)
    expect(await is('allowance', alice, carol)).toBe(10n)
    await events(bob, 'approve', carol, maxUint256)
    await events(carol, 'transferFrom', bob, carol, 1n)
    expect(await is('allowance', bob, carol)).toBe(maxUint256)
    expect([await balance(alice), await balance(bob), await balance(carol)]).toEqual([60n, 34n, 6n])
    expect(await fails(carol, 'transferFrom', alice, bob, 11n)).toEqual([
      'InsufficientAllowance',
      carol,
      10n,
      11n,
    ])
    expect(await fails(alice, 'transfer', bob, 61n)).toEqual([
      'InsufficientBalance',
      alice,
      60n,
      61n,
    ])
    expect(await fails(alice, 'transfer', token, 1n)).toEqual(['InvalidReceiver', token])
    expect(await fails(alice, 'transfer', zeroAddress, 1n)).toEqual([
      'InvalidReceiver',
      zeroAddress,
    ])
    expect(await fails(admin, 'transferFrom', zeroAddress, bob, 0n)).toEqual([
      'InvalidSender',
      zeroAddress,
    ])
    expect(await fails(alice, 'approve', zeroAddress, 1n)).toEqual(['InvalidSpender', zeroAddress])
  },
)

test('supply: minted and burnt by roles, up to the cap', async () => {
  await using b20 = await tokenOf()
  const { admin, alice, bob, events, is, fails, token } = b20
  const most = 2n ** 128n - 1n
  expect(await events(admin, 'mintWithMemo', admin, 50n, memo)).toEqual([
    ['Transfer', zeroAddress, admin, 50n],
    ['Memo', admin, memo],
  ])
  expect(await events(admin, 'burnWithMemo', 20n, memo)).toEqual([
    ['Transfer', admin, zeroAddress, 20n],
    ['Memo', admin, memo],
  ])
  expect(await events(admin, 'updateSupplyCap', 131n)).toEqual([
    ['SupplyCapUpdated', admin, most, 131n],
  ])
  expect(await is('totalSupply')).toBe(130n)
  expect(await fails(admin, 'mint', bob, 2n)).toEqual(['SupplyCapExceeded', 131n, 132n])
  expect(await fails(admin, 'updateSupplyCap', 129n)).toEqual(['InvalidSupplyCap', 130n, 129n])
  expect(await fails(admin, 'updateSupplyCap', most + 1n)).toEqual([
    'InvalidSupplyCap',
    130n,
    most + 1n,
  ])
  expect(await fails(admin, 'burn', 31n)).toEqual(['InsufficientBalance', admin, 30n, 31n])
  expect(await fails(admin, 'mint', token, 1n)).toEqual(['InvalidReceiver', token])
  const missing = (role: string) => ['AccessControlUnauthorizedAccount', alice, idOf(role)]
  expect(await fails(alice, 'mint', bob, 1n)).toEqual(missing('MINT_ROLE'))
  expect(await fails(alice, 'burn', 1n)).toEqual(missing('BURN_ROLE'))
  expect(await fails(alice, 'pause', [0])).toEqual(missing('PAUSE_ROLE'))
  expect(await fails(alice, 'unpause', [0])).toEqual(missing('UNPAUSE_ROLE'))
  expect(await fails(alice, 'updateName', '')).toEqual(missing('METADATA_ROLE'))
  expect(await fails(alice, 'seizeWithMemo', bob, admin, 1n, memo)).toEqual(missing('SEIZE_ROLE'))
  expect(await fails(alice, 'burnBlocked', bob, 1n)).toEqual(missing('BURN_BLOCKED_ROLE'))
  expect(await fails(alice, 'updateMultiplier', 1n)).toEqual(missing('OPERATOR_ROLE'))
  const sent = b20.client.call({ account: admin, to: token, value: 1n, data: '0x06fdde03' })
  await expect(sent).rejects.toThrow('0x6fb1b0e9') // NonPayable()
})

test('pauses: each kind by itself, before all else', async () => {
  await using b20 = await tokenOf()
  const { admin, alice, bob, events, is, fails } = b20
  expect(await events(admin, 'pause', [burns, transfers])).toEqual([
    ['Paused', admin, [burns, transfers]],
  ])
  expect(await is('pausedFeatures')).toEqual([transfers, burns])
  expect([await is('isPaused', transfers), await is('isPaused', mints)]).toEqual([true, false])
  const paused = (feature: number) => ['ContractPaused', feature]
  expect(await fails(alice, 'transfer', zeroAddress, 1n)).toEqual(paused(0))
  expect(await fails(bob, 'burn', 1n)).toEqual(paused(2))
  expect(await fails(bob, 'burnBlocked', alice, 1n)).toEqual(paused(2))
  await events(admin, 'pause', [mints, seizures])
  expect(await fails(bob, 'mint', bob, 1n)).toEqual(paused(1))
  expect(await fails(bob, 'batchMint', [], [])).toEqual(paused(1))
  expect(await fails(bob, 'seizeWithMemo', alice, bob, 1n, memo)).toEqual(paused(3))
  expect(await events(admin, 'unpause', [transfers])).toEqual([['Unpaused', admin, [transfers]]])
  expect(await events(alice, 'transfer', bob, 1n)).toHaveLength(1)
  expect(await fails(admin, 'pause', [])).toEqual(['EmptyFeatureSet'])
})

test('roles: granted and revoked by their admins, the last admin only on purpose', async () => {
  await using b20 = await tokenOf()
  const { admin, alice, bob, events, is, fails } = b20
  const role = idOf('ANY')
  expect(await events(admin, 'setRoleAdmin', role, idOf('BOSS'))).toEqual([
    ['RoleAdminChanged', role, zeroHash, idOf('BOSS')],
  ])
  expect(await is('getRoleAdmin', role)).toBe(idOf('BOSS'))
  expect(await fails(admin, 'grantRole', role, bob)).toEqual([
    'AccessControlUnauthorizedAccount',
    admin,
    idOf('BOSS'),
  ])
  await events(admin, 'grantRole', idOf('BOSS'), alice)
  expect(await events(alice, 'grantRole', role, bob)).toEqual([['RoleGranted', role, bob, alice]])
  expect(await events(alice, 'grantRole', role, bob)).toEqual([])
  expect(await is('hasRole', role, bob)).toBe(true)
  expect(await fails(bob, 'renounceRole', role, alice)).toEqual(['AccessControlBadConfirmation'])
  expect(await events(bob, 'renounceRole', role, bob)).toEqual([['RoleRevoked', role, bob, bob]])
  expect(await fails(admin, 'renounceRole', zeroHash, admin)).toEqual(['LastAdminCannotRenounce'])
  expect(await fails(admin, 'revokeRole', zeroHash, admin)).toEqual(['LastAdminCannotRenounce'])
  await events(admin, 'grantRole', zeroHash, bob)
  expect(await fails(admin, 'renounceLastAdmin')).toEqual(['NotSoleAdmin'])
  await events(admin, 'revokeRole', zeroHash, bob)
  expect(await events(admin, 'renounceLastAdmin')).toEqual([
    ['RoleRevoked', zeroHash, admin, admin],
    ['LastAdminRenounced', admin],
  ])
  // Not even by the admin of a role of its own.
  expect(await fails(alice, 'grantRole', role, bob)).toEqual([
    'AccessControlUnauthorizedAccount',
    alice,
    zeroHash,
  ])
})

test('policies: of sender, receiver, executor and of mints, each in a scope', async () => {
  await using b20 = await tokenOf()
  const { admin, alice, bob, carol, events, is, fails, send } = b20
  const scopes = ['TRANSFER_SENDER_POLICY', 'TRANSFER_RECEIVER_POLICY', 'MINT_RECEIVER_POLICY']
  await send(admin, policyRegistry, 'createPolicyWithAccounts', admin, 0, [carol])
  const id = 2n
  for (const scope of scopes) {
    expect(await events(admin, 'updatePolicy', idOf(scope), id)).toEqual([
      ['PolicyUpdated', idOf(scope), 0n, id],
    ])
    expect(await is('policyId', idOf(scope))).toBe(id)
  }
  const forbidden = (scope: string) => ['PolicyForbids', idOf(scope), id]
  expect(await fails(carol, 'transfer', bob, 0n)).toEqual(forbidden('TRANSFER_SENDER_POLICY'))
  expect(await fails(alice, 'transfer', carol, 1n)).toEqual(forbidden('TRANSFER_RECEIVER_POLICY'))
  expect(await fails(admin, 'mint', carol, 1n)).toEqual(forbidden('MINT_RECEIVER_POLICY'))
  expect(await events(alice, 'transfer', bob, 1n)).toHaveLength(1)
  await events(admin, 'updatePolicy', idOf('TRANSFER_EXECUTOR_POLICY'), id)
  expect(await fails(carol, 'transferFrom', alice, bob, 0n)).toEqual(
    forbidden('TRANSFER_EXECUTOR_POLICY'),
  )
  // Since Denim of those who send their own, too.
  expect(await fails(carol, 'transfer', bob, 0n)).toEqual(forbidden('TRANSFER_EXECUTOR_POLICY'))
  expect(await fails(admin, 'updatePolicy', idOf('OTHER'), id)).toEqual([
    'UnsupportedPolicyType',
    idOf('OTHER'),
  ])
  expect(await fails(admin, 'updatePolicy', idOf(scopes[0] as string), 9n)).toEqual([
    'PolicyNotFound',
    9n,
  ])
})

test('seizures and burns of who is blocked', async () => {
  await using b20 = await tokenOf()
  const { admin, alice, bob, token, balance, events, fails, send } = b20
  await send(admin, policyRegistry, 'createPolicyWithAccounts', admin, 0, [alice])
  const seize = (from: Address, to: Address, amount = 10n): Call => [
    'seizeWithMemo',
    from,
    to,
    amount,
    memo,
  ]
  expect(await fails(admin, ...seize(alice, bob))).toEqual(['AccountNotSeizable', alice])
  await events(admin, 'updatePolicy', idOf('SEIZE_EXEMPT_POLICY'), 2n)
  expect(await events(admin, ...seize(alice, bob))).toEqual([
    ['Transfer', alice, bob, 10n],
    ['Memo', admin, memo],
    ['Seized', admin, alice, bob, 10n],
  ])
  expect(await fails(admin, ...seize(bob, alice))).toEqual(['AccountNotSeizable', bob])
  expect(await fails(admin, ...seize(alice, alice))).toEqual(['InvalidReceiver', alice])
  expect(await fails(admin, ...seize(alice, token))).toEqual(['InvalidReceiver', token])
  expect(await fails(admin, ...seize(zeroAddress, bob))).toEqual(['InvalidSender', zeroAddress])
  expect(await fails(admin, ...seize(alice, bob, 91n))).toEqual([
    'InsufficientBalance',
    alice,
    90n,
    91n,
  ])
  const blockAll = (1n << 56n) | 1n
  await events(admin, 'updatePolicy', idOf('SEIZE_RECEIVER_POLICY'), blockAll)
  expect(await fails(admin, ...seize(alice, bob))).toEqual([
    'PolicyForbids',
    idOf('SEIZE_RECEIVER_POLICY'),
    blockAll,
  ])
  expect(await fails(admin, 'burnBlocked', alice, 1n)).toEqual(['AccountNotBlocked', alice])
  await events(admin, 'updatePolicy', idOf('TRANSFER_SENDER_POLICY'), 2n)
  expect(await events(admin, 'burnBlocked', alice, 1n)).toEqual([
    ['Transfer', alice, zeroAddress, 1n],
    ['BurnedBlocked', admin, alice, 1n],
  ])
  expect(await balance(alice)).toBe(89n)
})

test('permits are signed over the present name', async () => {
  await using b20 = await tokenOf()
  const { admin, alice, bob, token, events, is, fails, devnet } = b20
  const key = devnet.accounts[1]?.privateKey as Hex
  const owner = privateKeyToAccount(key)
  const permit = async (name: string, spender = bob, deadline = maxUint256): Promise<Call> => {
    const signature = await owner.signTypedData({
      domain: { name, version: '1', chainId: 8453, verifyingContract: token },
      types: {
        Permit: ['owner', 'spender', 'value', 'nonce', 'deadline'].map((field, index) => ({
          name: field,
          type: index < 2 ? 'address' : 'uint256',
        })),
      },
      primaryType: 'Permit',
      message: { owner: alice, spender, value: 5n, nonce: 0n, deadline },
    })
    const [r, s, v] = [slice(signature, 0, 32), slice(signature, 32, 64), slice(signature, 64)]
    return ['permit', alice, spender, 5n, deadline, hexToNumber(v), r, s]
  }
  expect(await is('eip712Domain')).toEqual(['0x0f', 'Gold', '1', 8453n, token, zeroHash, []])
  expect(await events(admin, 'updateName', 'Gold 2')).toEqual([
    ['NameUpdated', admin, 'Gold 2'],
    ['EIP712DomainChanged'],
  ])
  const stale = (await fails(bob, ...(await permit('Gold')))) as unknown[]
  expect([stale[0], stale[2]]).toEqual(['InvalidSigner', alice])
  expect(await fails(bob, ...(await permit('Gold 2', bob, 1n)))).toEqual(['ExpiredSignature', 1n])
  const none = await permit('Gold 2', zeroAddress)
  expect(await fails(bob, ...none)).toEqual(['InvalidSpender', zeroAddress])
  expect(await events(bob, ...(await permit('Gold 2')))).toEqual([['Approval', alice, bob, 5n]])
  expect([await is('nonces', alice), await is('allowance', alice, bob)]).toEqual([1n, 5n])
  const [name] = (await fails(bob, ...(await permit('Gold 2')))) as unknown[]
  expect(name).toBe('InvalidSigner')
})

test('metadata: symbol, URI and entries', async () => {
  await using b20 = await tokenOf()
  const { admin, events, is, fails } = b20
  expect(await events(admin, 'updateSymbol', 'AU')).toEqual([['SymbolUpdated', admin, 'AU']])
  expect(await events(admin, 'updateContractURI', 'ipfs://x')).toEqual([['ContractURIUpdated']])
  expect(await events(admin, 'updateExtraMetadata', 'region', 'EU')).toEqual([
    ['ExtraMetadataUpdated', 'region', 'EU'],
  ])
  expect([
    await is('symbol'),
    await is('contractURI'),
    await is('extraMetadata', 'region'),
  ]).toEqual(['AU', 'ipfs://x', 'EU'])
  expect(await fails(admin, 'updateExtraMetadata', '', 'EU')).toEqual(['InvalidMetadataKey'])
})
