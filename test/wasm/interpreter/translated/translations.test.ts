import { beforeAll, expect, test } from 'vitest'
import { initCrypto } from '../../../../src/ethereumjs/crypto.ts'
import { hexToBytes } from '../../../../src/lib/hex.ts'
import { emptyState } from '../../../../src/state/persistentState.ts'
import { outcomeOf, type Sent, sender } from '../../../ethereumjs/interpreter/referee.ts'

beforeAll(initCrypto)

/** A number in three bytes. */
function push3(value: number): number[] {
  return [0x62, value >> 16, (value >> 8) & 255, value & 255]
}

/** For the number on the stack: multiplies, adds, mixes with the round, and stores it, so many times. */
function loop(start: number, factor: number, rounds: number): number[] {
  return [
    ...push3(rounds),
    // JUMPDEST; the number comes to the top and is worked on.
    ...[0x5b, 0x90, 0x60, factor, 0x02, 0x61, 1, factor, 0x01, 0x81, 0x18],
    ...[0x80, 0x61, 2, factor, 0x52],
    // The rounds are counted down.
    ...[0x90, 0x60, 1, 0x90, 0x03, 0x80, ...push3(start + 4), 0x57, 0x50],
  ]
}

/** Loops one after the other, then returns the number. */
function loops(count: number, rounds: number, seed = 1): Uint8Array {
  const code: number[] = [0x60, seed]
  for (let index = 0; index < count; index++) {
    code.push(...loop(code.length, 3 + 2 * index, rounds))
  }
  return Uint8Array.from([...code, 0x60, 0, 0x52, 0x60, 32, 0x60, 0, 0xf3])
}

function address(number: number): Uint8Array {
  return hexToBytes((0xa000 + number).toString(16).padStart(40, '0'))
}

/** The message that calls each of these codes. */
function sentTo(codes: readonly Uint8Array[]): Sent[] {
  const state = emptyState().fork()
  state.writeAccount(sender, { balance: 10n ** 18n })
  for (const [index, code] of codes.entries()) {
    state.writeAccount(address(index), { nonce: 1n })
    state.writeCode(address(index), code)
  }
  const sent = { hardfork: 'osaka', tree: state.tree(), data: new Uint8Array(), value: 0n } as const
  return codes.map((_, index) => ({ ...sent, to: address(index), gas: 50_000_000n }))
}

test('loops that become hot one after the other do what they do interpreted', async () => {
  const [sent] = sentTo([loops(12, 40_000)]) as [Sent]
  const interpreted = await outcomeOf(sent, 'fast', 'interpreted')
  expect(interpreted.text).not.toContain('"error"')
  for (let time = 0; time < 3; time++) {
    expect((await outcomeOf(sent, 'fast', 'warming')).text).toBe(interpreted.text)
  }
})

test('more codes are translated than are kept', async () => {
  const all = sentTo(Array.from({ length: 80 }, (_, seed) => loops(2, 3, seed)))
  for (let time = 0; time < 2; time++) {
    for (const sent of all) {
      const { text } = await outcomeOf(sent, 'fast', 'interpreted')
      expect((await outcomeOf(sent, 'fast', 'translated')).text).toBe(text)
    }
  }
})

test('code runs out of gas wherever it does interpreted', async () => {
  const [sent] = sentTo([loops(3, 4)]) as [Sent]
  const { gasUsed } = await outcomeOf(sent, 'fast', 'interpreted')
  for (let gas = 0n; gas < gasUsed; gas += 3n) {
    const { text } = await outcomeOf({ ...sent, gas }, 'stock')
    expect((await outcomeOf({ ...sent, gas }, 'fast', 'translated')).text).toBe(text)
  }
})
