import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { keccak256 } from 'viem'
import { describe, expect, test } from 'vitest'
import { flags } from '../../src/cli/command.ts'
import { spellings } from '../../src/cli/flag.ts'
import { startCommand } from '../support/command.ts'
import { httpNode } from '../support/httpNode.ts'
import { rpc } from '../support/rpc.ts'

const root = join(import.meta.dirname, '../..')
const page = readFileSync(join(root, 'docs/coming-from.md'), 'utf8')
const readme = readFileSync(join(root, 'README.md'), 'utf8')
const somebody = '0x00000000000000000000000000000000000000b0'

test('the README leads to it', () => {
  expect(readme).toContain('(docs/coming-from.md)')
})

/** What the commands of the table make of the chain: its id, accounts and block gas limit; whether it automines. */
const made: Readonly<Record<string, readonly [string, number, number, boolean]>> = {
  anvil: ['0x7a69', 10, 30_000_000, true],
  'anvil --block-time 2': ['0x7a69', 10, 30_000_000, false],
  'anvil --block-time 2 --mixed-mining': ['0x7a69', 10, 30_000_000, true],
  'anvil --no-mining': ['0x7a69', 10, 30_000_000, false],
  'npx hardhat node': ['0x7a69', 20, 60_000_000, true],
  'npx hardhat@3 node': ['0x7a69', 20, 60_000_000, true],
  ganache: ['0x539', 10, 30_000_000, true],
  'ganache -d': ['0x539', 10, 30_000_000, true],
}
const commands = [...page.matchAll(/^\| `(.*?)` +\| `npx preconf (.*?)` +\|$/gm)]

test('all commands are tried', () => {
  expect(commands.map(([, peer]) => peer)).toEqual(Object.keys(made))
})

test.each(commands.map(([, peer = '', given = '']) => [peer, given] as const))(
  'instead of %s: preconf %s',
  async (peer, given) => {
    await using command = await startCommand(given.split(' '))
    const ask = (method: string, ...params: unknown[]) => rpc(command.url, method, params)
    const { gasLimit } = (await ask('eth_getBlockByNumber', 'latest', false)) as {
      gasLimit: string
    }
    expect([
      await ask('eth_chainId'),
      ((await ask('eth_accounts')) as string[]).length,
      Number(gasLimit),
      await ask('anvil_getAutomine'),
    ]).toEqual(made[peer])
  },
)

describe('flags', () => {
  const known = new Set(flags.flatMap(spellings))
  const isKnown = (flag: string) => known.has(flag) || known.has(flag.replace(/^no-/, ''))
  const rows = [...page.matchAll(/^\| (.*?) +\| (.*?) +\|$/gm)]
  const named = (text: string) =>
    [...text.matchAll(/`--?([a-zA-Z][\w.-]*)[^`]*`/g)].map(([, flag = '']) => flag)

  test('those to take are there', () => {
    const ours = rows.flatMap(([, , here = '']) => named(here)).filter((flag) => flag !== 'h')
    expect(ours.length).toBeGreaterThan(20)
    expect(ours.filter((flag) => !isKnown(flag))).toEqual([])
  })

  test('those that stay the same are there', () => {
    const same = rows
      .filter(([, , here]) => here === 'the same')
      .flatMap(([, flag = '']) => named(flag))
    expect(same.length).toBeGreaterThan(30)
    expect(same.filter((flag) => !isKnown(flag))).toEqual([])
  })

  test('those to remove are not there', () => {
    const gone = rows
      .filter(([, , here = '']) => /^(remove|leave)/.test(here))
      .flatMap(([, flag = '']) => named(flag))
    expect(gone.length).toBeGreaterThan(5)
    expect(gone.filter(isKnown)).toEqual([])
  })
})

describe('what is different', () => {
  test('the pending block has a hash of zeros', async () => {
    await using node = await httpNode()
    const pending = await node.ask('eth_getBlockByNumber', 'pending', false)
    expect(pending.hash).toBe(`0x${'0'.repeat(64)}`)
  })

  test('safe and finalized follow the slots of an epoch', async () => {
    await using node = await httpNode({ slotsInAnEpoch: 1 })
    await node.ask('hardhat_mine', '0x5')
    for (const [tag, number] of [
      ['safe', '0x4'],
      ['finalized', '0x3'],
    ]) {
      expect(await node.ask('eth_getBlockByNumber', tag, false), tag).toMatchObject({ number })
    }
    await using usual = await httpNode()
    await usual.ask('hardhat_mine', '0x46')
    expect(await usual.ask('eth_getBlockByNumber', 'safe', false)).toMatchObject({ number: '0x26' })
    expect(await usual.ask('eth_getBlockByNumber', 'finalized', false)).toMatchObject({
      number: '0x6',
    })
  })

  test('the hashes of many empty blocks are those of their headers', async () => {
    await using node = await httpNode()
    await node.ask('hardhat_mine', '0x2710')
    const hashed = async (number: string) => {
      const { hash } = await node.ask('eth_getBlockByNumber', number, false)
      return keccak256(await node.ask('debug_getRawHeader', number)) === hash
    }
    expect(await hashed('0x1')).toBe(true)
    expect(await hashed('0x1f00')).toBe(true)
  })

  test('a transaction without a signature has one that names its sender', async () => {
    await using node = await httpNode()
    await node.ask('anvil_setBalance', somebody, '0xde0b6b3a7640000')
    await node.ask('anvil_impersonateAccount', somebody)
    const hash = await node.ask('eth_sendTransaction', { from: somebody, to: somebody })
    const sent = await node.ask('eth_getTransactionByHash', hash)
    expect(sent).toMatchObject({ from: somebody, r: '0xb0', s: '0x1' })
    expect(keccak256(await node.ask('eth_getRawTransactionByHash', hash))).toBe(hash)
  })

  test('what a test sets holds from the newest block on', async () => {
    await using node = await httpNode()
    await node.ask('evm_mine')
    await node.ask('anvil_setBalance', somebody, '0x7')
    expect(await node.ask('eth_getBalance', somebody, '0x1')).toBe('0x7')
    expect(await node.ask('eth_getBalance', somebody, '0x0')).toBe('0x0')
  })

  test('hardhat_setNonce refuses a lower one, anvil_setNonce takes it', async () => {
    await using node = await httpNode()
    await node.ask('anvil_setNonce', somebody, '0x5')
    await node.refusal('hardhat_setNonce', somebody, '0x4')
    await node.ask('anvil_setNonce', somebody, '0x4')
    expect(await node.ask('eth_getTransactionCount', somebody)).toBe('0x4')
  })

  test('codes and words where they are not those of the peer', async () => {
    await using node = await httpNode()
    const poor = {
      from: node.accounts[0],
      to: somebody,
      value: `0x${'f'.repeat(24)}`,
      gas: '0x5208',
    }
    expect(await node.refusal('eth_sendTransaction', poor)).toMatchObject({
      code: -32000,
      message: expect.stringMatching(/^insufficient funds/),
    })
    const unknown = { from: somebody, to: somebody }
    expect(await node.refusal('eth_sendTransaction', unknown)).toEqual({
      code: -32602,
      message: `No Signer available: unknown account ${somebody}`,
    })
    await using hardhat = await httpNode({ compat: 'hardhat' })
    const pendin = [hardhat.accounts[0], 'pendin']
    expect(await hardhat.refusal('eth_getBalance', ...pendin)).toMatchObject({ code: -32602 })
    await using ganache = await httpNode({ compat: 'ganache' })
    expect(await ganache.refusal('eth_foo')).toMatchObject({ code: -32601 })
    const gap = { from: ganache.accounts[0], to: somebody, nonce: '0x5', gas: '0x5208' }
    expect(await ganache.ask('eth_sendTransaction', gap)).toMatch(/^0x/)
  })
})
