import type { Address } from 'viem'
import { zeroAddress } from 'viem'
import { expect, test } from 'vitest'
import { asset, b20Devnet, type Call, data, idOf } from './b20Client.ts'

const one = 10n ** 18n

/** An asset of which the first account has all roles, and the second account 100. */
async function assetOf() {
  const b20 = await b20Devnet({ timestamp: 1000 })
  const { token } = await b20.create(asset(b20.admin), [
    ...['MINT', 'OPERATOR'].map((role): Call => ['grantRole', idOf(`${role}_ROLE`), b20.admin]),
    ['mint', b20.alice, 100n],
  ])
  return {
    ...b20,
    events: async (...call: Call) => (await b20.send(b20.admin, token, ...call)).events,
    is: (...call: Call) => b20.read(token, ...call),
    fails: (account: Address, ...call: Call) => b20.refusal(account, token, ...call),
  }
}

test('a multiplier that is announced for later takes effect then', async () => {
  await using b20 = await assetOf()
  const { admin, alice, devnet, events, is, fails } = b20
  expect(await events('updateUIMultiplier', 2n * one, 2000n)).toEqual([
    ['UIMultiplierUpdated', one, 2n * one, 2000n],
  ])
  expect([await is('multiplier'), await is('newUIMultiplier'), await is('effectiveAt')]).toEqual([
    one,
    2n * one,
    2000n,
  ])
  expect(await fails(admin, 'updateUIMultiplier', one, 3000n)).toEqual([
    'UIMultiplierUpdateExists',
    2000n,
  ])
  await devnet.provider.request({ method: 'evm_setNextBlockTimestamp', params: [2000] })
  await devnet.seal()
  expect([
    await is('multiplier'),
    await is('balanceOfUI', alice),
    await is('totalSupplyUI'),
  ]).toEqual([2n * one, 200n, 200n])
  expect(await is('fromUIAmount', 200n)).toBe(100n)
  expect(await fails(admin, 'cancelUIMultiplierUpdate')).toEqual(['UIMultiplierUpdateDoesNotExist'])
  // What has taken effect stays when another is announced, and that can be cancelled.
  expect(await events('updateUIMultiplier', 3n * one, 9000n)).toEqual([
    ['UIMultiplierUpdated', 2n * one, 3n * one, 9000n],
  ])
  expect(await events('cancelUIMultiplierUpdate')).toEqual([
    ['UIMultiplierUpdateCancelled', 3n * one, 9000n],
  ])
  expect(await is('multiplier')).toBe(2n * one)
  const [first, second] = await events('updateMultiplier', one)
  expect([first, second?.slice(0, 3)]).toEqual([
    ['MultiplierUpdated', one],
    ['UIMultiplierUpdated', 2n * one, one],
  ])
  expect(await fails(admin, 'updateMultiplier', 0n)).toEqual(['InvalidMultiplier'])
  expect(await fails(admin, 'updateUIMultiplier', one, 1n)).toEqual(['EffectiveAtInPast', 1n])
  expect(await fails(admin, 'updateUIMultiplier', one, 1n << 64n)).toEqual([
    'EffectiveAtTooFar',
    1n << 64n,
  ])
  // ERC-165, and what base-std says of ERC-8056's conversions.
  const ids = ['0x01ffc9a7', '0x57854fc3', '0xffffffff']
  expect(await Promise.all(ids.map((id) => is('supportsInterface', id)))).toEqual([
    true,
    true,
    false,
  ])
})

test('an announcement encloses the calls that it makes', async () => {
  await using b20 = await assetOf()
  const { admin, alice, bob, events, is, fails } = b20
  const announce = (calls: readonly Call[], id = '1'): Call => [
    'announce',
    calls.map(data),
    id,
    'a dividend',
    'ipfs://y',
  ]
  expect(await events(...announce([['mint', bob, 5n]]))).toEqual([
    ['Announcement', admin, '1', 'a dividend', 'ipfs://y'],
    ['Transfer', zeroAddress, bob, 5n],
    ['EndAnnouncement', '1'],
  ])
  expect(await is('isAnnouncementIdUsed', '1')).toBe(true)
  expect(await fails(admin, ...announce([]))).toEqual(['AnnouncementIdAlreadyUsed', '1'])
  expect(await fails(admin, ...announce([announce([])], '2'))).toEqual(['AnnouncementInProgress'])
  // The roles are those of who announces.
  const burn: Call = ['burn', 1n]
  expect(await fails(admin, ...announce([burn], '2'))).toEqual(['InternalCallFailed', data(burn)])
  expect(await fails(admin, 'announce', ['0x1234'], '2', '', '')).toEqual([
    'InternalCallMalformed',
    '0x1234',
  ])
  expect(await fails(alice, ...announce([], '2'))).toEqual([
    'AccessControlUnauthorizedAccount',
    alice,
    idOf('OPERATOR_ROLE'),
  ])
})

test('a batch is minted whole or not at all', async () => {
  await using b20 = await assetOf()
  const { admin, alice, bob, events, is, fails } = b20
  expect(await events('batchMint', [alice, bob], [1n, 2n])).toEqual([
    ['Transfer', zeroAddress, alice, 1n],
    ['Transfer', zeroAddress, bob, 2n],
  ])
  expect(await is('totalSupply')).toBe(103n)
  expect(await fails(admin, 'batchMint', [alice], [])).toEqual(['LengthMismatch', 1n, 0n])
  expect(await fails(admin, 'batchMint', [], [])).toEqual(['EmptyBatch'])
  expect(await fails(admin, 'batchMint', [alice, zeroAddress], [1n, 1n])).toEqual([
    'InvalidReceiver',
    zeroAddress,
  ])
})
