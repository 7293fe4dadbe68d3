import { type Address, type Hex, keccak256, parseEther, zeroAddress, zeroHash } from 'viem'
import { expect, test } from 'vitest'
import { asset, b20Devnet, type Call, factory, idOf, stablecoin } from './b20Client.ts'

const salt = `0x${'5a'.repeat(32)}` as const
const most = 2n ** 128n - 1n

test('an asset is where its factory says, with the events of its creation in order', async () => {
  await using b20 = await b20Devnet()
  const { token, events, logs } = await b20.create(
    asset(b20.admin, 8),
    [
      ['grantRole', idOf('MINT_ROLE'), b20.alice],
      ['mint', b20.bob, 100n],
    ],
    salt,
  )
  expect(token).toMatch(/^0x[bB]2000000000000000000\d{2}/)
  expect(token.slice(22, 24)).toBe('00')
  expect(events).toEqual([
    ['B20Created', token, 0, 'Gold', 'GLD', 8, '0x'],
    ['RoleGranted', zeroHash, b20.admin, factory],
    ['RoleGranted', idOf('MINT_ROLE'), b20.alice, factory],
    ['Transfer', zeroAddress, b20.bob, 100n],
  ])
  expect(logs.map(({ address }) => address)).toEqual([
    factory.toLowerCase(),
    ...Array<string>(3).fill(token.toLowerCase()),
  ])
  const facts = ['name', 'symbol', 'decimals', 'totalSupply', 'supplyCap', 'multiplier']
  expect(await Promise.all(facts.map((name) => b20.read(token, name)))).toEqual([
    'Gold',
    'GLD',
    8,
    100n,
    most,
    10n ** 18n,
  ])
})

test('a stablecoin has a currency and six decimals, and nothing of an asset', async () => {
  await using b20 = await b20Devnet()
  const { token, events } = await b20.create(stablecoin(zeroAddress, 'EUR'))
  expect(token.slice(22, 24)).toBe('01')
  // Version 1 and the currency; without an admin no role is granted.
  const details = events[0]?.at(-1) as Hex
  expect(events).toEqual([['B20Created', token, 1, 'Euro', 'EURX', 6, details]])
  expect(BigInt(`0x${details.slice(66, 130)}`)).toBe(1n)
  expect(details).toContain(Buffer.from('EUR').toString('hex'))
  expect([await b20.read(token, 'decimals'), await b20.read(token, 'currency')]).toEqual([6, 'EUR'])
  // As for every selector that is not known: the selector.
  expect(await b20.refusal(b20.admin, token, 'multiplier')).toBe('0x1b3ed722')
})

test('addresses are those of the specification, and each is taken once', async () => {
  await using b20 = await b20Devnet()
  const { token } = await b20.create(asset(b20.admin))
  const sender = b20.admin.slice(2).toLowerCase().padStart(64, '0')
  const tail = keccak256(`0x${sender}${zeroHash.slice(2)}`).slice(2, 20)
  expect(token.toLowerCase()).toBe(`0xb2${'00'.repeat(10)}${tail}`)
  expect(await b20.read(factory, 'isB20', token)).toBe(true)
  expect(await b20.read(factory, 'isB20Initialized', token)).toBe(true)
  const other = (await b20.read(factory, 'getB20Address', 1, b20.admin, zeroHash)) as Address
  expect(await b20.read(factory, 'isB20', other)).toBe(true)
  expect(await b20.read(factory, 'isB20Initialized', other)).toBe(false)
  expect(await b20.read(factory, 'isB20', factory)).toBe(false)
  const { variant, params } = asset(b20.admin)
  const again: Call = ['createB20', variant, zeroHash, params, []]
  expect(await b20.refusal(b20.admin, factory, ...again)).toEqual(['TokenAlreadyExists', token])
})

test('what cannot be made is refused with the error of the interface', async () => {
  await using b20 = await b20Devnet()
  const { admin } = b20
  const refusal = (variant: number, params: Hex, initCalls: readonly Hex[] = []) =>
    b20.refusal(admin, factory, 'createB20', variant, zeroHash, params, initCalls)
  const of = ({ variant, params }: ReturnType<typeof asset>, initCalls: readonly Hex[] = []) =>
    refusal(variant, params, initCalls)
  expect(await refusal(2, asset(admin).params)).toEqual(['InvalidVariant'])
  expect(await of(asset(admin, 18, 2))).toEqual(['UnsupportedVersion', 2, 0])
  expect(await of(stablecoin(admin, 'EUR', 0))).toEqual(['UnsupportedVersion', 0, 1])
  expect(await of(asset(admin, 5))).toEqual(['InvalidDecimals', 5])
  expect(await of(asset(admin, 19))).toEqual(['InvalidDecimals', 19])
  expect(await of(stablecoin(admin, ''))).toEqual(['MissingRequiredField', 'currency'])
  expect(await of(stablecoin(admin, 'EuR'))).toEqual(['InvalidCurrency', 'EuR'])
  // Nothing, and a selector that no token has.
  expect(await of(asset(admin), ['0x'])).toEqual(['InitCallFailed', 0n])
  expect(await of(asset(admin), ['0x06fdde03', '0xdeadbeef'])).toEqual(['InitCallFailed', 1n])
  expect(
    await b20.client
      .call({ account: admin, to: factory, data: '0xdeadbeef' })
      .catch(({ message }: Error) => message),
  ).toContain('0xdeadbeef')
  const sent = b20.client.call({ account: admin, to: factory, value: parseEther('1') })
  await expect(sent).rejects.toThrow('0x6fb1b0e9') // NonPayable()
})

test('initCalls need no roles and ask no policies of transfers, but that of what is minted', async () => {
  await using b20 = await b20Devnet()
  const { admin, alice } = b20
  const blockAll = (1n << 56n) | 1n
  const restricted: readonly Call[] = [
    ['mint', factory, 10n],
    ['updatePolicy', idOf('TRANSFER_SENDER_POLICY'), blockAll],
    ['updatePolicy', idOf('TRANSFER_RECEIVER_POLICY'), blockAll],
    ['updatePolicy', idOf('TRANSFER_EXECUTOR_POLICY'), blockAll],
    ['transfer', alice, 7n],
    ['updateSupplyCap', 10n],
    ['pause', [1]],
  ]
  const { token, status } = await b20.create(asset(zeroAddress), restricted)
  expect([status, await b20.read(token, 'balanceOf', alice)]).toEqual(['success', 7n])
  expect(await b20.refusal(alice, token, 'transfer', admin, 1n)).toEqual([
    'PolicyForbids',
    idOf('TRANSFER_EXECUTOR_POLICY'),
    blockAll,
  ])
  const refused = (...initCalls: readonly Call[]) =>
    b20.create(asset(zeroAddress), initCalls, salt).then(({ status: ended }) => ended)
  // Pauses, the cap, the policy of mints and the roles of burns hold; without an admin none is granted.
  expect(await refused(['pause', [1]], ['mint', alice, 1n])).toBe('reverted')
  expect(await refused(['updateSupplyCap', 1n], ['mint', alice, 2n])).toBe('reverted')
  const forbidMints: Call = ['updatePolicy', idOf('MINT_RECEIVER_POLICY'), blockAll]
  expect(await refused(forbidMints, ['mint', alice, 1n])).toBe('reverted')
  expect(await refused(['mint', factory, 1n], ['burn', 1n])).toBe('reverted')
  expect(await refused(['grantRole', zeroHash, alice])).toBe('reverted')
  const untaken = await b20.read(factory, 'getB20Address', 0, admin, salt)
  expect(await b20.read(factory, 'isB20Initialized', untaken)).toBe(false)
})
