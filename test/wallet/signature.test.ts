import { verifyMessage as ethersVerify, Wallet } from 'ethers'
import fc from 'fast-check'
import { hashMessage as viemHashMessage } from 'viem'
import { beforeAll, describe, expect, it } from 'vitest'
import { addressOfKey, initCrypto, isPrivateKey } from '../../src/ethereumjs/crypto.ts'
import { bytesToHex, hexToBytes, numberToBytes } from '../../src/lib/hex.ts'
import { hashMessage, signatureOf, signerOf } from '../../src/wallet/signature.ts'
import { runs } from '../support/runs.ts'

beforeAll(initCrypto)

const order = 0xfffffffffffffffffffffffffffffffebaaedce6af48a03bbfd25e8cd0364141n

describe('hashMessage', () => {
  it('hashes what viem hashes', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 300 }), (raw) => {
        expect(bytesToHex(hashMessage(raw))).toBe(viemHashMessage({ raw }))
      }),
      runs({ seed: 11 }),
    )
  })
})

describe('signatureOf', () => {
  it('signs as ethers does, and the signer is found again', () => {
    const key = fc.bigInt({ min: 1n, max: order - 1n })
    fc.assert(
      fc.property(key, fc.uint8Array({ maxLength: 100 }), (number, message) => {
        const privateKey = numberToBytes(number, 32)
        const signature = signatureOf(hashMessage(message), privateKey)
        const wallet = new Wallet(bytesToHex(privateKey))
        expect(bytesToHex(signature)).toBe(wallet.signMessageSync(message))
        expect(ethersVerify(message, bytesToHex(signature))).toBe(wallet.address)
        expect(signerOf(hashMessage(message), signature)).toEqual(addressOfKey(privateKey))
      }),
      runs({ seed: 11, numRuns: 20 }),
    )
  })
})

describe('signerOf', () => {
  const digest = hashMessage(new Uint8Array())
  const bytes = (r: string, s: string, v: string) => hexToBytes(`0x${r}${s}${v}`)
  const one = '01'.padStart(64, '0')

  it.each([
    ['64 bytes', bytes(one, one, ''), 'signature must be 65 bytes long, not 64'],
    ['v of 0', bytes(one, one, '00'), 'invalid Ethereum signature (V is not 27 or 28)'],
    ['v of 29', bytes(one, one, '1d'), 'invalid Ethereum signature (V is not 27 or 28)'],
    [
      'r of 0',
      bytes('0'.repeat(64), one, '1b'),
      'invalid Ethereum signature: no public key can be recovered from it',
    ],
    [
      's of 0',
      bytes(one, '0'.repeat(64), '1b'),
      'invalid Ethereum signature: no public key can be recovered from it',
    ],
    [
      'r too high',
      bytes('f'.repeat(64), one, '1b'),
      'invalid Ethereum signature: no public key can be recovered from it',
    ],
  ])('refuses a signature with %s', (_, signature, message) => {
    expect(() => signerOf(digest, signature)).toThrow(
      expect.objectContaining({ name: 'InvalidSignature', code: -32602, message }),
    )
  })
})

describe('isPrivateKey', () => {
  it('is true from 1 to below the order of the curve', () => {
    const keys = [0n, 1n, order - 1n, order].map((number) => numberToBytes(number, 32))
    expect(keys.map(isPrivateKey)).toEqual([false, true, true, false])
    expect(isPrivateKey(new Uint8Array(31).fill(1))).toBe(false)
  })
})
