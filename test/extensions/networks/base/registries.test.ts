import { type Address, type Hex, keccak256, stringToHex, zeroAddress } from 'viem'
import { expect, test } from 'vitest'
import {
  activationRegistry,
  asset,
  b20Devnet,
  type Call,
  factory,
  policyRegistry,
} from './b20Client.ts'

const [blocklist, allowlist, union, intersect] = [0, 1, 2, 3]
const inverted = 1n << 63n
const idOf = (type: number, counter: bigint) => (BigInt(type) << 56n) | counter

async function registry() {
  const b20 = await b20Devnet()
  return {
    ...b20,
    events: async (account: Address, ...call: Call) =>
      (await b20.send(account, policyRegistry, ...call)).events,
    is: (...call: Call) => b20.read(policyRegistry, ...call),
    allows: (id: bigint, account: Address) => b20.read(policyRegistry, 'isAuthorized', id, account),
    fails: (account: Address, ...call: Call) => b20.refusal(account, policyRegistry, ...call),
  }
}

test('lists have ids by type and count, and admins that hand over in two steps', async () => {
  await using b20 = await registry()
  const { admin, alice, bob, events, is, allows, fails } = b20
  const id = idOf(allowlist, 2n)
  expect(await events(bob, 'createPolicyWithAccounts', admin, allowlist, [alice])).toEqual([
    ['PolicyCreated', id, bob, allowlist],
    ['PolicyAdminUpdated', id, zeroAddress, admin],
    ['AllowlistUpdated', id, bob, true, [alice]],
  ])
  expect([await allows(id, alice), await allows(id, bob)]).toEqual([true, false])
  expect(await events(admin, 'updateAllowlist', id, false, [alice])).toEqual([
    ['AllowlistUpdated', id, admin, false, [alice]],
  ])
  expect(await allows(id, alice)).toBe(false)
  const block = idOf(blocklist, 3n)
  expect(await events(admin, 'createPolicy', admin, blocklist)).toHaveLength(2)
  expect(await events(admin, 'updateBlocklist', block, true, [bob])).toEqual([
    ['BlocklistUpdated', block, admin, true, [bob]],
  ])
  expect([await allows(block, alice), await allows(block, bob)]).toEqual([true, false])
  expect(await events(admin, 'stageUpdateAdmin', id, alice)).toEqual([
    ['PolicyAdminStaged', id, admin, alice],
  ])
  expect([await is('policyAdmin', id), await is('pendingPolicyAdmin', id)]).toEqual([admin, alice])
  expect(await fails(bob, 'finalizeUpdateAdmin', id)).toEqual(['Unauthorized'])
  expect(await events(alice, 'finalizeUpdateAdmin', id)).toEqual([
    ['PolicyAdminUpdated', id, admin, alice],
  ])
  expect(await fails(alice, 'finalizeUpdateAdmin', id)).toEqual(['NoPendingAdmin'])
  expect(await events(alice, 'renounceAdmin', id)).toEqual([
    ['PolicyAdminUpdated', id, alice, zeroAddress],
  ])
  expect(await fails(alice, 'updateAllowlist', id, true, [alice])).toEqual(['Unauthorized'])
  expect(await is('policyExists', id)).toBe(true)
})

test('composites ask their children as they are now, and bit 63 inverts', async () => {
  await using b20 = await registry()
  const { admin, alice, bob, carol, events, is, allows, fails } = b20
  await events(admin, 'createPolicyWithAccounts', admin, allowlist, [alice, bob])
  await events(admin, 'createPolicyWithAccounts', admin, blocklist, [bob])
  const [allow, block] = [idOf(allowlist, 2n), idOf(blocklist, 3n)]
  const both = idOf(intersect, 4n)
  expect(await events(admin, 'createCompositePolicy', admin, intersect, [allow, block])).toEqual([
    ['PolicyCreated', both, admin, intersect],
    ['PolicyAdminUpdated', both, zeroAddress, admin],
    ['CompositePolicyUpdated', both, admin, [allow, block]],
  ])
  const answers = async (id: bigint) => Promise.all([alice, bob, carol].map((of) => allows(id, of)))
  expect(await answers(both)).toEqual([true, false, false])
  expect(await answers(both | inverted)).toEqual([false, true, true])
  await events(admin, 'updateComposite', both, [allow, block | inverted])
  expect(await answers(both)).toEqual([false, true, false])
  expect(await is('compositePolicyChildIds', both)).toEqual([allow, block | inverted])
  await events(admin, 'createCompositePolicy', admin, union, [allow, block])
  const either = idOf(union, 5n)
  expect(await answers(either)).toEqual([true, true, true])
  await events(admin, 'updateAllowlist', allow, false, [bob])
  expect(await answers(either)).toEqual([true, false, true])
  expect(await is('policyExists', both | inverted)).toBe(true)
  expect(await is('invertedPolicyId', both)).toBe(both | inverted)
  expect(await fails(bob, 'updateComposite', both, [])).toEqual(['Unauthorized'])
  expect(await fails(admin, 'updateComposite', allow, [])).toEqual(['IncompatiblePolicyType'])
  const composite = (...ids: bigint[]): Call => ['createCompositePolicy', admin, union, ids]
  expect(await fails(admin, ...composite(allow))).toEqual(['ChildPoliciesOutsideOfRange'])
  expect(await fails(admin, ...composite(...Array<bigint>(5).fill(allow)))).toEqual([
    'ChildPoliciesOutsideOfRange',
  ])
  expect(await fails(admin, ...composite(both, 99n))).toEqual(['PolicyNotFound'])
  expect(await fails(admin, ...composite(allow, both))).toEqual(['InvalidChildPolicy', both])
  expect(await fails(admin, ...composite(allow, 0n))).toEqual(['InvalidChildPolicy', 0n])
  expect(await fails(admin, 'createCompositePolicy', admin, allowlist, [])).toEqual([
    'IncompatiblePolicyType',
  ])
})

test('whether an account is authorized is answered for every id', async () => {
  await using b20 = await registry()
  const { alice, is, allows } = b20
  const answers = async (...ids: bigint[]) => Promise.all(ids.map((id) => allows(id, alice)))
  const blockAll = idOf(allowlist, 1n)
  expect(await answers(0n, blockAll, blockAll | inverted, inverted)).toEqual([
    true,
    false,
    true,
    false,
  ])
  // Unknown ones as empty lists; types that are none, and inverted unknown ones, deny.
  const unknown = [idOf(blocklist, 9n), idOf(allowlist, 9n), idOf(union, 9n), idOf(intersect, 9n)]
  expect(await answers(...unknown)).toEqual([true, false, false, true])
  expect(await answers(...unknown.map((id) => id | inverted))).toEqual(Array(4).fill(false))
  expect(await answers(idOf(4, 2n), idOf(127, 2n), (1n << 64n) - 1n)).toEqual(Array(3).fill(false))
  expect(await is('policyExists', idOf(127, 2n))).toBe(false)
  expect(await is('policyAdmin', idOf(127, 2n))).toBe(zeroAddress)
})

test('lists that cannot be made or changed', async () => {
  await using b20 = await registry()
  const { admin, alice, events, fails } = b20
  expect(await fails(admin, 'createPolicy', zeroAddress, union)).toEqual(['ZeroAddress'])
  expect(await fails(admin, 'createPolicy', admin, union)).toEqual(['IncompatiblePolicyType'])
  const many = Array<Address>(65).fill(alice)
  expect(await fails(admin, 'createPolicyWithAccounts', admin, blocklist, many)).toEqual([
    'BatchSizeTooLarge',
    64n,
  ])
  await events(admin, 'createPolicy', admin, blocklist)
  expect(await fails(admin, 'updateBlocklist', 2n, true, many)).toEqual(['BatchSizeTooLarge', 64n])
  expect(await fails(alice, 'updateAllowlist', 2n, true, [])).toEqual(['IncompatiblePolicyType'])
  expect(await fails(alice, 'updateBlocklist', 2n, true, [])).toEqual(['Unauthorized'])
  expect(await fails(alice, 'updateBlocklist', 9n, true, [])).toEqual(['PolicyNotFound'])
  // The built-in ones have no admin.
  expect(await fails(alice, 'updateBlocklist', 0n, true, [])).toEqual(['Unauthorized'])
})

test('features are switched by the admin alone, and what needs them is refused without', async () => {
  await using b20 = await b20Devnet()
  const { admin: first, devnet, read, refusal, send } = b20
  const admin = (await read(activationRegistry, 'admin')) as Address
  expect(admin).toBe('0x84530000000000000000000000000000000000AD')
  const features = ['asset', 'stablecoin'].map((name) => keccak256(stringToHex(`base.b20_${name}`)))
  const [ofAssets = '0x'] = features as Hex[]
  const policies = keccak256(stringToHex('base.policy_registry'))
  for (const feature of [...features, policies]) {
    expect(await read(activationRegistry, 'isActivated', feature)).toBe(true)
  }
  expect(await refusal(first, activationRegistry, 'activate', ofAssets)).toEqual([
    'Unauthorized',
    first,
  ])
  await devnet.provider.request({ method: 'anvil_impersonateAccount', params: [admin] })
  await devnet.provider.request({
    method: 'anvil_setBalance',
    params: [admin, '0xde0b6b3a7640000'],
  })
  expect(await refusal(admin, activationRegistry, 'activate', ofAssets)).toEqual([
    'AlreadyActivated',
    ofAssets,
  ])
  const { token } = await b20.create(asset(first), [['mint', first, 1n]])
  for (const feature of [ofAssets, policies]) {
    const { events } = await send(admin, activationRegistry, 'deactivate', feature)
    expect(events).toEqual([['FeatureDeactivated', feature, admin]])
    const error = ['FeatureNotActivated', feature]
    expect(await refusal(admin, activationRegistry, 'deactivate', feature)).toEqual(error)
    expect(await refusal(first, activationRegistry, 'checkActivated', feature)).toEqual(error)
  }
  const { variant, params } = asset(first)
  const salt = `0x${'01'.repeat(32)}`
  expect(await refusal(first, factory, 'createB20', variant, salt, params, [])).toEqual([
    'FeatureNotActivated',
    ofAssets,
  ])
  expect(await refusal(first, policyRegistry, 'createPolicy', first, 0)).toEqual([
    'FeatureNotActivated',
    policies,
  ])
  // What there is goes on, and so do questions.
  expect((await send(first, token, 'transfer', admin, 1n)).status).toBe('success')
  expect(await read(policyRegistry, 'isAuthorized', 0n, first)).toBe(true)
  const { events } = await send(admin, activationRegistry, 'activate', ofAssets)
  expect(events).toEqual([['FeatureActivated', ofAssets, admin]])
})
