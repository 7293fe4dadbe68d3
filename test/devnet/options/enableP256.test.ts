import { expect, it } from 'vitest'
import { client } from '../../rpc/methods/client.ts'

const p256verify = '0x0000000000000000000000000000000000000100'
const modexp = '0x0000000000000000000000000000000000000005'
const one = `0x${'1'.padStart(64, '0')}`
/** A hash, its signature and the key. */
const signed = `0x${[
  '4cee90eb86eaa050036147a12d49004b6b9c72bd725d39d4785011fe190f0b4d',
  'a73bd4903f0ce3b639bbbf6e8e80d16931ff4bcf5993d58468e8fb19086e8cac',
  '36dbcd03009df8c59286b162af3bd7fcc0450c9aa81be5d10d312af6c66b1d60',
  '4aebd3099c618202fcfe16ae7770b0c49ab5eadf74b754204a3bb6060e44eff3',
  '7618b065f9832de4ca6ca971a7a1adc826d0f7c00181a5fb2ddf79ae00b4e10e',
].join('')}`
const power = `0x${[
  '0000000000000000000000000000000000000000000000000000000000000080',
  '0000000000000000000000000000000000000000000000000000000000000003',
  '0000000000000000000000000000000000000000000000000000000000000080',
  'abababababababababababababababababababababababababababababababab',
  'abababababababababababababababababababababababababababababababab',
  'abababababababababababababababababababababababababababababababab',
  'abababababababababababababababababababababababababababababababab',
  '010001cdcdcdcdcdcdcdcdcdcdcdcdcdcdcdcdcdcdcdcdcdcdcdcdcdcdcdcdcd',
  'cdcdcdcdcdcdcdcdcdcdcdcdcdcdcdcdcdcdcdcdcdcdcdcdcdcdcdcdcdcdcdcd',
  'cdcdcdcdcdcdcdcdcdcdcdcdcdcdcdcdcdcdcdcdcdcdcdcdcdcdcdcdcdcdcdcd',
  'cdcdcdcdcdcdcdcdcdcdcdcdcdcdcdcdcdcdcdcdcdcdcdcdcdcdcdcdcdcdcdcd',
  'cdcdcd',
].join('')}`

const prague = { hardfork: 'prague' } as const

// Hardhat 2.29.1 with enableRip7212 answers 1 under Prague; Anvil 1.7.1 has no such option.
it('verifies P-256 signatures before Osaka', async () => {
  for (const hardfork of ['shanghai', 'cancun', 'prague'] as const) {
    await using devnet = await client({ hardfork, enableP256: true })
    expect(await devnet.ask('eth_call', { to: p256verify, data: signed })).toBe(one)
    const wrong = signed.replace('0x4c', '0x4d')
    expect(await devnet.ask('eth_call', { to: p256verify, data: wrong })).toBe('0x')
  }
})

it('is off by default, and has no meaning from Osaka on', async () => {
  await using off = await client(prague)
  expect(await off.ask('eth_call', { to: p256verify, data: signed })).toBe('0x')
  for (const enableP256 of [true, false]) {
    await using osaka = await client({ enableP256 })
    expect(await osaka.ask('eth_call', { to: p256verify, data: signed })).toBe(one)
  }
})

// Anvil 1.7.1 and Hardhat 2.29.1: 0x7e7c under Prague, 0x83d0 under Osaka.
it("leaves Prague's prices as they are", async () => {
  const estimate = async (options: object) => {
    await using devnet = await client(options)
    return Number(await devnet.ask('eth_estimateGas', { to: modexp, data: power }))
  }
  const pragues = await estimate(prague)
  expect(await estimate({ ...prague, enableP256: true })).toBe(pragues)
  expect(await estimate({})).toBeGreaterThan(pragues)
})

it('holds in transactions and after a change of the chain id', async () => {
  await using devnet = await client({ ...prague, enableP256: true, mining: 'auto' })
  await devnet.ask('anvil_setChainId', 5)
  // Stores what it answers to its own input.
  const caller = '0x00000000000000000000000000000000000000c0'
  await devnet.ask('anvil_setCode', caller, '0x365f5f37602060003660006101005afa506000515f55')
  const hash = await devnet.send({ to: caller, data: signed })
  await devnet.ask('eth_getTransactionReceipt', hash)
  expect(await devnet.ask('eth_getStorageAt', caller, '0x0', 'latest')).toBe(one)
})
