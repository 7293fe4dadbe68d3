import { beforeAll, describe, expect, it } from 'vitest'
import { deriveAccounts } from '../../../src/devnet/accounts/accounts.ts'
import { Keyring } from '../../../src/devnet/accounts/keyring.ts'
import { defaultMnemonic } from '../../../src/devnet/options/accountOptions.ts'
import { initCrypto } from '../../../src/ethereumjs/crypto.ts'
import { bytesToHex } from '../../../src/lib/hex.ts'

beforeAll(initCrypto)

const key = new Uint8Array(32).fill(7)
const nobody = new Uint8Array(20).fill(0xc0)

/** A keyring of one funded account, with a clock that is moved by hand. */
async function keyring() {
  const time = { ms: 0 }
  const clock = { elapsed: () => time.ms }
  const [funded] = await deriveAccounts(defaultMnemonic, 1)
  if (funded === undefined) throw new RangeError('no account')
  const ring = new Keyring({ clock, mnemonic: defaultMnemonic, accounts: [funded] })
  return { ring, time, funded: funded.address }
}

describe('Keyring', () => {
  it('has the funded accounts open, whatever the passphrase', async () => {
    const { ring, funded } = await keyring()
    expect(ring.unlocked()).toEqual([bytesToHex(funded)])
    expect(ring.signer(funded).privateKey).toHaveLength(32)
    expect(ring.signer(funded, 'anything').address).toEqual(funded)
  })

  it('keeps an added key locked until its passphrase opens it, for a while', async () => {
    const { ring, time, funded } = await keyring()
    const address = ring.add(key, 'secret')
    expect(ring.addresses()).toEqual([funded, address].map(bytesToHex))
    expect(ring.unlocked()).toEqual([bytesToHex(funded)])
    expect(() => ring.signer(address)).toThrow(
      `authentication needed: password or unlock: account ${bytesToHex(address)} is locked`,
    )
    expect(() => ring.unlock(address, 'guess', 1_000)).toThrow('could not decrypt key with given')
    ring.unlock(address, 'secret', 1_000)
    expect(ring.signer(address)).toEqual({ address, privateKey: key })
    time.ms = 999
    expect(ring.isUnlocked(address)).toBe(true)
    time.ms = 1_000
    expect(ring.isUnlocked(address)).toBe(false)
  })

  it('unlocks a key for a single use with its passphrase', async () => {
    const { ring } = await keyring()
    const address = ring.add(key, 'secret')
    expect(ring.signer(address, 'secret').privateKey).toEqual(key)
    expect(ring.isUnlocked(address)).toBe(false)
    expect(() => ring.signer(address, 'guess')).toThrow('could not decrypt key with given password')
  })

  it('lengthens and shortens a while, but not one without end', async () => {
    const { ring, time, funded } = await keyring()
    const address = ring.add(key, '')
    ring.unlock(address, '', 10)
    ring.unlock(address, '', Number.POSITIVE_INFINITY)
    ring.unlock(address, '', 10)
    ring.unlock(funded, '', 10)
    time.ms = 1_000_000
    expect(ring.unlocked()).toEqual([funded, address].map(bytesToHex))
  })

  it('locks, and says whether there was something to lock', async () => {
    const { ring, funded } = await keyring()
    expect([ring.lock(funded), ring.lock(nobody)]).toEqual([true, false])
    expect(ring.unlocked()).toEqual([])
    expect(ring.addresses()).toEqual([bytesToHex(funded)])
  })

  it('makes the accounts that follow in the mnemonic, without those that are there', async () => {
    const { ring } = await keyring()
    const [, second, third, fourth] = await deriveAccounts(defaultMnemonic, 4)
    ring.add(third?.privateKey as Uint8Array, '')
    expect([await ring.create('a'), await ring.create('b')]).toEqual([
      second?.address,
      fourth?.address,
    ])
  })

  it('sends for accounts without keys, and does not sign or list them', async () => {
    const { ring, funded } = await keyring()
    expect(ring.addWithoutKey(nobody, 'secret')).toBe(true)
    expect(ring.addWithoutKey(nobody, 'secret')).toBe(false)
    ring.unlock(nobody, 'secret', 1_000)
    expect(ring.sender(nobody)).toEqual({ address: nobody, privateKey: undefined })
    expect(() => ring.signer(nobody)).toThrow(`unknown account ${bytesToHex(nobody)}`)
    expect(ring.unlocked()).toEqual([bytesToHex(funded)])
  })

  it('removes an account with its passphrase', async () => {
    const { ring } = await keyring()
    const address = ring.add(key, 'secret')
    expect(() => ring.remove(address, 'guess')).toThrow('could not decrypt key with given password')
    expect([ring.remove(address, 'secret'), ring.remove(address, 'secret')]).toEqual([true, false])
    expect(() => ring.sender(address)).toThrow(`unknown account ${bytesToHex(address)}`)
  })

  it('refuses what is no key, and a key twice', async () => {
    const { ring } = await keyring()
    expect(() => ring.add(new Uint8Array(32), '')).toThrow('invalid private key')
    const address = ring.add(key, '')
    expect(() => ring.add(key, '')).toThrow(`account already exists: ${bytesToHex(address)}`)
  })

  it('is as it was at a snapshot, as often as one likes', async () => {
    const { ring, funded } = await keyring()
    const [, second] = await deriveAccounts(defaultMnemonic, 2)
    const before = ring.snapshot()
    for (const _ of [1, 2]) {
      const created = await ring.create('')
      ring.lock(funded)
      expect(ring.addresses()).toEqual([funded, created].map(bytesToHex))
      expect(created).toEqual(second?.address)
      ring.restore(before)
      expect(ring.addresses()).toEqual([bytesToHex(funded)])
      expect(ring.unlocked()).toEqual([bytesToHex(funded)])
    }
  })
})
