import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { rpc } from '../../../support/rpc.ts'
import { testDevnet } from '../../../support/testDevnet.ts'
import { client, invalidArgument, missingArgument, tooMany } from '../client.ts'

const method = 'preconf_loadFixture'

const alice = '0xf39fd6e51aad88f6f4ce6ab8827279cfffb92266'
const bob = '0x70997970c51812dc3a010c7d01b50e0d17dc79c8'
const tokenPath = join(import.meta.dirname, '../../../../fixtures/Token.json')
const artifact = JSON.parse(readFileSync(tokenPath, 'utf8'))

const definition = {
  accounts: {
    alice: { privateKey: `0x${'07'.repeat(32)}`, balance: '2 ether' },
    bob: { address: bob },
  },
  contracts: { usdc: { artifact, args: ['USD Coin', 'USDC', '100e6'], from: 'alice' } },
  txs: [{ from: 'alice', call: 'usdc.transfer', args: ['bob', '7e6'] }],
  labels: { friend: 'bob' },
}

describe(method, () => {
  it('puts a fixture over the chain and answers the addresses of its names, without keys', async () => {
    await using devnet = await client()
    const answer = await devnet.ask(method, definition)
    const { address } = answer.accounts.alice
    expect(address).toMatch(/^0x[0-9a-f]{40}$/)
    expect(await devnet.ask('eth_accounts')).toContain(address)
    const usdc = answer.contracts.usdc.address
    expect(answer).toEqual({
      accounts: { alice: { address }, bob: { address: bob } },
      contracts: { usdc: { address: usdc } },
      labels: { [address]: 'alice', [bob]: 'friend', [usdc]: 'usdc' },
    })
    expect(await devnet.ask('eth_blockNumber')).toBe('0x1')
    const data = `0x70a08231${bob.slice(2).padStart(64, '0')}`
    expect(Number(await devnet.ask('eth_call', { to: usdc, data }, 'latest'))).toBe(7_000_000)
    // Once more over that, as the first has left it.
    const again = await devnet.ask(method, { txs: [{ from: 'alice', to: 'bob', value: 1 }] })
    expect(again).toEqual(answer)
    expect(await devnet.ask('eth_blockNumber')).toBe('0x2')
  })

  it('takes the text of a fixture, in YAML and in JSON', async () => {
    await using devnet = await client()
    const text = `version: 1\naccounts:\n  bob: {address: "${bob}", balance: 5}\n`
    expect(await devnet.ask(method, text)).toMatchObject({ accounts: { bob: { address: bob } } })
    expect(await devnet.ask('eth_getBalance', bob, 'latest')).toBe('0x5')
    await devnet.ask(method, JSON.stringify({ version: 1, ...definition }))
    expect(await devnet.ask('eth_blockNumber')).toBe('0x2')
  })

  it('does not repeat a megabyte of what is wrong', async () => {
    await using devnet = await client()
    const long = 'k'.repeat(500_000)
    for (const wrong of [long, JSON.stringify({ [long]: 1 }), { contracts: { [long]: 1 } }]) {
      const { code, message } = await devnet.refusal(method, wrong)
      expect(code).toBe(-32602)
      expect(message.length).toBeLessThan(1_000)
    }
  })

  it('refuses what is no fixture, and says where', async () => {
    await using devnet = await client()
    const expected = 'expected a fixture: an object, or its text in YAML or JSON'
    expect(await devnet.refusal(method)).toEqual(missingArgument(0))
    expect(await devnet.refusal(method, {}, 1)).toEqual(tooMany(1))
    expect(await devnet.refusal(method, 5)).toEqual(invalidArgument(0, `${expected}, got 5`))
    expect(await devnet.refusal(method, [])).toMatchObject({ code: -32602 })
    expect(await devnet.refusal(method, { contract: {} })).toEqual({
      code: -32602,
      message:
        'fixture: contract is not a field, did you mean contracts: the fields are version, extends, chain, accounts, contracts, txs, mine, labels',
    })
    expect(await devnet.refusal(method, 'version: 1\nmine: soon\n')).toEqual({
      code: -32602,
      message: 'fixture, line 2: mine is "soon": give an object',
    })
    expect(await devnet.refusal(method, 'x: '.repeat(200_000))).toMatchObject({
      code: -32602,
      message: expect.stringContaining('it has 600000 characters, at most 524288 are read as text'),
    })
    expect(await devnet.refusal(method, `a: ${'['.repeat(90_000)}`)).toMatchObject({ code: -32602 })
  })

  it('tells the revert data of what fails, and leaves the chain as it was', async () => {
    await using devnet = await client()
    const failing = {
      ...definition,
      txs: [{ from: 'alice', call: 'usdc.transfer', args: ['bob', '101e6'] }],
    }
    expect(await devnet.refusal(method, failing)).toEqual({
      code: 3,
      message:
        'fixture: txs.0 usdc.transfer reverts with InsufficientBalance(alice, 100000000, 101000000)',
      data: expect.stringMatching(/^0xdb42144d[0-9a-f]{192}$/),
    })
    expect(await devnet.ask('eth_blockNumber')).toBe('0x0')
    expect(await devnet.ask('eth_getBalance', alice, 'latest')).toBe('0x21e19e0c9bab2400000')
  })

  it.each([
    tokenPath,
    './fixtures/Token.json',
    '../../../etc/passwd',
    'file:///etc/passwd',
    'C:\\Windows\\win.ini',
    '/dev/zero',
  ])('opens no file for anybody who asks: %s', async (path) => {
    await using devnet = await testDevnet()
    const { url } = await devnet.listen({ port: 0 })
    const problem = 'requests cannot read files: send the content in place of the path'
    const refusals = [
      [{ extends: path }, `extends is ${JSON.stringify(path)}: ${problem}`],
      [
        { contracts: { it: { artifact: path } } },
        `contracts.it.artifact is ${JSON.stringify(path)}: it cannot be read: ${problem}`,
      ],
      [
        { contracts: { it: { at: bob, abi: `${path}/x` } } },
        `contracts.it.abi is ${JSON.stringify(`${path}/x`)}: it cannot be read: ${problem}`,
      ],
      [
        { txs: [{ broadcast: path }] },
        `txs.0.broadcast is ${JSON.stringify(path)}: it cannot be read: ${problem}`,
      ],
    ] as const
    for (const [fixture, message] of refusals) {
      await expect(rpc(url, method, [fixture])).rejects.toThrow(`fixture: ${message}`)
      await expect(devnet.provider.request({ method, params: [fixture] })).rejects.toMatchObject({
        code: -32602,
        message: `fixture: ${message}`,
      })
    }
    await expect(rpc(url, method, [path])).rejects.toThrow(
      `fixture: it is ${JSON.stringify(path)}: requests cannot read files: send the content of the fixture`,
    )
  })

  it('is no method of a public endpoint', async () => {
    await using devnet = await testDevnet()
    const { url } = await devnet.listen({ port: 0 })
    for (const endpoint of ['public', 'dedicated']) {
      await expect(rpc(`${url}/${endpoint}`, method, [{}])).rejects.toThrow('does not exist')
    }
  })
})
