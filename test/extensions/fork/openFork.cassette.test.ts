import { mkdtempSync, readdirSync, readFileSync, rmSync, utimesSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, test } from 'vitest'
import { packHex, packWord } from '../../../src/extensions/fork/blockFacts.ts'
import { openFork } from '../../../src/extensions/fork/openFork.ts'
import { quantity } from '../../../src/lib/hex.ts'
import { tamper } from '../../support/faultProxy.ts'
import { chain, everything } from './plantedChain.ts'
import { caller, contract, reader, word } from './token.ts'
import { failure } from './upstream/weather.ts'

const folder = mkdtempSync(join(tmpdir(), 'preconf-fork-'))
afterAll(() => rmSync(folder, { recursive: true }))

describe('a fork with a cassette', () => {
  test.each(['main.fork.jsonl', 'main.fork.jsonl.gz'])(
    'sends nothing the second time: %s',
    async (name) => {
      await using at = await chain()
      const cassette = join(folder, name)
      const first = await openFork({ upstream: { sources: at.sources }, cassette })
      await first.need(everything)
      const block = await first.request('eth_getBlockByNumber', ['0x0', false])
      const old = first.at({
        number: 0n,
        hash: (block as { hash: `0x${string}` }).hash,
        stateRoot: word(0),
      })
      await old.need({ accounts: [contract], slots: [{ address: contract, slots: [word(1)] }] })
      expect(old.store.account(packHex(contract))).toMatchObject({ absent: true })
      await first.close()
      const bytes = readFileSync(cassette)
      const before = at.proxy.exchanges.length

      const second = await openFork({ upstream: { sources: at.sources }, cassette, offline: true })
      expect(second.block).toEqual(first.block)
      await second.need(everything)
      expect(second.store.account(packHex(contract))).toEqual(
        first.store.account(packHex(contract)),
      )
      expect(await second.request('eth_getBlockByNumber', ['0x0', false])).toEqual(block)
      const oldAgain = second.at({
        number: 0n,
        hash: (block as { hash: `0x${string}` }).hash,
        stateRoot: word(0),
      })
      await oldAgain.need({
        accounts: [contract],
        slots: [{ address: contract, slots: [word(1)] }],
      })
      expect(oldAgain.store.slot(packHex(contract), packWord(1n))).toBe('')
      const error = await failure(
        second.need({ slots: [{ address: contract, slots: [word(0x20)] }] }),
      )
      expect(error).toMatchObject({
        code: -32000,
        data: { missing: { address: contract, slot: '0x20' } },
      })
      expect(error.message).toBe(
        `the fork is offline and ${cassette} lacks slot 0x20 of ${contract} at block ${first.block.number}: run once with the URL of the live chain (fork.url, --fork-url)`,
      )
      expect(second.info().missing).toEqual([`slot 0x20 of ${contract}`])
      await second.close()
      expect(at.proxy.exchanges.length).toBe(before)
      expect(readFileSync(cassette)).toEqual(bytes)
    },
  )

  test('has its fork block without having been asked for it', async () => {
    await using at = await chain()
    const cassette = join(folder, 'head.fork.jsonl')
    const first = await openFork({ upstream: { sources: at.sources }, cassette })
    await first.need(everything)
    const { block } = first
    const received = await at.node.ask('eth_getBlockByHash', block.hash, false)
    await first.close()
    const again = await openFork({ cassette })
    const number = quantity(block.number)
    expect(await again.request('eth_getBlockByNumber', [number, false])).toEqual(received)
    expect(await again.request('eth_getBlockByHash', [block.hash, false])).toEqual(received)
    const lacking = await failure(again.request('eth_getBlockByNumber', [number, true]))
    expect(lacking.message).toContain('lacks the answer of eth_getBlockByNumber')
    await again.close()
  })

  test('adds what is new, and gives equal bytes whatever the order', async () => {
    await using at = await chain()
    const [one, two] = [join(folder, 'one.jsonl'), join(folder, 'two.jsonl')]
    const halves = [{ accounts: everything.accounts }, { slots: everything.slots }]
    for (const [cassette, query] of [
      [one, halves],
      [two, [...halves].reverse()],
    ] as const) {
      for (const part of query) {
        const fork = await openFork({ upstream: { sources: at.sources }, cassette })
        await fork.need(part)
        await fork.close()
      }
    }
    expect(readFileSync(one, 'utf8')).toBe(readFileSync(two, 'utf8'))
    const [head, ...lines] = readFileSync(one, 'utf8').trimEnd().split('\n')
    expect(JSON.parse(head as string)).toMatchObject({
      preconf: 'fork',
      version: 1,
      chainId: 31337,
    })
    expect(lines.map((line) => JSON.parse(line))).toEqual([
      { account: `0x${'99'.repeat(20)}`, absent: true },
      {
        account: contract,
        balance: '0x64',
        nonce: '0x0',
        codeHash: expect.any(String),
        slots: { '0x1': '0x5', '0x2': '0x7', '0x9': '0x0' },
      },
      { code: expect.any(String), bytes: reader },
    ])
    expect(readFileSync(one, 'utf8')).not.toContain('127.0.0.1')
  })

  test('is named by its block in a folder, and found by it', async () => {
    await using at = await chain()
    const cassettes = join(folder, 'cassettes')
    const first = await openFork({ upstream: { sources: at.sources }, cassette: cassettes })
    await first.need(everything)
    await first.close()
    const { number, hash } = first.block
    expect(readdirSync(cassettes)).toEqual([`31337-${number}-${hash.slice(2, 10)}.fork.jsonl`])
    const before = at.proxy.exchanges.length
    const second = await openFork({
      upstream: { sources: at.sources },
      cassette: cassettes,
      block: { number },
    })
    await second.need(everything)
    await second.close()
    expect(at.proxy.exchanges.length).toBe(before)
    const offline = await openFork({ cassette: cassettes })
    expect(offline.block.hash).toBe(hash)
    await offline.close()
    const error = await failure(openFork({ cassette: cassettes, block: { number: 99n } }))
    expect(error.message).toMatch(
      /the fork is offline, and of 31337-\d+-\w{8}.fork.jsonl in .* not exactly one fits/,
    )
  })

  test('has to be of the block and chain that is asked for', async () => {
    await using at = await chain()
    const cassette = join(folder, 'of-one-block.jsonl')
    const first = await openFork({ upstream: { sources: at.sources }, cassette })
    await first.need(everything)
    await first.close()
    const wrong = await failure(openFork({ cassette, block: { number: 0n } }))
    expect(wrong.message).toMatch(
      /of-one-block.jsonl is of block \d+, 0x\w+, of chain 31337, and the fork is to be of block 0: take it/,
    )
    expect((await failure(openFork({ cassette, chainId: 1 }))).message).toMatch(
      /is on chain 31337, but the fork is of chain 1/,
    )
    await at.node.ask('anvil_mine')
    utimesSync(cassette, 1, 1)
    const anew = await openFork({
      upstream: { sources: at.sources },
      cassette,
      refreshSinceMs: 2000,
    })
    expect(anew.block.number).toBe(first.block.number + 1n)
    await anew.need({ accounts: [contract] })
    await anew.close()
    const again = await openFork({ cassette })
    expect(again.block.hash).toBe(anew.block.hash)
    expect(again.info().cassette).toMatchObject({ given: 2, added: 0 })
    await again.close()
  })

  test('is recorded again in place of what it said, a wrong value too', async () => {
    await using at = await chain()
    const cassette = join(folder, 'anew.jsonl')
    const recording = { upstream: { sources: at.sources }, cassette, refreshSinceMs: 2000 }
    const first = await openFork(recording)
    await first.need(everything)
    await first.close()
    const text = readFileSync(cassette, 'utf8')
    writeFileSync(cassette, text.replace('"balance":"0x64"', '"balance":"0x65"'))
    utimesSync(cassette, 1, 1)
    // Two processes at once, then one more: none takes away what the others have recorded.
    const [one, other] = [await openFork(recording), await openFork(recording)]
    await one.need({ accounts: [contract] })
    await other.need({ accounts: [caller] })
    await one.close()
    await other.close()
    await at.node.ask('anvil_mine')
    const third = await openFork(recording)
    expect(third.block).toEqual(first.block)
    await third.need({ accounts: [`0x${'99'.repeat(20)}`] })
    await third.close()
    const again = await openFork({ cassette })
    expect(again.store.account(packHex(`0x${'99'.repeat(20)}`))).toMatchObject({ absent: true })
    expect(again.store.account(packHex(contract))).toMatchObject({ balance: 100n })
    expect(again.store.account(packHex(caller))).toBeDefined()
    expect(again.store.slot(packHex(contract), packWord(1n))).toBe(undefined)
    await again.close()
  })

  test('is not begun by what another chain says', async () => {
    await using at = await chain()
    const cassette = join(folder, 'chain.jsonl')
    const first = await openFork({ upstream: { sources: at.sources }, cassette })
    await first.need({ accounts: [contract] })
    await first.close()
    const bytes = readFileSync(cassette)
    at.proxy.always(
      tamper(
        ({ method }) => method === 'eth_chainId',
        () => ({ result: '0x1' }),
      ),
    )
    const other = await openFork({ upstream: { sources: at.sources }, cassette })
    expect((await failure(other.need(everything))).message).toMatch(
      /is on chain 1, but the fork is of chain 31337/,
    )
    await other.close()
    expect(readFileSync(cassette)).toEqual(bytes)
  })
})

test('without a URL and a cassette it is said what to do', async () => {
  expect((await failure(openFork({}))).message).toBe(
    'a fork needs a URL or a cassette: give --fork-url URL, or --fork-cassette FILE that was recorded before',
  )
  expect(
    (await failure(openFork({ offline: true, upstream: { sources: ['http://x'] } }))).message,
  ).toMatch(/a fork that is offline needs a cassette: record one/)
  const nowhere = join(folder, 'nowhere.jsonl')
  expect((await failure(openFork({ cassette: nowhere }))).message).toBe(
    `the fork is offline, and there is no cassette at ${nowhere}: run once with the URL of the live chain (fork.url, --fork-url)`,
  )
  writeFileSync(nowhere, '{"preconf":"fork","version":1,"chainId":1,"block":{"hash":"0x12"}}\n')
  expect((await failure(openFork({ cassette: nowhere }))).message).toContain(nowhere)
})
