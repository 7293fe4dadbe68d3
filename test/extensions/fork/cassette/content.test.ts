import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { CassetteContent } from '../../../../src/extensions/fork/cassette/content.ts'
import type { Fact } from '../../../../src/extensions/fork/cassette/lines.ts'
import { bytesToHex, type Hex, hexToBytes } from '../../../../src/lib/hex.ts'
import { keccak256 } from '../../../../src/wasm/keccak/keccak256.ts'
import { runs } from '../../../support/runs.ts'

const block = { number: '0x5', hash: `0x${'ab'.repeat(32)}`, stateRoot: `0x${'cd'.repeat(32)}` }
const head = { chainId: 1, block }
const headLine = JSON.stringify({ preconf: 'fork', version: 1, chainId: 1, block })
const address: Hex = `0x${'12'.repeat(20)}`
const hashOf = (bytes: Hex): Hex => bytesToHex(keccak256(hexToBytes(bytes)))

function read(...lines: readonly string[]): CassetteContent {
  return new CassetteContent().read([headLine, ...lines, ''].join('\n'), 'a.jsonl')
}

describe('a cassette', () => {
  test('is the same whatever the order in which facts came, and reads as it was written', () => {
    const number = fc.bigInt({ min: 0n, max: 2n ** 256n - 1n })
    const addresses = fc.constantFrom<Hex>(address, `0x${'ff'.repeat(20)}`, `0x${'00'.repeat(20)}`)
    const bytes = fc.uint8Array({ maxLength: 40 }).map(bytesToHex)
    const facts = fc.uniqueArray(
      fc.oneof(
        fc.record({
          kind: fc.constant('slot' as const),
          address: addresses,
          slot: number,
          value: number,
        }),
        fc.record({
          kind: fc.constant('account' as const),
          address: addresses,
          nonce: number,
          balance: number,
          codeHash: bytes.map(hashOf),
          absent: fc.constant(false),
        }),
        bytes.map((code) => ({ kind: 'code' as const, hash: hashOf(code), bytes: code })),
        bytes.map((rlp) => ({ kind: 'node' as const, hash: hashOf(rlp), rlp })),
        fc.record({
          kind: fc.constant('rpc' as const),
          method: fc.constantFrom('eth_getLogs', 'eth_x'),
          params: fc.array(fc.string()),
          result: fc.jsonValue() as fc.Arbitrary<string>,
        }),
      ),
      {
        selector: (fact: Fact) =>
          JSON.stringify(
            fact.kind === 'account'
              ? fact.address
              : [
                  fact.kind,
                  'slot' in fact
                    ? [fact.address, String(fact.slot)]
                    : 'hash' in fact
                      ? fact.hash
                      : [fact.method, fact.params],
                ],
          ),
      },
    )
    fc.assert(
      fc.property(facts, fc.infiniteStream(fc.nat()), (all: readonly Fact[], order) => {
        const straight = new CassetteContent(head)
        for (const fact of all) straight.add(fact)
        const shuffled = new CassetteContent(head)
        const keyed = all.map((fact) => [order.next().value as number, fact] as const)
        for (const [, fact] of keyed.sort(([left], [right]) => left - right)) shuffled.add(fact)
        const text = straight.write()
        expect(shuffled.write()).toBe(text)
        const again = new CassetteContent().read(text, 'a.jsonl')
        expect(again.write()).toBe(text)
        expect(again.size).toBe(all.length)
        // As a union merge leaves two of them.
        expect(new CassetteContent().read(text + text, 'a.jsonl').write()).toBe(text)
      }),
      runs({ seed: 16 }),
    )
  })

  test('unites several lines of an account', () => {
    const content = read(
      `{"account":"${address}","slots":{"0x0":"0x1"}}`,
      `{"account":"${address}","absent":true,"slots":{"0x1":"0x0"}}`,
    )
    expect(content.write().split('\n')[1]).toBe(
      `{"account":"${address}","absent":true,"slots":{"0x0":"0x1","0x1":"0x0"}}`,
    )
  })

  test.each<[string, string, string | RegExp]>([
    [
      'cut off',
      `{"account":"${address}","bal`,
      `a.jsonl, line 2: a line about account ${address} that is not JSON: restore the file`,
    ],
    ['no JSON', 'hello', 'a.jsonl, line 2: a line that is not JSON: restore the file'],
    ['a list', '[]', /line 2: a line that is not a JSON object/],
    [
      'a mark of a merge',
      '<<<<<<< HEAD',
      /line 2: the mark of a merge conflict: remove these marks and keep the lines of both sides/,
    ],
    ['of nothing known', '{"x":1}', /line 2: it holds no account, code, node or rpc/],
    [
      'a balance that is none',
      `{"account":"${address}","balance":"5","nonce":"0x0","codeHash":"${hashOf('0x')}"}`,
      /line 2: the balance of account 0x1212\w+ has "5" where a number in hex should be/,
    ],
    [
      'a slot that is none',
      `{"account":"${address}","slots":{"0x0":1}}`,
      /line 2: slot 0x0 of 0x1212\w+ has 1 where a number/,
    ],
    [
      'code of another hash',
      `{"code":"${hashOf('0x60')}","bytes":"0x61"}`,
      /line 2: code 0x\w{64} has other bytes than its hash says/,
    ],
    [
      'an answer without one',
      '{"rpc":"eth_x","params":[]}',
      /line 2: the answer of eth_x lacks its params or its result/,
    ],
    [
      'of another version',
      '{"preconf":"fork","version":9,"chainId":1,"block":{"hash":"0x"}}',
      /line 2: no cassette of version 1/,
    ],
  ])('is refused with file, line and key when a line is %s', (_, line, words) => {
    expect(() => read(line)).toThrow(words)
  })

  test('has one value for a key: of two it names both', () => {
    expect(() =>
      read(
        `{"account":"${address}","slots":{"0x0":"0x1"}}`,
        `{"account":"${address}","slots":{"0x0":"0x2"}}`,
      ),
    ).toThrow(
      `a.jsonl, line 3: slot 0x0 of ${address} has two values at the fork's block: 0x1, and 0x2`,
    )
  })

  test('is of one block', () => {
    const other = JSON.stringify({ preconf: 'fork', version: 1, chainId: 5, block })
    expect(() => read(other)).toThrow(
      /a.jsonl is of block 5, 0xab\w+, of chain 5, and the fork is to be of block 5, 0xab\w+, of chain 1/,
    )
  })
})
