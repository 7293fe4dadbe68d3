import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, test } from 'vitest'
import { hexOf, packHex, packNumber, packWord } from '../../../../src/extensions/fork/blockFacts.ts'
import { openFork } from '../../../../src/extensions/fork/openFork.ts'
import { headerHash } from '../../../../src/extensions/fork/proof/verification.ts'
import { type ProxyFault, refuse, startFaultProxy, tamper } from '../../../support/faultProxy.ts'
import { httpNode } from '../../../support/httpNode.ts'
import { caller, contract, plant, word } from '../token.ts'
import { failure } from '../upstream/weather.ts'

const folder = mkdtempSync(join(tmpdir(), 'preconf-proofs-'))
afterAll(() => rmSync(folder, { recursive: true }))

async function chain() {
  const node = await httpNode()
  await plant(node)
  const proxy = await startFaultProxy(node.url)
  const options = {
    upstream: { sources: [proxy.url], retryBackoffMs: 1 },
    proofs: 'required',
  } as const
  return {
    node,
    proxy,
    options,
    [Symbol.asyncDispose]: async () => {
      await proxy[Symbol.asyncDispose]()
      await node[Symbol.asyncDispose]()
    },
  }
}

const nobody = `0x${'99'.repeat(20)}` as const
const query = {
  accounts: [contract, nobody],
  slots: [
    { address: contract, slots: [word(1), word(2), word(9)] },
    { address: nobody, slots: [word(1)] },
  ],
}

describe('a verified fork', () => {
  test('takes what proofs lead to, and keeps them', async () => {
    await using at = await chain()
    const fork = await openFork(at.options)
    expect(fork.info()).toMatchObject({ verified: true, whyNotVerified: undefined })
    const before = at.proxy.exchanges.length
    expect(before).toBe(2)
    await fork.fetch(query)
    expect(at.proxy.exchanges.length).toBe(before + 1)
    const proof = await at.node.ask('eth_getProof', contract, [], 'latest')
    const account = fork.store.account(packHex(contract))
    expect(account).toMatchObject({ balance: 100n, nonce: 0n, absent: false })
    expect(hexOf(account?.storageRoot as string)).toBe(proof.storageHash)
    expect(fork.store.account(packHex(nobody))).toMatchObject({ absent: true })
    expect(fork.store.slot(packHex(contract), packWord(2n))).toBe(packNumber(7n))
    expect(fork.store.slot(packHex(contract), packWord(9n))).toBe('')
    expect(fork.store.slot(packHex(nobody), packWord(1n))).toBe('')
    expect(fork.store.node(packHex(fork.block.stateRoot))).not.toBe(undefined)
    await fork.close()
  })

  test('takes no values of traces, only what they name', async () => {
    await using at = await chain()
    at.proxy.always(
      tamper(
        ({ method }) => method === 'debug_traceCall',
        ({ result }) => ({
          result: { ...result, [contract]: { ...result[contract], balance: '0x1234' } },
        }),
      ),
    )
    const fork = await openFork(at.options)
    await fork.prefetch({ call: { to: caller } })
    expect(fork.store.account(packHex(contract))).toMatchObject({ balance: 100n })
    expect(fork.store.slot(packHex(contract), packWord(2n))).toBe(packNumber(7n))
    await fork.close()
  })

  const forged: [string, ProxyFault, RegExp][] = [
    [
      'a proof of another account',
      tamper(
        ({ method, params }) => method === 'eth_getProof' && params[0] === contract,
        ({ result }) => ({ result: { ...result, accountProof: [] } }),
      ),
      /answers account 0xc0c0\w+ at block \d+ with a proof that does not lead/,
    ],
    [
      'a node with another value',
      tamper(
        ({ method, params }) => method === 'eth_getProof' && params[0] === contract,
        ({ result }) => ({
          result: {
            ...result,
            storageProof: result.storageProof.map((slot: { proof: string[] }) => ({
              ...slot,
              proof: slot.proof.map((rlp) => `${rlp.slice(0, -2)}ff`),
            })),
          },
        }),
      ),
      /answers slot 0x1 of 0xc0c0\w+ at block \d+ with a proof that does not lead/,
    ],
    [
      'code of another hash',
      tamper(
        ({ method, params }) => method === 'eth_getCode' && params[0] === contract,
        () => ({ result: '0x6000' }),
      ),
      /answers the code of 0xc0c0\w+ at block \d+ with a proof that does not lead/,
    ],
  ]
  test.each(forged)('does not take %s', async (_, fault, words) => {
    await using at = await chain()
    const cassette = join(folder, `forged-${forged.findIndex(([name]) => name === _)}.jsonl`)
    const fork = await openFork({ ...at.options, cassette })
    at.proxy.always(fault)
    const error = await failure(fork.fetch(query))
    expect(error.name).toBe('ForgedProof')
    expect(error.message).toMatch(words)
    expect(error.message).toContain(at.proxy.url)
    expect(fork.store.account(packHex(contract))).toBe(undefined)
    await fork.close()
  })

  test('takes the proven value, whatever stands beside the proof', async () => {
    await using at = await chain()
    at.proxy.always(
      tamper(
        ({ method }) => method === 'eth_getProof',
        ({ result }) => ({ result: { ...result, balance: '0xffff', nonce: '0x9' } }),
      ),
    )
    const fork = await openFork(at.options)
    await fork.fetch(query)
    expect(fork.store.account(packHex(contract))).toMatchObject({ balance: 100n, nonce: 0n })
    await fork.close()
  })

  test('replays from a cassette, whose values have to follow from its proofs', async () => {
    await using at = await chain()
    const cassette = join(folder, 'verified.jsonl')
    const first = await openFork({ ...at.options, cassette })
    await first.need(query)
    await first.close()
    const again = await openFork({ cassette, proofs: 'required' })
    await again.need(query)
    expect(again.info().verified).toBe(true)
    expect(again.store.account(packHex(contract))).toEqual(first.store.account(packHex(contract)))
    await again.close()
    const text = readFileSync(cassette, 'utf8')
    writeFileSync(cassette, text.replace('"balance":"0x64"', '"balance":"0x65"'))
    expect((await failure(openFork({ cassette, proofs: 'required' }))).message).toMatch(
      /verified.jsonl: account 0xc0c0\w+ has two values .* balance 101, .* balance 100, .*which is proven/,
    )
    writeFileSync(cassette, text.replace('"0x2":"0x7"', '"0x2":"0x8"'))
    expect((await failure(openFork({ cassette, proofs: 'auto' }))).message).toMatch(
      /slot 0x0+2 of 0xc0c0\w+ has two values at the fork's block: 8, and 7, which is proven/,
    )
  })
})

test.each<[string, ProxyFault, RegExp]>([
  [
    'proofs',
    refuse({ code: -32601, message: 'no' }, 'eth_getProof'),
    /gives no proofs .*does not have the method eth_getProof/,
  ],
  [
    'proofs of that block',
    refuse(
      { code: -32602, message: 'distance to target block exceeds maximum proof window' },
      'eth_getProof',
    ),
    /gives no proofs that a fork can be verified by: .*has no state/,
  ],
  [
    'a header that hashes to the pin',
    tamper(
      ({ method }) => method === 'eth_getBlockByNumber',
      ({ result }) => ({ result: { ...result, extraData: '0x12' } }),
    ),
    /gives no proofs .*the header of block \d+ does not hash to 0x/,
  ],
])(
  'without %s a fork is unverified, or none where it has to be verified',
  async (_, fault, words) => {
    await using at = await chain()
    at.proxy.always(fault)
    const error = await failure(openFork(at.options))
    expect(error.name).toBe('NoProofs')
    expect(error.message).toMatch(words)
    const fork = await openFork({ ...at.options, proofs: 'auto' })
    expect(fork.info()).toMatchObject({ verified: false, whyNotVerified: expect.any(String) })
    await fork.fetch(query)
    expect(fork.store.account(packHex(contract))).toMatchObject({ balance: 100n })
    await fork.close()
  },
)

test.each(['berlin', 'london', 'shanghai', 'cancun', 'prague', 'osaka'] as const)(
  'the hash of a header is found out at %s',
  async (hardfork) => {
    await using node = await httpNode({ hardfork })
    await node.ask('anvil_mine', '0x2')
    const block = await node.ask('eth_getBlockByNumber', 'latest', false)
    expect(headerHash(block)).toBe(block.hash)
    expect(headerHash({ ...block, mixHash: undefined })).toBe(undefined)
  },
)
