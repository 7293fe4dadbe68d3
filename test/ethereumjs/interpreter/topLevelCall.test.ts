import { beforeAll, describe, expect, it } from 'vitest'
import { initCrypto } from '../../../src/ethereumjs/crypto.ts'
import { hexToBytes } from '../../../src/lib/hex.ts'
import type { HardforkName } from '../../../src/types/options/options.ts'
import { delegating, plainAccount, randomCase } from './randomCase.ts'
import { coinbase, outcomeOf, type Sent, sender } from './referee.ts'

beforeAll(initCrypto)

const identity = hexToBytes(`${'00'.repeat(19)}04`)
const ripemd160 = hexToBytes(`${'00'.repeat(19)}03`)
const nobody = hexToBytes('99'.repeat(20))
const strange = hexToBytes('ab'.repeat(20))

/** What a call does, equal by both. */
async function done(sent: Sent): Promise<string> {
  const stock = await outcomeOf(sent, 'stock')
  const called = await outcomeOf(sent, 'called')
  expect(called).toEqual(stock)
  return called.text
}

/** The case of a seed on a hardfork of choice, with an account whose code only looks like a delegation. */
function caseOf(seed: number, fields: Partial<Sent>): Sent {
  const { tree, ...sent } = randomCase(seed)
  const state = tree.fork()
  state.writeAccount(strange, { nonce: 1n })
  state.writeCode(strange, Uint8Array.of(0xef, 1, 0, 0x60))
  return { ...sent, tree: state.tree(), ...fields }
}

describe('a call that is made here', () => {
  const targets = {
    plainAccount,
    nobody,
    delegating,
    sender,
    coinbase,
    identity,
    ripemd160,
    strange,
  }

  it.each(Object.entries(targets))('does what EthereumJS does with it: %s', async (_name, to) => {
    for (let seed = 1; seed <= 12; seed++) {
      for (const hardfork of ['homestead', 'berlin', 'cancun', 'osaka'] as const) {
        for (const value of [0n, 5n]) await done(caseOf(seed, { to, hardfork, value }))
      }
    }
  })

  it('sends no more than there is, and no more than fits', async () => {
    const hardfork: HardforkName = 'osaka'
    for (const to of [plainAccount, delegating, sender]) {
      const failed = await done(caseOf(3, { to, hardfork, value: 10n ** 18n + 1n, gas: 90_000n }))
      expect(failed).toContain('insufficient balance')
    }
    const sent = caseOf(3, { to: plainAccount, hardfork, value: 5n, gas: 90_000n })
    const state = sent.tree.fork()
    state.writeAccount(plainAccount, { balance: 2n ** 256n - 3n })
    await done({ ...sent, tree: state.tree() })
  })

  it('goes back to EthereumJS where the gas is more than is counted here', async () => {
    for (let seed = 1; seed <= 5; seed++) {
      await done(caseOf(seed, { hardfork: 'osaka', gas: 2n ** 51n, data: new Uint8Array() }))
    }
  })
})
